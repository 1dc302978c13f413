import { COMMON_CLAIMS, MIX_CLAIMS, type RootCauseData, sayClaims } from '@tributary/contract'
import { formatPercent, type NumberStyle, PLAIN } from '@tributary/core/numbers'
import type { Presentation } from '@tributary/platform/internal'
import type { Paint } from '../terminal/paint.ts'
import { createAnswerStyle, unitBehind } from './number-style.ts'
import { type Cell, type Column, renderTable } from './table.ts'
import { formatNounCount } from './text.ts'
import { renderWarning } from './warning.ts'

const BAR = 12

/** An answer of `tributary causes`, and how to print it. */
export interface CausesPrint {
  readonly answer: RootCauseData
  readonly kind: 'times' | 'peers'
  /** Unit and format of the metric. */
  readonly presentation: Presentation
  readonly paint: Paint
}

/** The headline, the causes with bars, their conditions, and what is left. */
export function renderCauses({
  answer,
  kind,
  presentation,
  paint,
}: CausesPrint): readonly string[] {
  const { causes, current, compare, change, ranking } = answer
  // An expected number of whole things is a fraction, and has the digits of whole numbers.
  const values = [
    ...causes.flatMap((cause) => (cause.part === null ? [cause.compare, cause.current] : [])),
    ...(ranking?.segments ?? []).flatMap((segment) => [segment.compare, segment.current]),
  ]
  const style = createAnswerStyle(presentation, answer, { groups: { values, changes: [] } })
  const totals = `${style.value(compare)} → ${style.value(current)}${unitBehind(presentation)} (${style.change(change)})`
  return [
    paint('title', answer.headline),
    paint('faint', totals),
    ...renderWarning(answer.warning, kind, paint),
    ...(answer.parts.length === 0 ? [] : ['', ...partTable(answer, style, paint)]),
    ...(causes.length === 0
      ? []
      : ['', ...causeTable(answer, style, paint), '', ...wheres(causes, paint)]),
    '',
    ...(ranking === null ? [] : [...renderRanking(ranking, style, paint), '']),
    ...(isSearched(answer) ? residue(answer, kind, style) : []),
    paint('faint', describeSearch(answer)),
  ]
}

const PART_COLUMNS: readonly Column[] = [
  { title: 'part', align: 'left', widest: 48 },
  { title: 'comparison', align: 'right' },
  { title: 'current', align: 'right' },
  { title: 'contribution', align: 'right' },
  { title: 'of the change', align: 'right' },
  { title: 'in common', align: 'right' },
  { title: 'not searched', align: 'left', widest: 48 },
]

/** The contributions of the parts of a formula. The last columns are there where a part has something in them. */
function partTable({ parts }: RootCauseData, style: NumberStyle, paint: Paint): readonly string[] {
  const rows = parts.map((part): readonly Cell[] => {
    const plain = (text: string): Cell => ({ text, role: 'plain' })
    const role = (part.share ?? 0) < 0 ? 'against' : 'with'
    return [
      plain(part.part),
      plain(pickValueStyle(part, style).value(part.compare)),
      plain(pickValueStyle(part, style).value(part.current)),
      { text: style.change(part.contribution), role },
      plain(formatPercent(part.share)),
      plain(part.common === null ? '' : style.change(part.common.contribution)),
      plain(part.reason ?? ''),
    ]
  })
  const isShown = PART_COLUMNS.map(
    (_, index) => index < 5 || rows.some((row) => row[index]!.text !== ''),
  )
  return renderTable(
    PART_COLUMNS.filter((_, index) => isShown[index]),
    rows.map((row) => row.filter((_, index) => isShown[index])),
    paint,
  )
}

const COLUMNS: readonly Column[] = [
  { title: '', align: 'right' },
  { title: 'segment', align: 'left', widest: 48 },
  { title: 'comparison', align: 'right' },
  { title: 'current', align: 'right' },
  { title: 'expected', align: 'right' },
  { title: 'contribution', align: 'right' },
  { title: 'rate', align: 'right' },
  { title: 'mix', align: 'right' },
  { title: 'of the change', align: 'right' },
  { title: '', align: 'left' },
  { title: 'sure', align: 'left' },
]
/** The columns that only quotients have. */
const RATE_AND_MIX = ['rate', 'mix']

/** How values are written: those of a part of a formula do not have the unit of the metric. */
function pickValueStyle(
  { part, compare, current }: Pick<Cause, 'part' | 'compare' | 'current'>,
  style: NumberStyle,
): NumberStyle {
  if (part === null) return style
  const change = compare === null || current === null ? null : current - compare
  return createAnswerStyle(PLAIN, { compare, current, change }, {})
}

