import {
  listExactTexts,
  querySeries,
  type SeriesAnswer,
  toWireValue,
} from '@tributary/attribution/internal'
import { grainIn, queryPlan } from '@tributary/catalog/internal'
import type { MetricSeriesData, MetricSeriesRequest } from '@tributary/contract'
import { runInSlices } from '@tributary/core/internal'
import type { GrainWord, WorkCalendar } from '@tributary/expression'
import {
  findGrainWord,
  GRAIN_WORDS,
  localTime,
  whyWithoutGrain,
  wordsIn,
} from '@tributary/expression/internal'
import { invalidRequestError } from '../../model/errors.ts'
import type { QuestionOptions } from '../../model/options.ts'
import { listRowSets, tagAnswer } from '../../requests/answer-tag.ts'
import { assertFits } from '../../requests/assert-fits.ts'
import { locateTexts, toTemporaryMetrics } from '../../requests/located-texts.ts'
import { assertCount, requireChoice } from '../../requests/read-values.ts'
import { withTimeZone } from '../../requests/with-time-zone.ts'
import { readCallerAttributes } from '../../tenant/membership/caller-attributes.ts'
import type { Session } from '../../tenant/session.ts'
import { resolveTimeConstraint } from './resolve-time-constraint.ts'
import { warningData } from './warning-data.ts'

/** The most periods of a series, and the most groups that it is split by. */
const MOST = { periods: 2_000, groups: 20 } as const

/** How many groups a series is split by, where the request does not say. */
const USUAL_GROUPS = 5

/** The values of a metric by period. */
export async function metricSeries(
  session: Session,
  request: MetricSeriesRequest,
  { revalidation, ...options }: QuestionOptions = {},
): Promise<MetricSeriesData> {
  const { catalog, clock, source } = session
  const { timeZone, calendar } = catalog.workspace
  const word = parseGrainWord(request.grain, calendar)
  const grain = grainIn(catalog, word)
  const now = localTime(clock.now(), timeZone)
  const { split } = request
  const groups = parseSplitGroups(split)
  const question = {
    metrics: [{ text: request.metric, path: 'metric' }],
    dimensions: [
      { text: `metric_time__${word}`, path: 'grain' },
      ...(split == null ? [] : [{ text: split.dimension, path: 'split.dimension' }]),
    ],
    timeConstraint: resolveTimeConstraint(request, { now, calendar }),
    filters: locateTexts(request.filters ?? [], 'filters'),
    resultFilters: [],
    orders: [],
    metricDefinitions: toTemporaryMetrics(request.metricDefinitions ?? {}),
    now,
    offset: 0,
    limit: 1,
  }
  assertFits(question, session.questionLimits)
  const work = queryPlan(catalog, question, { user: await readCallerAttributes(session) })
  const { request: planned, columns } = await runInSlices(work, options.signal)
  const part = await withTimeZone(session, planned.parts[0]!)
  await tagAnswer(
    session,
    { request, plan: { part, columns }, rows: listRowSets([part]) },
    revalidation,
  )
  const answer = await querySeries(
    source,
    { part, grain, ...groups, mostPeriods: MOST.periods },
    options,
  )
  const [period, ...remainingColumns] = columns
  const [value, group] = remainingColumns.toReversed()
  return {
    columns: [
      { ...period!, name: 'period' },
      ...(group === undefined ? [] : [{ ...group, name: 'group' }]),
      { ...value!, name: 'value' },
    ],
    ...toSeriesTable(answer),
    periods: answer.periods.map(({ start, isPartial }) => ({ period: start, partial: isPartial })),
    warnings: answer.warnings.map(warningData),
  }
}

/** The grain of a request, in any case. Throws for one that the workspace does not have. */
function parseGrainWord(text: string, calendar: WorkCalendar): GrainWord {
  const grainWords = wordsIn(calendar, GRAIN_WORDS)
  const word = findGrainWord(text, calendar)
  if (word === null || grainWords.includes(word)) {
    return requireChoice('grain', text.toUpperCase(), grainWords)
  }
  throw invalidRequestError('grain', `grain is ${word}, but ${whyWithoutGrain(word, calendar)}.`)
}

/** The groups that a request asks for: by their values, or so many of the largest. */
function parseSplitGroups(split: MetricSeriesRequest['split']): {
  readonly values?: readonly (string | null)[]
  readonly top: number
} {
  if (split == null) return { top: 1 }
  const { values, top } = split
  if (values == null) {
    if (top != null) assertCount('split.top', top, MOST.groups)
    return { top: top ?? USUAL_GROUPS }
  }
  if (top != null) {
    const reason = 'split.top stands beside split.values; name the groups, or say how many.'
    throw invalidRequestError('split.top', reason)
  }
  assertCount('split.values.length', values.length, MOST.groups)
  const twice = values.findIndex((value, index) => values.indexOf(value) < index)
  if (twice >= 0) {
    const path = `split.values[${twice}]`
    const reason = `${path} is ${JSON.stringify(values[twice])}, which is listed before; list each group once.`
    throw invalidRequestError(path, reason)
  }
  return { values, top: values.length }
}

/** A row for each period of each group, the groups one after another. */
function toSeriesTable({
  periods,
  groups,
  values,
}: SeriesAnswer): Pick<MetricSeriesData, 'table' | 'texts'> {
  const all = groups ?? [null]
  const starts = periods.map(({ start }) => start)
  const column = all.flatMap((_, index) => values(index))
  const texts = listExactTexts(column)
  return {
    table: {
      period: all.flatMap(() => starts),
      ...(groups !== null && { group: groups.flatMap((group) => starts.map(() => group)) }),
      value: column.map(toWireValue),
    },
    ...(texts !== null && { texts: { value: texts } }),
  }
}
