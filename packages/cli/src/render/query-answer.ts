import type { MetricQueryData } from '@tributary/contract'
import type { Presentation } from '@tributary/platform/internal'
import type { Paint } from '../terminal/paint.ts'
import { type CsvCell, renderCsv } from './csv.ts'
import type { Numeric } from './number.ts'
import { type NumberStyle, numberStyle, PLAIN } from './number-style.ts'
import { appendBars, type Cell, type Column, renderTable } from './table.ts'
import { printable } from './text.ts'

/** An answer to a query, and how to print it. */
export interface QueryPrint {
  readonly answer: MetricQueryData
  /** Unit and format of each metric, by the name of its column. */
  readonly presentations: ReadonlyMap<string, Presentation>
  /** Whether all digits are printed. */
  readonly exact: boolean
  readonly paint: Paint
  /** The width of the terminal; null when the output is none, and nothing is drawn. */
  readonly width: number | null
}

type AnswerColumn = MetricQueryData['columns'][number]

/** The group of rows without a value. */
const NO_VALUE = '(null)'

/**
 * The lines of an answer: a table, on a terminal with a bar for each value of the first metric; before it a small line for
 * each metric when the only dimension is a time.
 */
export function renderQueryAnswer(print: QueryPrint): readonly string[] {
  const { answer, paint, width } = print
  const { columns, table, total } = answer
  const count = table[columns[0]?.name ?? '']?.length ?? 0
  if (count === 0) return [paint('faint', 'no rows'), ...warningLines(answer, paint)]
  const styles = new Map(columns.map((column) => [column.name, styleOf(column, print)]))
  const rows = Array.from({ length: count }, (_, row) =>
    columns.map((column): Cell => cellOf(column, table[column.name]![row]!, styles)),
  )
  const titles = columns.map(({ name, role }): Column => {
    const { unit } = print.presentations.get(name) ?? PLAIN
    const title = role === 'METRIC' && unit !== null ? `${name}, ${unit}` : name
    return role === 'METRIC'
      ? { title: printable(title), align: 'right' }
      : { title: printable(title), align: 'left', widest: 40 }
  })
  const lines = renderTable(titles, rows, paint)
  const left = total - count
  return [
    ...seriesLines(print),
    ...(width === null ? lines : withBars(lines, answer, { width, paint })),
    ...(left > 0 ? [paint('faint', `… ${left} more rows; --limit shows more`)] : []),
    ...warningLines(answer, paint),
  ]
}

function styleOf(column: AnswerColumn, { answer, presentations, exact }: QueryPrint): NumberStyle {
  const presentation = presentations.get(column.name) ?? PLAIN
  const values = answer.table[column.name]!
  return numberStyle({ presentation, values, changes: [], exact })
}

function cellOf(
  { name, role }: AnswerColumn,
  value: Numeric,
  styles: ReadonlyMap<string, NumberStyle>,
): Cell {
  if (role === 'METRIC') return { text: styles.get(name)!.value(value), role: 'plain' }
  return value === null
    ? { text: NO_VALUE, role: 'faint' }
    : { text: printable(String(value)), role: 'plain' }
}

function withBars(
  lines: readonly string[],
  { columns, table }: MetricQueryData,
  options: { readonly width: number; readonly paint: Paint },
): readonly string[] {
  const metric = columns.find(({ role }) => role === 'METRIC')
  if (metric === undefined || lines.length < 3) return lines
  const values = table[metric.name]!.map(toNumber)
  const wide = Math.max(...lines.map((line) => line.length))
  const padded = lines.map((line) => line.padEnd(wide))
  return appendBars(padded, [null, ...values], options).map((line) => line.trimEnd())
}

function toNumber(value: Numeric): number | null {
  const number = value === null ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}

const TICKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** A small line for each metric over time. */
function seriesLines({ answer, paint, width }: QueryPrint): readonly string[] {
  const { columns, table } = answer
  const [time, ...metrics] = columns
  const isSeries =
    time?.role === 'DIMENSION' &&
    /^(DATE|TIME)/.test(time.dataType) &&
    metrics.every(({ role }) => role === 'METRIC')
  if (width === null || !isSeries || table[time.name]!.length < 3) return []
  const lines = metrics.map(({ name }) => {
    const room = Math.max(10, width - name.length - 4)
    return `${printable(name)}  ${paint('with', sparkline(table[name]!.map(toNumber), room))}`
  })
  return [...lines, '']
}

/** A line of blocks between the smallest and the largest value; neighbours are averaged when there are too many. */
export function sparkline(values: readonly (number | null)[], width: number): string {
  const step = Math.max(1, Math.ceil(values.length / width))
  const points = Array.from({ length: Math.ceil(values.length / step) }, (_, at) => {
    const part = values.slice(at * step, (at + 1) * step).filter((value) => value !== null)
    return part.length === 0 ? null : part.reduce((a, b) => a + b / part.length, 0)
  })
  const known = points.filter((point) => point !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return points
    .map((point) => {
      if (point === null) return ' '
      const height = most === least ? 0 : (point - least) / (most - least)
      return TICKS[Math.round(height * (TICKS.length - 1))]
    })
    .join('')
}

function warningLines({ warnings }: MetricQueryData, paint: Paint): readonly string[] {
  return warnings.map(({ code, details }) => {
    const text = (name: string): string => String(details[name] ?? 'some')
    const sentence =
      {
        NO_DATA: `The range has no rows. The data goes from ${text('first')} to ${text('last')}; choose a range within.`,
        PARTIAL_RANGE: `The data covers ${text('periods')} of the ${text('of')} periods of the range.`,
        OVERFLOW: `${text('groups')} numbers are beyond the range of a DOUBLE (1.8e308) and are left out.`,
      }[code] ?? `${JSON.stringify(details)}`
    return `${paint('warning', `! ${printable(sentence)}`)} ${paint('faint', code)}`
  })
}

/** An answer as comma-separated values with every digit. */
export function renderQueryCsv({ columns, table }: MetricQueryData): readonly string[] {
  const names = columns.map(({ name }) => name)
  const count = table[names[0] ?? '']?.length ?? 0
  const rows = Array.from({ length: count }, (_, row): readonly CsvCell[] =>
    names.map((name) => table[name]![row] ?? null),
  )
  return renderCsv([names, ...rows])
}
