import type { AttributionTableData } from '@tributary/contract'
import type { Paint, Role } from '../terminal/paint.ts'
import { type AttributionRow, hasParts, keyColumns, pickRows, toRows } from './attribution-rows.ts'
import {
  formatChange,
  formatPercent,
  formatQuantity,
  fractionDigits,
  NO_NUMBER,
  type Numeric,
} from './number.ts'
import { appendBars, type Cell, type Column, renderTable } from './table.ts'
import { printable } from './text.ts'

/** How a result table is printed. */
export interface AttributionTableOptions {
  /** The row of the overall table, whose growth the rows share; printed as the last line. */
  readonly overall: AttributionRow
  /** How many rows to print per direction of change. */
  readonly rows: number
  readonly paint: Paint
  /** The width in columns; null for no limit. */
  readonly width: number | null
}

/** The fractional digits of the numbers in one table. */
interface Digits {
  readonly value: number
  readonly contribution: number
}

const VALUES = ['compare', 'current', 'growth', 'growth %'] as const
/** The numbers that add up over rows. */
const PARTS = ['contribution', 'rate', 'mix', 'share'] as const
type Part = (typeof PARTS)[number]

/**
 * The lines of one result table: the rows that moved the metric most, one line with the sum of the rows left out, the
 * rows that moved against the change, and a last line for all rows. The contributions of the other lines add up to the
 * last one's. Bars show the shares when there is room.
 */
export function renderAttributionTable(
  table: AttributionTableData,
  options: AttributionTableOptions,
): readonly string[] {
  const { overall, paint, width } = options
  const keys = keyColumns(table)
  const parts = PARTS.filter((part) => hasParts(table) || (part !== 'rate' && part !== 'mix'))
  const rows = toRows(table, overall.growth)
  const { first, left, last } = pickRows(rows, options.rows)
  const digits: Digits = {
    value: fractionDigits([...rows, overall].flatMap((row) => [row.compare, row.current])),
    contribution: fractionDigits([...rows.map((row) => row.contribution), overall.growth]),
  }
  const all = { ...overall, ...sumOf(rows), keys: label(`all ${rows.length}`, keys.length) }
  const lines = [
    ...first.map((row) => rowCells(row, { digits, parts }, roleOf(row))),
    ...(left.length === 0 ? [] : [sumCells(left, keys.length, { digits, parts })]),
    ...last.map((row) => rowCells(row, { digits, parts }, roleOf(row))),
    rowCells(all, { digits, parts }, 'plain'),
  ]
  const shares = [
    null,
    ...first.map((row) => row.share),
    ...(left.length === 0 ? [] : [null]),
    ...last.map((row) => row.share),
    null,
  ]
  return appendBars(renderTable(columnsOf(keys, parts), lines, paint), shares, { width, paint })
}

/** The colour of a row's contribution: with the change or against it. */
function roleOf(row: AttributionRow): Role {
  if (row.share === null || row.share === 0) return 'plain'
  return row.share > 0 ? 'with' : 'against'
}

function columnsOf(keys: readonly string[], parts: readonly Part[]): readonly Column[] {
  return [
    ...keys.map((key): Column => ({ title: printable(key), align: 'left', widest: 40 })),
    ...[...VALUES, ...parts].map((measure): Column => ({ title: measure, align: 'right' })),
  ]
}

/** How the numbers of a line are printed. */
interface LineStyle {
  readonly digits: Digits
  readonly parts: readonly Part[]
}

function rowCells(row: AttributionRow, { digits, parts }: LineStyle, role: Role): readonly Cell[] {
  return [
    ...row.keys.map((key): Cell => ({ text: printable(key), role: 'plain' })),
    { text: formatValue(row.compare, digits.value), role: 'plain' },
    { text: formatValue(row.current, digits.value), role: 'plain' },
    { text: formatChange(row.growth, digits.value), role: 'plain' },
    { text: formatPercent(row.growthRate), role: 'plain' },
    ...parts.map((part): Cell => ({ text: formatPart(row[part], part, digits), role })),
  ]
}

function formatPart(value: Numeric, part: Part, { contribution }: Digits): string {
  return part === 'share' ? formatPercent(value) : formatChange(value, contribution)
}

/** A value of the metric: a number, or the text of a MIN or MAX of texts, dates or times. */
function formatValue(value: Numeric, digits: number): string {
  return typeof value === 'string' ? printable(value) : formatQuantity(value, digits)
}

/** The line for the rows left out: only contribution and share can be added. */
function sumCells(
  rows: readonly AttributionRow[],
  keyCount: number,
  { digits, parts }: LineStyle,
): readonly Cell[] {
  const sum = sumOf(rows)
  const sums = parts.map((part) => formatPart(sum[part], part, digits))
  return [
    ...label(`… ${rows.length} more`, keyCount),
    ...['', '', '', ''],
    ...sums.map((text) => (text === NO_NUMBER ? '' : text)),
  ].map((text) => ({ text, role: 'faint' }))
}

/** The key cells of a line that stands for several rows. */
function label(text: string, keyCount: number): readonly string[] {
  return [text, ...Array.from({ length: keyCount - 1 }, () => '')]
}

function sumOf(rows: readonly AttributionRow[]): Pick<AttributionRow, Part> {
  return {
    contribution: sum(rows.map((row) => row.contribution)),
    rate: sum(rows.map((row) => row.rate)),
    mix: sum(rows.map((row) => row.mix)),
    share: sum(rows.map((row) => row.share)),
  }
}

/** The sum of the values that are not null; null when there are none. */
function sum(values: readonly Numeric[]): number | null {
  const numbers = values.filter((value) => value !== null).map(Number)
  return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0)
}
