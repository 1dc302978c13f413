import type { TimeComparisonRequest } from '@tributary/contract'
import {
  parseTime,
  rangeCondition,
  rangeText,
  readCompareRange,
  readRange,
  type TimeRange,
} from '@tributary/expression'
import { type ConstantType, constantText, nameText } from '@tributary/expression/literal'
import type { DrillStep, WhyState } from '../address/why-state.ts'

/** The two windows of a question. */
export interface Windows {
  readonly current: TimeRange
  readonly compare: TimeRange
}

/** Where the data of a metric begins and ends, and the moment that words such as `last-month` refer to. */
export interface Reach {
  /** The first and the last time of the data as text; null without data. */
  readonly min: string | null
  readonly max: string | null
  readonly now: bigint
}

/**
 * The windows that a page names; without a name the last full month of the data and the one before it. Throws an
 * `ExpressionError` for words that are no range. Gives null where there is no data to choose windows by.
 */
export function windowsOf(
  { now, was }: Pick<WhyState, 'now' | 'was'>,
  reach: Reach,
): Windows | null {
  const current =
    now === null ? lastFullMonth(reach) : readRange(now, { now: reach.now, path: 'now' })
  if (current === null) return null
  const compare = readCompareRange(was ?? 'previous', current, { now: reach.now, path: 'was' })
  return { current, compare }
}

/** The last month of the data when data reaches its last day; else the month before, if data has begun by then. */
function lastFullMonth({ min, max }: Reach): TimeRange | null {
  const [first, last] = [parseTime(min ?? ''), parseTime(max ?? '')]
  if (first === null || last === null) return null
  const options = { now: last, path: 'now' }
  const month = readRange('this-month', options)
  const before = readRange('last-month', options)
  const lastDay = readRange('today', options)
  return lastDay.to === month.to || before.from < first ? month : before
}

/** The types of dimensions, such as `BIGINT`, by their names. */
export type DimensionTypes = ReadonlyMap<string, string>

/** The conditions of a page: those that were written, then one for each step of the drill path. */
export function conditionsOf(
  { where, at }: Pick<WhyState, 'where' | 'at'>,
  types: DimensionTypes,
): readonly string[] {
  return [...where, ...at.map((step) => stepCondition(step, types))]
}

/** The condition that selects one group of a dimension. */
export function stepCondition({ dimension, value }: DrillStep, types: DimensionTypes): string {
  const name = nameText(dimension)
  return value === null ? `${name} IS NULL` : `${name} = ${literal(value, types.get(dimension))}`
}

/** A value that is not of the type of its dimension, as an address may have it, is a text; the service says what it expects. */
function literal(value: string, type: string | undefined): string {
  try {
    return constantText(value, (type ?? 'VARCHAR') as ConstantType)
  } catch {
    return constantText(value, 'VARCHAR')
  }
}

/** What is asked beside the state of a page. */
export interface Asked {
  readonly windows: Windows
  readonly dimensions: readonly string[]
  readonly types: DimensionTypes
}

/** The body of E5 that asks what a page shows, by each of `dimensions`. */
export function timeQuestion(
  state: WhyState,
  { windows, dimensions, types }: Asked,
): TimeComparisonRequest {
  return {
    metric: state.metric,
    dimensions: [...dimensions],
    contributions: true,
    attribution: {
      attributionCalculateType: state.mean ? 'AVG' : 'ALL',
      currentTimeConstraint: rangeCondition(windows.current),
      compareTimeConstraint: rangeCondition(windows.compare),
      filters: [...conditionsOf(state, types)],
    },
  }
}

/** The command that asks the same in a terminal. */
export function commandText(state: WhyState, { windows, dimensions, types }: Asked): string {
  const flags = [
    ['--current', rangeText(windows.current)],
    ['--compare', rangeText(windows.compare)],
    ...dimensions.map((dimension) => ['--by', dimension] as const),
    ...conditionsOf(state, types).map((text) => ['--filter', text] as const),
  ] as const
  const mean = state.mean ? ' --average' : ''
  return `tributary explain ${quoted(state.metric)}${mean} ${flags.map(([flag, text]) => `${flag} ${quoted(text)}`).join(' ')}`
}

/** One argument of a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w./:,@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** The HTTP request that asks the same. The credential is a variable of the shell. */
export function curlText(service: string, body: TimeComparisonRequest): string {
  return [
    `curl -sS ${quoted(`${service}/api/v1/attribution/dim_time_compare`)}`,
    "-H 'content-type: application/json'",
    '-H "tenant-id: $TRIBUTARY_TENANT"',
    "-H 'auth-type: APIKEY'",
    '-H "auth-value: $TRIBUTARY_KEY"',
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ')
}
