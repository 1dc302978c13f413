import type { AttributionData, TimeComparisonRequest } from '@tributary/contract'
import type { Paint } from '../terminal/paint.ts'
import { type AttributionRow, toRows } from './attribution-rows.ts'
import { renderAttributionTable } from './attribution-table.ts'
import { formatExact, formatPercent, NO_NUMBER } from './number.ts'
import { type Cell, type Column, renderTable } from './table.ts'
import { printable } from './text.ts'

/** A question with its answer, and how to print it. */
export interface AttributionPrint {
  /** The question as a title. */
  readonly title: string
  readonly request: TimeComparisonRequest
  readonly answer: AttributionData
  /** How many rows of each table to print per direction of change. */
  readonly rows: number
  readonly paint: Paint
  /** The width of the terminal in columns; null for no limit. */
  readonly width: number | null
}

const INDENT = '  '

/** The lines of an answer: the title, the overall change with all its digits, and a table for each dimension. */
export function renderAttributionAnswer(print: AttributionPrint): readonly string[] {
  const { answer, paint } = print
  const width = print.width === null ? null : print.width - INDENT.length
  const overall = overallRow(answer)
  const lines = [paint('title', print.title), '', ...indent(overallLines(print, overall))]
  lines.push(...warningLines(answer.warning, paint))
  for (const table of answer.tables.filter((one) => !isOverall(one.dimension))) {
    const heading = paint('heading', `by ${printable(table.dimension ?? '')}`)
    const body = table.empty
      ? [paint('faint', 'no rows')]
      : renderAttributionTable(table, { overall, rows: print.rows, paint, width })
    lines.push('', heading, '', ...indent(body), ...warningLines(table.warning, paint))
  }
  return lines
}

/** An explanation of each warning code of an attribution answer. */
const MEANINGS: Readonly<Record<string, string>> = {
  RANGE_LENGTH_DIFFERS: 'the ranges differ in length; AVG compares averages per period',
  PARTIAL_RANGE: 'the data covers only part of a range',
  NO_DATA_CURRENT: 'the current range has no rows',
  NO_DATA_COMPARE: 'the compared range has no rows',
  AVERAGE_UNDEFINED: 'the data has no period of a range, so there is no average over it',
  OVERALL_UNDEFINED: 'the change of the whole is undefined or zero, so no row has a share of it',
  NOT_ADDITIVE: 'the same item counts in several rows, so the shares do not add up to 100 %',
  NOT_ATTRIBUTABLE:
    'this metric cannot be split into contributions; showing values and growth only',
  RATIO_UNDEFINED: 'a denominator is zero or changes sign, so there are no shares',
  CHANGE_WITHIN_ROUNDING:
    'the overall value changed by no more than its rounding, so there is nothing to split',
  OVERFLOW: 'a number is beyond the range of a DOUBLE (1.8e308), so it is left out',
  TOTAL_UNCHANGED: 'the overall value did not change, so there is nothing to split',
  NEGATIVE_BASE: 'a compared value is negative, which reverses the sign of its growth %',
  OFFSETTING_CHANGES: 'large changes cancel each other out, so shares can exceed 100 %',
  TRUNCATED: 'only the rows that moved the metric most are included',
  OBJECTS_OVERLAP: 'some rows belong to both sides',
  COMPARE_DIMENSION: 'this dimension defines the two sides, so each of its rows lies on one side',
  NOT_CLOSED:
    'the formula is undefined or jumps somewhere between the two totals, so there are no shares',
}

/** Separates two warnings; a detail may contain semicolons itself. */
const SEPARATOR = /; (?=[A-Z]+_[A-Z_]+(?: |;|$))/

/** The lines of a `warning` field: `CODE detail: explanation` for each code. None for null. */
export function renderWarning(warning: string | null): readonly string[] {
  if (warning === null || warning === '') return []
  return warning.split(SEPARATOR).map((entry) => {
    const meaning = MEANINGS[entry.split(' ', 1)[0]!]
    return meaning === undefined ? entry : `${entry}: ${meaning}`
  })
}

const OVERALL_COLUMNS: readonly Column[] = [
  { title: '', align: 'left' },
  { title: '', align: 'right' },
  { title: '', align: 'left' },
]

function overallLines(print: AttributionPrint, overall: AttributionRow): readonly string[] {
  const { paint, request } = print
  const { attributionCalculateType, currentTimeConstraint, compareTimeConstraint } =
    request.attribution
  const filters = request.attribution.filters ?? []
  const line = (label: string, number: string, note: string): readonly Cell[] => [
    { text: label, role: 'plain' },
    { text: number, role: 'title' },
    { text: printable(note), role: 'faint' },
  ]
  const rows = [
    line('compare', printable(formatExact(overall.compare)), compareTimeConstraint),
    line('current', printable(formatExact(overall.current)), currentTimeConstraint),
    line('growth', signed(formatExact(overall.growth)), formatPercent(overall.growthRate)),
    ...filters.map((filter) => line('where', '', filter)),
  ]
  const metric = printable(request.metric)
  const heading = attributionCalculateType === 'AVG' ? `${metric}, average per period` : metric
  return [paint('faint', heading), ...renderTable(OVERALL_COLUMNS, rows, paint)]
}

function overallRow(answer: AttributionData): AttributionRow {
  const table = answer.tables.find((one) => isOverall(one.dimension))
  const growth = table?.table['@growth']?.[0] ?? null
  const row = table === undefined ? undefined : toRows(table, growth)[0]
  return row ?? EMPTY_ROW
}

/** The overall row when the overall table is empty because a range has no data. */
const EMPTY_ROW: AttributionRow = {
  keys: [],
  compare: null,
  current: null,
  growth: null,
  growthRate: null,
  share: null,
  contribution: null,
  rate: null,
  mix: null,
}

function isOverall(dimension: string | null): boolean {
  return dimension === null || dimension === ''
}

function signed(number: string): string {
  return number === NO_NUMBER || number === '0' || number.startsWith('-') ? number : `+${number}`
}

function warningLines(warning: string | null, paint: Paint): readonly string[] {
  const lines = renderWarning(warning).map((text) => paint('warning', `! ${printable(text)}`))
  return lines.length === 0 ? [] : ['', ...indent(lines)]
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `${INDENT}${line}`))
}
