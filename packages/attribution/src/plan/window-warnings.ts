import { toText } from '@tributary/expression'
import { DAY } from '@tributary/expression/internal'
import type { AttributionRequest, FactRows, RowTime } from '../request/request.ts'
import { isTextExtreme, type Measure } from '../request/source.ts'
import { type Warning, type WarningDetails, warning } from '../request/warnings.ts'
import type { FactReach } from './join-facts.ts'
import type { MetricForm } from './metric-form.ts'
import { type Frontier, findWindowIntervals, WINDOWS } from './periods.ts'
import { findCutGrain, findPartialPeriods, type ReachedWindows } from './reach.ts'

/** The codes of windows without rows. */
export const NO_DATA = { current: 'NO_DATA_CURRENT', compare: 'NO_DATA_COMPARE' } as const

/** A comparison whose windows are warned of. */
export interface WarnedComparison {
  readonly request: Pick<
    AttributionRequest,
    'dataset' | 'time' | 'windows' | 'otherFacts' | 'calculation' | 'metric'
  >
  readonly form: MetricForm
  readonly windows: ReachedWindows
}

/**
 * The warnings about windows without rows, windows that the data covers in part or that have parts of periods, and windows that differ in length, each once
 * and with the name of the dataset where the request has it. How far the data reaches is known of the scope, which rows there
 * are of the root scope.
 */
export function windowWarnings(
  comparison: WarnedComparison,
  reached: { readonly root: readonly FactReach[]; readonly scope: readonly FactReach[] },
): readonly Warning[] {
  const { request, windows } = comparison
  const facts = [request, ...(request.otherFacts ?? [])]
  const averages = helpsAveraging(comparison) ? {} : NO_AVERAGES
  const missing = WINDOWS.flatMap((window) =>
    facts.flatMap((fact, index) => {
      if (reached.root[index]!.present[window]) return []
      const { frontier } = reached.scope[index]!
      const range = frontier === null ? {} : frontierTexts(frontier, fact.time)
      return [warning(NO_DATA[window], { ...range, ...nameDataset(fact) })]
    }),
  )
  const partial = WINDOWS.flatMap((window) =>
    facts.flatMap((fact, index) => {
      const periods = findPartialPeriods(windows.facts[index]![window])
      if (periods === null) return []
      const details = { [window]: periods.count, of: periods.total }
      return [warning('PARTIAL_RANGE', { ...details, ...nameDataset(fact), ...averages })]
    }),
  )
  const undefinedMeans = windows.withoutMean.map((window) =>
    warning('AVERAGE_UNDEFINED', { window }),
  )
  const cut = WINDOWS.flatMap((window) =>
    facts.flatMap((fact) => {
      const grain = findCutGrain(fact, findWindowIntervals(fact)[window])
      return grain === null
        ? []
        : [warning('PART_OF_PERIOD', { window, grain, ...nameDataset(fact) })]
    }),
  )
  const lengths = listLengthWarnings(comparison)
  return distinct([...missing, ...partial, ...cut, ...undefinedMeans, ...lengths])
}

/** The detail that says that averages are no way out. */
const NO_AVERAGES = { average: 'no' } as const

/**
 * Whether means per base period can be asked for and do not depend on how many periods the windows have. A mean or a share of
 * one dataset is the same as that of totals; what looks at other windows, or is taken at one time, has its own length.
 */
function helpsAveraging({ request, form, windows }: WarnedComparison): boolean {
  const { calculation, metric } = request
  if (calculation === 'AVG' || !canAverage(metric.measures)) return false
  const isEqual = windows.facts.every((periods) =>
    WINDOWS.every((window) => periods[window]?.count === windows.facts[0]![window]?.count),
  )
  return !isRate(form) || !isEqual
}

function canAverage(measures: readonly Measure[]): boolean {
  return (
    measures.some(({ aggregate }) => ADDED_UP.has(aggregate)) &&
    measures.every(
      (measure) =>
        measure.nested === undefined &&
        measure.snapshot === undefined &&
        measure.otherWindow === undefined &&
        !isTextExtreme(measure),
    )
  )
}

/** The aggregates that grow with the length of a window. */
const ADDED_UP: ReadonlySet<Measure['aggregate']> = new Set(['SUM', 'COUNT', 'COUNT_DISTINCT'])

/** Whether a value does not grow with a window: a mean or a share. A number of distinct values does, but not in proportion. */
function isRate(form: MetricForm): boolean {
  return form.kind === 'quotient' && !form.overlaps
}

/** The warnings that totals are over windows of unequal length, where means are not. */
function listLengthWarnings({ request, form, windows }: WarnedComparison): readonly Warning[] {
  const { calculation, metric } = request
  if (calculation === 'AVG' || isRate(form) || !canAverage(metric.measures)) return []
  const facts = [request, ...(request.otherFacts ?? [])]
  const lengths = windows.facts.flatMap(({ current, compare }, index) => {
    const growing = metric.measures.some(
      ({ aggregate, otherFact = -1 }) => ADDED_UP.has(aggregate) && otherFact + 1 === index,
    )
    if (!growing || current === null || compare === null) return []
    if (current.count === 0 || compare.count === 0 || current.count === compare.count) return []
    return [{ fact: facts[index]!, details: { current: current.count, compare: compare.count } }]
  })
  const isSame = ({ details }: (typeof lengths)[number]): boolean =>
    details.current === lengths[0]!.details.current &&
    details.compare === lengths[0]!.details.compare
  const isShared = facts.length > 1 && lengths.length === facts.length && lengths.every(isSame)
  return lengths.map(({ fact, details }) =>
    warning('RANGE_LENGTH_DIFFERS', { ...details, ...(isShared ? {} : nameDataset(fact)) }),
  )
}

function nameDataset({ dataset }: Pick<FactRows, 'dataset'>): WarningDetails {
  return dataset === undefined ? {} : { dataset }
}

/** Warnings, each once. */
function distinct(warnings: readonly Warning[]): readonly Warning[] {
  return [...new Map(warnings.map((each) => [JSON.stringify(each), each])).values()]
}

/** The first and the last time of the data as texts, in the type of the time. */
export function frontierTexts(
  { first, last }: Frontier,
  time: RowTime | null,
): { readonly first: string; readonly last: string } {
  const formatMoment = (moment: bigint): string =>
    time?.value.type === 'DATE' ? toText(moment / DAY, 'DATE')! : toText(moment, 'TIMESTAMP')!
  return { first: formatMoment(first), last: formatMoment(last) }
}
