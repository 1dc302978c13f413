import { COMMON_CLAIMS, MIX_CLAIMS, type RootCauseData, sayClaims } from '@tributary/contract'
import {
  formatChange,
  formatPercent,
  formatQuantity,
  fractionDigits,
} from '@tributary/core/numbers'
import type { Paint } from '../terminal/paint.ts'
import { type Cell, type Column, renderTable } from './table.ts'
import { formatNounCount } from './text.ts'
import { renderWarning } from './warning.ts'

const BAR = 12

/** An answer of `tributary causes`: the headline, the causes with bars, their conditions, and what is left. */
export function renderCauses(
  answer: RootCauseData,
  kind: 'times' | 'peers',
  paint: Paint,
): readonly string[] {
  const { causes, current, compare, change } = answer
  const digits = fractionDigits([current, compare, change])
  const totals = `${formatQuantity(compare, digits)} → ${formatQuantity(current, digits)} (${formatChange(change, digits)})`
  return [
    paint('title', answer.headline),
    paint('faint', totals),
    ...renderWarning(answer.warning, kind, paint),
    ...(answer.parts.length === 0 ? [] : ['', ...partTable(answer, paint)]),
    ...(causes.length === 0
      ? []
      : ['', ...causeTable(answer, paint), '', ...wheres(answer, paint)]),
    '',
    ...residue(answer, kind, digits),
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
function partTable({ parts }: RootCauseData, paint: Paint): readonly string[] {
  const digits = fractionDigits(parts.flatMap((part) => [part.current, part.compare]))
  const contributionDigits = fractionDigits(parts.map((part) => part.contribution))
  const rows = parts.map((part): readonly Cell[] => {
    const plain = (text: string): Cell => ({ text, role: 'plain' })
    const role = (part.share ?? 0) < 0 ? 'against' : 'with'
    return [
      plain(part.part),
      plain(formatQuantity(part.compare, digits)),
      plain(formatQuantity(part.current, digits)),
      { text: formatChange(part.contribution, contributionDigits), role },
      plain(formatPercent(part.share)),
      plain(part.common === null ? '' : formatChange(part.common.contribution, contributionDigits)),
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

function causeTable({ causes }: RootCauseData, paint: Paint): readonly string[] {
  const digits = fractionDigits(causes.flatMap((cause) => [cause.current, cause.compare]))
  const parts = fractionDigits(causes.map((cause) => cause.contribution))
  const longest = Math.max(...causes.map((cause) => Math.abs(cause.contribution)))
  const rows = causes.map((cause, index): readonly Cell[] => {
    const role = (cause.share ?? 0) < 0 ? 'against' : 'with'
    const length = longest === 0 ? 0 : Math.round((BAR * Math.abs(cause.contribution)) / longest)
    const plain = (text: string): Cell => ({ text, role: 'plain' })
    return [
      { text: String(index + 1), role: 'faint' },
      plain(segmentText(cause)),
      plain(formatQuantity(cause.compare, digits)),
      plain(formatQuantity(cause.current, digits)),
      plain(formatQuantity(cause.expected, digits)),
      { text: formatChange(cause.contribution, parts), role },
      plain(formatChange(cause.rateContribution, parts)),
      plain(formatChange(cause.mixContribution, parts)),
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

type Cause = RootCauseData['causes'][number]

function segmentText({ conditions, part }: Cause): string {
  const text = conditions
    .map(({ dimension, value, not }) => `${dimension} ${not ? '≠' : '='} ${value ?? '(no value)'}`)
    .join(', ')
  return part === null ? text : `${part}: ${text}`
}

/** A line for each cause that can be pasted behind a command. */
function wheres({ causes }: RootCauseData, paint: Paint): readonly string[] {
  return causes.flatMap(({ where }, index) =>
    where === null ? [] : [`${paint('faint', String(index + 1))} --where ${quoteForShell(where)}`],
  )
}

/** In single quotes, as a shell reads them. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** What no cause holds: the common move, the mix, and what is not explained. */
function residue(
  answer: RootCauseData,
  kind: 'times' | 'peers',
  digits: number,
): readonly string[] {
  const { change, common, mix, unexplained } = answer
  if (change === null) return []
  const zero = formatChange(0, digits)
  const compares = kind === 'times' ? 'periods' : 'groups'
  const lines = (claims: typeof COMMON_CLAIMS, contribution: number): readonly string[] =>
    sayClaims(claims, answer, { compares }).map(
      ({ text }) => `${text}: ${formatChange(contribution, digits)}`,
    )
  const isUnexplained = formatChange(Math.abs(unexplained), digits) !== zero
  const explained = [
    ...(common === null ? [] : lines(COMMON_CLAIMS, common.contribution)),
    ...(mix === null || formatChange(Math.abs(mix.remaining), digits) === zero
      ? []
      : lines(MIX_CLAIMS, mix.remaining)),
  ]
  return isUnexplained || explained.length === 0
    ? [...explained, `not explained: ${formatChange(unexplained, digits)}`]
    : explained
}

function describeSearch({ considered }: RootCauseData): string {
  const { segments, combinations, dimensions, history, leftOut, cut } = considered
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
