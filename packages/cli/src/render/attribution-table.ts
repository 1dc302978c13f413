import type { AttributionTableData } from '@tributary/contract'
import {
  formatExact,
  formatPercent,
  NO_NUMBER,
  type NumberStyle,
  type Numeric,
  sumExactly,
} from '@tributary/core/numbers'
import type { Paint, Role } from '../terminal/paint.ts'
import { type AttributionRow, hasParts, keyColumns, pickRows, toRows } from './attribution-rows.ts'
import { appendBars, type Cell, type Column, renderTable } from './table.ts'
import { printable } from './text.ts'

/** How a result table is printed. */
export interface AttributionTableOptions {
  /** The row of the overall table, whose growth the rows share; printed as the last line. */
  readonly overall: AttributionRow
  /** How many rows to print per direction of change. */
  readonly rows: number
  /** How the numbers of the answer are written. */
  readonly style: NumberStyle
  /** Whether all digits are printed. */
  readonly exact: boolean
  readonly paint: Paint
  /** The width in columns; null for no limit. */
  readonly width: number | null
}

/** How the numbers of one table are printed. */
type Styles = Pick<AttributionTableOptions, 'style' | 'exact'>

const VALUES = ['comparison', 'current', 'change', 'change %'] as const
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
  const { first, left: remainingRows, last } = pickRows(rows, options.rows)
  const styles: Styles = options
  const all = { ...overall, ...sumRowParts(rows), keys: label(`all ${rows.length}`, keys.length) }
  const lines = [
    ...first.map((row) => rowCells(row, { styles, parts }, pickRowRole(row))),
    ...(remainingRows.length === 0
      ? []
      : [sumCells(remainingRows, keys.length, { styles, parts })]),
    ...last.map((row) => rowCells(row, { styles, parts }, pickRowRole(row))),
    rowCells(all, { styles, parts }, 'plain'),
  ]
  const shares = [
    null,
    ...first.map((row) => row.share),
    ...(remainingRows.length === 0 ? [] : [null]),
    ...last.map((row) => row.share),
    null,
  ]
  return appendBars(renderTable(createAttributionColumns(keys, parts), lines, paint), shares, {
    width,
    paint,
  })
}

/** The colour of a row's contribution: with the change or against it. */
function pickRowRole(row: AttributionRow): Role {
  if (row.share === null || row.share === 0) return 'plain'
  return row.share > 0 ? 'with' : 'against'
}

function createAttributionColumns(
  keys: readonly string[],
  parts: readonly Part[],
): readonly Column[] {
  return [
    ...keys.map((key): Column => ({ title: printable(key), align: 'left', widest: 40 })),
    ...[...VALUES, ...parts].map((measure): Column => ({ title: measure, align: 'right' })),
  ]
}

/** A row, or the sum of rows. */
type PrintedRow = Omit<AttributionRow, 'share'> & { readonly share: Numeric }

/** How the numbers of a line are printed. */
interface LineStyle {
  readonly styles: Styles
  readonly parts: readonly Part[]
}

function rowCells(row: PrintedRow, { styles, parts }: LineStyle, role: Role): readonly Cell[] {
  return [
    ...row.keys.map((key): Cell => ({ text: printable(key), role: 'plain' })),
    { text: styles.style.value(row.compare), role: 'plain' },
    { text: styles.style.value(row.current), role: 'plain' },
    { text: styles.style.change(row.growth), role: 'plain' },
    { text: formatRate(row.growthRate, styles), role: 'plain' },
    ...parts.map((part): Cell => ({ text: formatPart(row[part], part, styles), role })),
  ]
}

function formatPart(value: Numeric, part: Part, styles: Styles): string {
  return part === 'share' ? formatRate(value, styles) : styles.style.change(value)
}

/** A fraction as a percentage; with all digits as it is. */
function formatRate(value: Numeric, { exact }: Styles): string {
  return exact ? formatExact(value) : formatPercent(value)
}

/** The line for the rows left out: only contribution and share can be added. */
function sumCells(
  rows: readonly AttributionRow[],
  keyCount: number,
  { styles, parts }: LineStyle,
): readonly Cell[] {
  const sum = sumRowParts(rows)
  const sums = parts.map((part) => formatPart(sum[part], part, styles))
  return [
    ...label(`… ${rows.length} more`, keyCount),
    ...VALUES.map(() => ''),
    ...sums.map((text) => (text === NO_NUMBER ? '' : text)),
  ].map((text) => ({ text, role: 'faint' }))
}

/** The key cells of a line that stands for several rows. */
function label(text: string, keyCount: number): readonly string[] {
  return [text, ...Array.from({ length: keyCount - 1 }, () => '')]
}

function sumRowParts(rows: readonly AttributionRow[]): Readonly<Record<Part, string | null>> {
  const sumPart = (part: Part) => sumExactly(rows.map((row) => row[part]))
  return {
    contribution: sumPart('contribution'),
    rate: sumPart('rate'),
    mix: sumPart('mix'),
    share: sumPart('share'),
  }
}
