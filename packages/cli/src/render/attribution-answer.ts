import {
  type AttributionData,
  type AttributionTableData,
  GROUP_CLAIMS,
  MIX_OF_GROUPS_CLAIMS,
  type PeerComparisonRequest,
  readGroupFacts,
  sayClaims,
  type TimeComparisonRequest,
} from '@tributary/contract'
import {
  formatExact,
  formatPercent,
  type NumberStyle,
  type Numeric,
  PLAIN,
} from '@tributary/core/numbers'
import type { Presentation } from '@tributary/platform/internal'
import type { Paint } from '../terminal/paint.ts'
import { type AttributionRow, toRows } from './attribution-rows.ts'
import { renderAttributionTable } from './attribution-table.ts'
import { createAnswerStyle, unitBehind } from './number-style.ts'
import { type Cell, type Column, renderTable } from './table.ts'
import { printable } from './text.ts'
import { renderWarning } from './warning.ts'

/** A question with its answer, and how to print it. */
export interface AttributionPrint {
  /** The question as a title. */
  readonly title: string
  readonly request: TimeComparisonRequest | PeerComparisonRequest
  /** The two sides as a person reads them. @defaultValue the time constraints of the request */
  readonly notes?: { readonly current: string; readonly compare: string }
  /** Unit and format of the metric. @defaultValue plain numbers */
  readonly presentation?: Presentation
  /** Whether all digits are printed. @defaultValue false */
  readonly exact?: boolean
  readonly answer: AttributionData
  /** Lines between the overall change and the tables. @defaultValue none */
  readonly lead?: readonly string[]
  /** How many rows of each table to print per direction of change. */
  readonly rows: number
  readonly paint: Paint
  /** The width of the terminal in columns; null for no limit. */
  readonly width: number | null
}

const INDENT = '  '

/** The lines of an answer: the title, the overall change, and a table for each dimension. */
export function renderAttributionAnswer(print: AttributionPrint): readonly string[] {
  const { answer, paint, presentation = PLAIN, exact = false } = print
  const width = print.width === null ? null : print.width - INDENT.length
  const overall = overallRow(answer)
  const style = createAnswerStyle(
    presentation,
    { ...overall, change: overall.growth },
    { groups: listGroupNumbers(answer, overall.growth), exact },
  )
  const lines = [paint('title', print.title), '', ...indent(overallLines(print, overall, style))]
  lines.push(...warningLines(answer.warning, print))
  const headline = sayMix(print, overall)
  if (headline !== null) lines.push('', ...indent([paint('title', headline)]))
  const { lead = [] } = print
  if (lead.length > 0) lines.push('', ...indent(lead))
  for (const table of answer.tables.filter((answerTable) => !isOverall(answerTable.dimension))) {
    const heading = paint('heading', `by ${printable(table.dimension ?? '')}`)
    const body = table.empty
      ? [paint('faint', 'no rows')]
      : renderAttributionTable(table, {
          overall,
          rows: print.rows,
          style,
          exact,
          paint,
          width,
        })
    const claims = sayGroups(table, print, overall).filter((text) => text !== headline)
    const sentences = claims.length === 0 ? [] : [paint('faint', printable(claims.join(' ')))]
    lines.push('', heading, ...indent(sentences), '', ...indent(body))
    lines.push(...warningLines(table.warning, print))
  }
  return lines
}

/** The claims that hold for the groups of a table, as sentences. */
function sayGroups(
  table: AttributionTableData,
  { request }: AttributionPrint,
  { growth }: AttributionRow,
  claims: typeof GROUP_CLAIMS = GROUP_CLAIMS,
): readonly string[] {
  const change = Number(growth ?? Number.NaN)
  if (!Number.isFinite(change)) return []
  const facts = readGroupFacts(table, { metric: request.metric, change })
  const compares = 'compareDimension' in request.attribution ? 'groups' : 'periods'
  return sayClaims(claims, facts, { compares }).map(({ text }) => text)
}

/** The sentence that most of the change is a mix, of the first table that shows it; null where none does. */
function sayMix(print: AttributionPrint, overall: AttributionRow): string | null {
  for (const table of print.answer.tables) {
    if (isOverall(table.dimension)) continue
    const [text] = sayGroups(table, print, overall, MIX_OF_GROUPS_CLAIMS)
    if (text !== undefined) return text
  }
  return null
}

const OVERALL_COLUMNS: readonly Column[] = [
  { title: '', align: 'left' },
  { title: '', align: 'right' },
  { title: '', align: 'left' },
]

/** The values of all tables, and their changes and contributions. */
function listGroupNumbers({ tables }: AttributionData, change: Numeric) {
  const rows = tables.flatMap((table) => toRows(table, change))
  return {
    values: rows.flatMap((row) => [row.compare, row.current]),
    changes: rows.flatMap((row) => [row.growth, row.contribution]),
  }
}

function overallLines(
  print: AttributionPrint,
  overall: AttributionRow,
  style: NumberStyle,
): readonly string[] {
  const { paint, request, presentation = PLAIN, exact = false } = print
  const { compare, current, growth, growthRate } = overall
  const unit = exact ? '' : unitBehind(presentation)
  const notes = print.notes ?? getSideNotes(request)
  const line = (label: string, number: string, note: string): readonly Cell[] => [
    { text: label, role: 'plain' },
    { text: number, role: 'title' },
    { text: printable(note), role: 'faint' },
  ]
  const rate = exact ? formatExact(growthRate) : formatPercent(growthRate)
  const rows = [
    line('comparison', style.value(compare) + unit, notes.compare),
    line('current', style.value(current) + unit, notes.current),
    line('change', style.change(growth) + unit, rate),
    ...(request.attribution.filters ?? []).map((filter) => line('where', '', filter)),
  ]
  return [
    paint('faint', formatOverallHeading(request)),
    ...renderTable(OVERALL_COLUMNS, rows, paint),
  ]
}

function formatOverallHeading({ metric, attribution }: AttributionPrint['request']): string {
  const name = printable(metric)
  return attribution.attributionCalculateType === 'AVG' ? `${name}, average per period` : name
}

function getSideNotes({ attribution }: AttributionPrint['request']): {
  readonly current: string
  readonly compare: string
} {
  if (!('compareDimension' in attribution)) {
    const { currentTimeConstraint, currentRange, compareTimeConstraint, compareRange } = attribution
    return {
      current: currentTimeConstraint ?? currentRange ?? '',
      compare: compareTimeConstraint ?? compareRange ?? 'previous',
    }
  }
  const { currentObject, compareObject } = attribution
  return {
    current: currentObject.filters.join(' AND '),
    compare: compareObject.filters.join(' AND '),
  }
}

function overallRow(answer: AttributionData): AttributionRow {
  const table = answer.tables.find((answerTable) => isOverall(answerTable.dimension))
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

function warningLines(
  warning: string | null,
  { request, paint }: Pick<AttributionPrint, 'request' | 'paint'>,
): readonly string[] {
  const kind = 'compareDimension' in request.attribution ? 'peers' : 'times'
  const lines = renderWarning(warning, kind, paint)
  return lines.length === 0 ? [] : ['', ...indent(lines)]
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `${INDENT}${line}`))
}
