import { aggregatePart } from '@tributary/attribution/internal'
import { type Located, METRIC_TIME } from '@tributary/catalog'
import { grainIn, longestGrain, type RowsPlan, rowsPlan } from '@tributary/catalog/internal'
import { runInSlices } from '@tributary/core/internal'
import { type GrainWord, parseTime, rangeText, type WorkCalendar } from '@tributary/expression'
import { compareGrains, localTime, wordOfGrain } from '@tributary/expression/internal'
import type { CallOptions } from '../model/options.ts'
import { readCallerAttributes } from '../tenant/membership/caller-attributes.ts'
import type { Session } from '../tenant/session.ts'
import {
  type ComparedPeriods,
  chooseComparison,
  chooseNearestComparison,
  type RowTimes,
} from './choose-comparison.ts'

/** Whose rows are counted: those of a metric, or of a dataset. */
export type RowsSubject = Pick<Parameters<typeof rowsPlan>[1], 'metric' | 'dataset'>

/** The rows of a metric or a dataset by period of time. */
export interface CountedRows extends Pick<RowsPlan, 'part' | 'datasets'> {
  /** When there are rows; null for datasets without a time. */
  readonly times: RowTimes | null
  readonly rows: number
  /** The first and the last time of the rows; null without rows. */
  readonly frontier: Awaited<ReturnType<typeof aggregatePart>>['frontier']
}

/** Counts the rows that the caller may see, in one pass by day, or by the grain of the data where that is longer. */
export async function countRows(
  session: Session,
  subject: RowsSubject,
  options: CallOptions & { readonly grain?: GrainWord } = {},
): Promise<CountedRows> {
  const { catalog, source } = session
  const plan = (grain: GrainWord | null) => planRows(session, subject, { ...options, grain })
  const overall = await plan(null)
  const finest = longestGrain(overall.datasets)
  if (finest === null) {
    const { frames, frontier } = await aggregatePart(source, overall.part, options)
    return { ...overall, times: null, rows: sumCounts(frames[0]!.present.current), frontier }
  }
  const word = options.grain ?? longerGrain(session, finest, 'DAY')
  const byTime = await plan(word)
  const { frames, frontier } = await aggregatePart(source, byTime.part, options)
  const [frame] = frames
  const [keys = []] = frame!.keys
  const starts = frame!.measures.map(({ current }) => {
    const hasRows = (_: unknown, row: number): boolean =>
      Number(current.kind === 'double' ? current.values[row] : current.units[row]) > 0
    return keys
      .filter(hasRows)
      .flatMap((key) => parseTime(key ?? '') ?? [])
      .toSorted((a, b) => (a < b ? -1 : 1))
  })
  const grain = grainIn(catalog, word)
  return { ...byTime, times: { grain, starts }, rows: sumCounts(frame!.present.current), frontier }
}

async function planRows(
  session: Session,
  subject: RowsSubject,
  { grain, signal }: CallOptions & { readonly grain: GrainWord | null },
): Promise<RowsPlan> {
  const { catalog, clock } = session
  const question = {
    ...subject,
    dimension:
      grain === null ? null : { text: `${METRIC_TIME}__${grain.toLowerCase()}`, path: 'metric' },
    timeConstraint: null,
    filters: [],
    now: localTime(clock.now(), catalog.workspace.timeZone),
  }
  const user = await readCallerAttributes(session)
  return runInSlices(rowsPlan(catalog, question, { user }), signal)
}

/** The comparison that is asked where a question on these rows names none; null where there is none. */
export async function findDefaultComparison(
  session: Session,
  subject: RowsSubject,
  counted: CountedRows,
  options: CallOptions = {},
): Promise<ComparedPeriods | null> {
  const { times, datasets } = counted
  if (times === null) return null
  const moment = comparisonMoment(session)
  const comparison = chooseComparison(times, moment)
  const finest = grainIn(session.catalog, longestGrain(datasets)!)
  if (comparison !== null || compareGrains(finest, 'DAY') >= 0) return comparison
  for (const grain of SHORT_GRAINS) {
    if (compareGrains(grain, finest) < 0) break
    const { times: shorter } = await countRows(session, subject, { ...options, grain })
    const shortComparison = shorter && chooseComparison(shorter, moment)
    if (shortComparison) return shortComparison
  }
  return null
}

/** The comparison nearest to a range without rows; null where the rows are all in one period, or have no time. */
export function findNearestComparison(
  session: Session,
  { times }: CountedRows,
  near: { readonly from: bigint; readonly to: bigint },
): ComparedPeriods | null {
  return times && chooseNearestComparison(times, near, comparisonMoment(session))
}

/** A comparison in the words of ranges of time. */
export interface ComparisonTexts {
  readonly current: string
  readonly compare: string
  /** The grain of both, such as `MONTH`. */
  readonly grain: string
}

/** The words of two periods. */
export function toComparisonTexts(
  { current, compare, grain }: ComparedPeriods,
  calendar: WorkCalendar,
): ComparisonTexts {
  return {
    current: rangeText(current, calendar),
    compare: rangeText(compare, calendar),
    grain: wordOfGrain(grain),
  }
}

/** Finds the default comparison of metrics, once for all that have the same datasets. */
export function createComparisonFinder(
  session: Session,
  options: CallOptions = {},
): (metric: Located) => Promise<ComparisonTexts | null> {
  const { catalog } = session
  const comparisons = new Map<string, Promise<ComparisonTexts | null>>()
  const find = async (subject: RowsSubject): Promise<ComparisonTexts | null> => {
    const counted = await countRows(session, subject, options)
    const comparison = await findDefaultComparison(session, subject, counted, options)
    return comparison && toComparisonTexts(comparison, catalog.workspace.calendar)
  }
  return async (metric) => {
    const subject = { metric, dataset: null }
    const { datasets } = await planRows(session, subject, { grain: null, ...options })
    const key = JSON.stringify(datasets.map(({ name, time }) => [name, time?.column ?? null]))
    const comparison = comparisons.get(key) ?? find(subject)
    comparisons.set(key, comparison)
    return comparison
  }
}

const SHORT_GRAINS = ['HOUR', 'MINUTE'] as const

function comparisonMoment({ catalog, clock }: Session) {
  const { timeZone, calendar } = catalog.workspace
  return { now: localTime(clock.now(), timeZone), calendar }
}

function longerGrain({ catalog }: Session, first: GrainWord, second: GrainWord): GrainWord {
  return compareGrains(grainIn(catalog, first), grainIn(catalog, second)) < 0 ? second : first
}

function sumCounts(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