function causeTable(
  { causes }: RootCauseData,
  style: NumberStyle,
  paint: Paint,
): readonly string[] {
  const longest = Math.max(...causes.map((cause) => Math.abs(cause.contribution)))
  const rows = causes.map((cause, index): readonly Cell[] => {
    const role = (cause.share ?? 0) < 0 ? 'against' : 'with'
    const length = longest === 0 ? 0 : Math.round((BAR * Math.abs(cause.contribution)) / longest)
    const plain = (text: string): Cell => ({ text, role: 'plain' })
    return [
      { text: String(index + 1), role: 'faint' },
      plain(segmentText(cause)),
      plain(pickValueStyle(cause, style).value(cause.compare)),
      plain(pickValueStyle(cause, style).value(cause.current)),
      plain(pickValueStyle(cause, style).value(cause.expected)),
      { text: style.change(cause.contribution), role },
      plain(style.change(cause.rateContribution)),
      plain(style.change(cause.mixContribution)),
      plain(formatPercent(cause.share)),
      { text: '█'.repeat(length), role },
      plain(cause.kind === 'changed' ? cause.confidence : `${cause.confidence}, ${cause.kind}`),
    ]
  })
  const isDivided = causes.some(({ rateContribution }) => rateContribution !== null)
  const isShown = COLUMNS.map(({ title }) => isDivided || !RATE_AND_MIX.includes(title))
  return renderTable(
    COLUMNS.filter((_, index) => isShown[index]),
    rows.map((row) => row.filter((_, index) => isShown[index])),
    paint,
  )
}

type Ranking = NonNullable<RootCauseData['ranking']>

const RANKING_COLUMNS: readonly Column[] = [
  { title: '', align: 'right' },
  { title: 'segment', align: 'left', widest: 48 },
  { title: 'comparison', align: 'right' },
  { title: 'current', align: 'right' },
  { title: 'change', align: 'right' },
]

/** The segments of a metric without exact shares by their change, and their conditions. */
function renderRanking(
  { segments, groups, reason }: Ranking,
  style: NumberStyle,
  paint: Paint,
): readonly string[] {
  if (segments.length === 0) return [`segments by their change: none`]
  const rows = segments.map(({ conditions, compare, current, change }, index): readonly Cell[] => {
    const plain = (text: string): Cell => ({ text, role: 'plain' })
    return [
      { text: String(index + 1), role: 'faint' },
      plain(segmentText({ conditions, part: null })),
      plain(style.value(compare)),
      plain(style.value(current)),
      plain(style.change(change)),
    ]
  })
  const title = `segments by their change, the first ${segments.length} of ${groups} (no exact shares: ${reason})`
  return [
    paint('faint', title),
    ...renderTable(RANKING_COLUMNS, rows, paint),
    '',
    ...wheres(segments, paint),
  ]
}

/** Whether causes were searched: of a metric without parts that divide among rows, they are not. */
function isSearched({ considered }: RootCauseData): boolean {
  return considered.combinations > 0
}

type Cause = RootCauseData['causes'][number]

function segmentText({ conditions, part }: Pick<Cause, 'conditions' | 'part'>): string {
  const text = conditions
    .map(({ dimension, value, not }) => `${dimension} ${not ? '≠' : '='} ${value ?? '(no value)'}`)
    .join(', ')
  return part === null ? text : `${part}: ${text}`
}

/** A line for each segment that can be pasted behind a command. */
function wheres(segments: readonly Pick<Cause, 'where'>[], paint: Paint): readonly string[] {
  return segments.flatMap(({ where }, index) =>
    where === null ? [] : [`${paint('faint', String(index + 1))} --where ${quoteForShell(where)}`],
  )
}

/** In single quotes, as a shell reads them. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The change outside of causes: the common move, the mix, and the unexplained remainder. */
function residue(
  answer: RootCauseData,
  kind: 'times' | 'peers',
  style: NumberStyle,
): readonly string[] {
  const { change, common, mix, unexplained } = answer
  if (change === null) return []
  const zero = style.change(0)
  const compares = kind === 'times' ? 'periods' : 'groups'
  const lines = (claims: typeof COMMON_CLAIMS, contribution: number): readonly string[] =>
    sayClaims(claims, answer, { compares }).map(
      ({ text }) => `${text}: ${style.change(contribution)}`,
    )
  const isUnexplained = style.change(Math.abs(unexplained)) !== zero
  const explained = [
    ...(common === null ? [] : lines(COMMON_CLAIMS, common.contribution)),
    ...(mix === null || style.change(Math.abs(mix.remaining)) === zero
      ? []
      : lines(MIX_CLAIMS, mix.remaining)),
  ]
  return isUnexplained || explained.length === 0
    ? [...explained, `not explained: ${style.change(unexplained)}`]
    : explained
}

function describeSearch(answer: RootCauseData): string {
  const { considered } = answer
  const { segments, combinations, dimensions, history, leftOut, cut } = considered
  const searchedDimensions = dimensions.filter((name) => !leftOut.includes(name))
  const compared = `compared ${formatNounCount(segments, 'segment')} of ${searchedDimensions.join(', ')}`
  if (!isSearched(answer) && answer.ranking !== null) {
    return [compared, ...(leftOut.length === 0 ? [] : [`left out: ${leftOut.join(', ')}`])].join(
      '; ',
    )
  }
  const parts = [
    `searched ${formatNounCount(segments, 'segment')} of ${formatNounCount(combinations, 'combination')} of ${dimensions.join(', ')}`,
    history === 0 ? 'without a history' : `with ${history} earlier periods`,
    ...(considered.isDepthCut
      ? [
          `with at most ${formatNounCount(considered.depth, 'condition')}: more would take over 1 GiB`,
        ]
      : []),
    ...(leftOut.length === 0 ? [] : [`left out: ${leftOut.join(', ')}`]),
    ...cut.map(
      ({ dimension, kept: retainedCount, values }) =>
        `${dimension}: the largest ${retainedCount} of ${values} values`,
    ),
  ]
  return parts.join('; ')
}
