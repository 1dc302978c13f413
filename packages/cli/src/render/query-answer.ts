import { describeValueWarning, type MetricQueryData, readExactColumn } from '@tributary/contract'
import { type CsvCell, formatCsvLine } from '@tributary/core/csv'
import { type NumberStyle, type Numeric, PLAIN } from '@tributary/core/numbers'
import { type Presentation, shownPeriod, type WorkCalendar } from '@tributary/platform/internal'
import type { Paint } from '../terminal/paint.ts'
import { numberStyle } from './number-style.ts'
import { renderSeriesLines, type SeriesLine } from './series-lines.ts'
import { appendBars, type Cell, type Column, renderTable } from './table.ts'
import { labelValue, printable } from './text.ts'

/** An answer to a query, and how to print it. */
export interface QueryPrint {
  readonly answer: MetricQueryData
  /** Unit and format of each metric, by the name of its column. */
  readonly presentations: ReadonlyMap<string, Presentation>
  /** The metrics over time; drawn on a terminal. @defaultValue none */
  readonly series?: readonly SeriesLine[]
  /** The calendar that periods have their names from. */
  readonly calendar: WorkCalendar
  /** Whether all digits are printed. */
  readonly exact: boolean
  readonly paint: Paint
  /** The width of the terminal; null when the output is none, and nothing is drawn. */
  readonly width: number | null
}

type AnswerColumn = MetricQueryData['columns'][number]

/**
 * The lines of an answer: a table, on a terminal with a bar for each value of the first metric and, before it, a small line
 * for each series. Periods are printed as `--range` takes them.
 */
export function renderQueryAnswer(print: QueryPrint): readonly string[] {
  const { answer, calendar, paint, width } = print
  const { columns, total } = answer
  const count = countRows(answer)
  if (count === 0) return [paint('faint', 'no rows'), ...warningLines(answer, paint)]
  const styles = new Map(columns.map((column) => [column.name, createColumnStyle(column, print)]))
  const values = columns.map(({ name }) => readExactColumn(answer, name))
  const rows = Array.from({ length: count }, (_, row) =>
    columns.map(
      (column, at): Cell => toAnswerCell(column, values[at]![row] ?? null, { styles, calendar }),
    ),
  )
  const titles = columns.map(({ name, role }): Column => {
    const { unit } = print.presentations.get(name) ?? PLAIN
    const title = role === 'METRIC' && unit !== null ? `${name}, ${unit}` : name
    return role === 'METRIC'
      ? { title: printable(title), align: 'right' }
      : { title: printable(title), align: 'left', widest: 40 }
  })
  const lines = renderTable(titles, rows, paint)
  const remainingCount = total - count
  return [
    ...(width === null ? [] : renderSeriesLines(print.series ?? [], { width, paint })),
    ...(width === null ? lines : withBars(lines, answer, { width, paint })),
    ...(remainingCount > 0
      ? [paint('faint', `… ${remainingCount} more rows; --limit shows more`)]
      : []),
    ...warningLines(answer, paint),
  ]
}

function createColumnStyle(
  column: AnswerColumn,
  { answer, presentations, exact }: QueryPrint,
): NumberStyle {
  const presentation = presentations.get(column.name) ?? PLAIN
  const values = readExactColumn(answer, column.name)
  return numberStyle({ presentation, values, changes: [], exact })
}

function toAnswerCell(
  { name, role }: AnswerColumn,
  value: Numeric,
  {
    styles,
    calendar,
  }: { readonly styles: ReadonlyMap<string, NumberStyle>; readonly calendar: WorkCalendar },
): Cell {
  if (role === 'METRIC') return { text: styles.get(name)!.value(value), role: 'plain' }
  return value === null
    ? { text: labelValue(null), role: 'faint' }
    : { text: labelValue(shownPeriod(name, String(value), calendar)), role: 'plain' }
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

function warningLines({ warnings }: MetricQueryData, paint: Paint): readonly string[] {
  const lines = warnings.map(({ code, details }) => {
    const sentence = describeValueWarning({ code, details }) ?? JSON.stringify(details)
    return `${paint('warning', `! ${printable(sentence)}`)} ${paint('faint', code)}`
  })
  // Metrics of several datasets are warned of one by one, often with the same words.
  return [...new Set(lines)]
}

function countRows({ columns, table }: MetricQueryData): number {
  return table[columns[0]?.name ?? '']?.length ?? 0
}

/** An answer as comma-separated values with every digit. */
export function renderQueryCsv(answer: MetricQueryData): readonly string[] {
  const names = answer.columns.map(({ name }) => name)
  const columns = names.map((name) => readExactColumn(answer, name))
  const rows = Array.from({ length: countRows(answer) }, (_, row): readonly CsvCell[] =>
    columns.map((column) => column[row] ?? null),
  )
  return [names, ...rows].map((row) => formatCsvLine(row))
}
