import {
  type AttributionRequest,
  type Calculation,
  iterateMetricChanges,
  type MetricChange,
  type MetricMovement,
  rankChanges,
  type UsualChange,
} from '@tributary/attribution'
import { earlierPairs, isTextExtreme } from '@tributary/attribution/internal'
import type { AttributionQuestion, Located } from '@tributary/catalog'
import { toIdentity } from '@tributary/catalog/internal'
import {
  type ClaimLanguage,
  joinClaims,
  MOVEMENT_CLAIMS,
  type MovementsData,
  type MovementsRequest,
  readWarnings,
  sayClaims,
} from '@tributary/contract'
import { writeWarning } from '@tributary/contract/internal'
import { localTime } from '@tributary/expression/internal'
import { invalidRequestError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import { type ComparedConditions, readComparedConditions } from '../../requests/read-ranges.ts'
import { createComparisonFinder } from '../../requests/read-row-times.ts'
import { describePartError } from '../../tenant/errors/redact-error.ts'
import type { Session } from '../../tenant/session.ts'
import { planQuestion } from '../attribution/ask-attribution.ts'
import { assertAverage, getRangeMoment } from '../attribution/comparison-sides.ts'
import { findCauses } from '../attribution/find-causes.ts'
import { nameSeveralDatasets } from '../attribution/name-datasets.ts'

const MOST_METRICS = 1_000
const USUAL = { history: 8, causes: 10, limit: 100 } as const

type Movement = MovementsData['movements'][number]

/** How far an answer has come. */
export interface MovementsStep {
  /** The answer so far; the last step has the whole answer. */
  readonly answer: MovementsData
  /** Metrics that are compared or left out, of all. */
  readonly compared: { readonly done: number; readonly of: number }
  /** Metrics whose cause was looked for, of those for which it will be; 0 of 0 before all metrics are compared. */
  readonly explained: { readonly done: number; readonly of: number }
}

/** Options of {@link metricMovements}. */
export interface MovementsOptions extends CallOptions {
  /** Called with what is known so far: soon with the first metrics, when all are ranked, and with each cause. */
  readonly onStep?: (step: MovementsStep) => void
}

/** Which metrics changed more than they usually do, and what stands out in the change of the first ones. */
export async function metricMovements(
  session: Session,
  request: MovementsRequest,
  { onStep = () => {}, ...options }: MovementsOptions = {},
): Promise<MovementsData> {
  const { causes = USUAL.causes, limit = USUAL.limit, attributionCalculateType: type } = request
  const findWindows = createWindowFinder(session, request, options)
  const { beyond: omittedCount, ...selection } = selectMetrics(session, request)
  const planned = await planMetrics(session, request, { ...selection, findWindows }, options)
  const failures = [...planned.failures]
  const changes: MetricChange[] = []
  // Which metrics are asked together must not say which of equal ones is first.
  const places = new Map(selection.names.map((name, index) => [name, index]))
  const inOrder = () =>
    changes.toSorted((a, b) => places.get(a.metric.name)! - places.get(b.metric.name)!)
  const createAnswer = (): Answer =>
    toMovementsData(session, {
      known: inOrder(),
      failures,
      planned,
      beyond: omittedCount,
      limit: limit ?? USUAL.limit,
      language: options.language ?? 'en',
    })
  const step = (answer: MovementsData, explained = { done: 0, of: 0 }) => {
    const done = changes.length + failures.length
    onStep({ answer, compared: { done, of: selection.names.length }, explained })
  }
  let next = 1
  for (const plans of together(planned.plans)) {
    for await (const change of compareMetrics(session, plans, {
      ...options,
      ...selection,
      request,
    })) {
      if ('error' in change) {
        failures.push(change)
        continue
      }
      changes.push(change)
      if (changes.length < next) continue
      step(createAnswer())
      next = Math.ceil(changes.length * STEP)
    }
  }
  if (changes.length === 0 && failures.length > 0) throw failures[0]!.error
  let answer = createAnswer()
  const explained = answer.movements
    .filter((row) => row.change !== null && row.change !== 0 && !isQuiet(row))
    .slice(0, causes ?? USUAL.causes)
  step(answer, { done: 0, of: explained.length })
  for (const [index, { metric, usual, history }] of explained.entries()) {
    const usualChange = usual === null ? null : { size: usual, changes: history }
    const cause = await findMovementCause(
      session,
      { metric, usual: usualChange },
      { windows: planned.windows.get(metric)!, type: type ?? 'ALL' },
      options,
    )
    const movements = answer.movements.map((row) =>
      row.metric === metric ? { ...row, cause } : row,
    )
    answer = { ...answer, movements }
    step(answer, { done: index + 1, of: explained.length })
  }
  return answer
}

/** By how much the number of compared metrics grows from step to step. */
const STEP = 1.25

type Answer = MovementsData

/** The answer without causes, from the changes that are known. */
function toMovementsData(
  session: Session,
  {
    known: changes,
    failures,
    planned,
    beyond: omittedCount,
    limit,
    language,
  }: {
    readonly known: readonly MetricChange[]
    readonly failures: readonly Failure[]
    readonly planned: Planned
    readonly beyond: number
    readonly limit: number
    readonly language: ClaimLanguage
  },
): Answer {
  const moved = rankChanges(changes)
  const figures = {
    movements: moved
      .slice(0, limit)
      .map((movement) => toMovementData(session, movement, planned.windows)),
    changed: moved.filter(({ change }) => change !== null && change !== 0).length,
    unusual: moved.filter(({ unusual }) => unusual === true).length,
    beyondUsual: moved.filter(isBeyondUsual).length,
    quiet: moved.filter(isQuiet).length,
    considered: {
      metrics: moved.length,
      datasets: new Set(planned.plans.map((plan) => toIdentity(plan.rows.base.table))).size,
      history: moved.reduce((most, movement) => Math.max(most, movement.history), 0),
    },
  }
  return {
    headline: joinClaims(sayClaims(MOVEMENT_CLAIMS, figures, { language }), { language }),
    ...figures,
    leftOut: failures.map(({ metric, reason }) => ({ metric, reason })),
    beyond: omittedCount,
    warnings: readWarnings(...moved.map(({ warning }) => warning)).map(writeWarning),
  }
}

/** Metrics that are aggregated together: their questions differ in nothing else. */
function together(plans: readonly AttributionRequest[]): Iterable<readonly AttributionRequest[]> {
  return Map.groupBy(plans, (plan) => toIdentity({ ...plan, metric: null })).values()
}

/** The two time ranges of a metric as conditions, and as ranges where they are some. */
interface Windows extends Pick<ComparedConditions, 'ranges'> {
  readonly current: string
  readonly compare: string
}

type WindowFinder = (metric: Located) => Promise<Windows>

/** The time ranges of the request for every metric; without `current` the default comparison of its datasets. */
function createWindowFinder(
  session: Session,
  { current, compare, attributionCalculateType }: MovementsRequest,
  options: CallOptions,
): WindowFinder {
  const moment = getRangeMoment(session)
  const compareText = (compare ?? '').trim() === '' ? 'previous' : compare!
  assertAverage({ text: compareText, path: 'compare' }, attributionCalculateType)
  const read = (currentText: string, otherText: string): Windows => {
    const conditions = readComparedConditions(
      { text: currentText, path: 'current' },
      { text: otherText, path: 'compare' },
      moment,
    )
    return { ...conditions, current: conditions.current.text, compare: conditions.compare.text }
  }
  if (current != null) {
    if (current.trim() === '') {
      throw invalidRequestError('current', 'current is empty; write a time range, such as 2001-06.')
    }
    const windows = read(current, compareText)
    return async () => windows
  }
  const findComparison = createComparisonFinder(session, options)
  return async (metric) => {
    const comparison = await findComparison(metric)
    if (comparison === null) {
      const message = `The rows of the metric "${metric.text}" are all in one period, or have no time, so no two ranges of it can be compared.`
      throw invalidRequestError('current', message)
    }
    return read(comparison.current, compare == null ? comparison.compare : compareText)
  }
}

interface Asked {
  readonly names: readonly string[]
  /** Whether the request names them, so that one that cannot be compared is a mistake of it. */
  readonly isNamed: boolean
}

function selectMetrics(
  { catalog }: Session,
  { metrics }: MovementsRequest,
): Asked & Pick<MovementsData, 'beyond'> {
  if (metrics != null && metrics.length > 0) {
    const names = metrics.map((text, index) => catalog.metric(text, `metrics[${index}]`).name)
    return { names: [...new Set(names)], beyond: 0, isNamed: true }
  }
  const all = catalog.metrics.all.flatMap(({ name, explain }) => (explain === false ? [] : [name]))
  if (all.length === 0) {
    const message =
      'There is no metric that you may use and that movements compare (explain: true), so there is nothing to compare; name metrics.'
    throw invalidRequestError('metrics', message)
  }
  return {
    names: all.slice(0, MOST_METRICS),
    beyond: Math.max(0, all.length - MOST_METRICS),
    isNamed: false,
  }
}

interface Planned {
  /** The time ranges by metric. */
  readonly windows: ReadonlyMap<string, Windows>
  readonly plans: readonly AttributionRequest[]
  readonly failures: readonly Failure[]
}

/** A metric that cannot be compared. */
interface Failure {
  readonly metric: string
  readonly error: unknown
  /** The reason in the answer. */
  readonly reason: string
}

/** The failure of one metric only. Throws its error when the caller has gone away. */
function toFailure(
  session: Session,
  { metric, error }: Pick<Failure, 'metric' | 'error'>,
  { signal, ...options }: CallOptions,
): Failure {
  signal?.throwIfAborted()
  return { metric, error, reason: describePartError(session, error, options) }
}

/** Plans each metric by itself. Throws the error of one that the request names. */
async function planMetrics(
  session: Session,
  request: MovementsRequest,
  { names, isNamed, findWindows }: Asked & { readonly findWindows: WindowFinder },
  options: CallOptions,
): Promise<Planned> {
  const plans: AttributionRequest[] = []
  const failures: Failure[] = []
  const { catalog, clock } = session
  const now = localTime(clock.now(), catalog.workspace.timeZone)
  const windows = new Map<string, Windows>()
  const window = (metric: string, side: 'current' | 'compare') => ({
    filters: [],
    timeConstraint: { text: windows.get(metric)![side], path: side },
  })
  for (const [index, metric] of names.entries()) {
    const path = isNamed ? `metrics[${index}]` : 'metrics'
    try {
      windows.set(metric, await findWindows({ text: metric, path }))
      const question: AttributionQuestion = {
        metric: { text: metric, path },
        metricDefinitions: new Map(),
        dimensions: [],
        calculation: request.attributionCalculateType ?? 'ALL',
        filters: [],
        timeConstraint: null,
        current: window(metric, 'current'),
        compare: window(metric, 'compare'),
        compareDimension: null,
        now,
      }
      const plan = await planQuestion(session, question, {
        ...options,
        overallOnly: true,
        nameDatasets: true,
      })
      if (plan.metric.measures.some(isTextExtreme)) {
        const message = `The values of the metric "${metric}" are no numbers, so they have no change.`
        throw invalidRequestError(path, message)
      }
      plans.push(plan)
    } catch (error) {
      if (isNamed) throw error
      failures.push(toFailure(session, { metric, error }, options))
    }
  }
  return { plans: nameSeveralDatasets(plans), failures, windows }
}

/**
 * The changes of metrics whose questions differ in nothing else. Where they cannot be compared together, each is
 * compared alone, so that one that fails leaves the others. Throws the error of one that the request names.
 */
async function* compareMetrics(
  session: Session,
  plans: readonly AttributionRequest[],
  {
    request,
    isNamed,
    ...options
  }: CallOptions & Pick<Asked, 'isNamed'> & { readonly request: MovementsRequest },
): AsyncGenerator<MetricChange | Failure> {
  const compared = new Set<string>()
  try {
    for await (const change of changesTogether(session, plans, { ...options, request })) {
      compared.add(change.metric.name)
      yield change
    }
    return
  } catch (error) {
    if (isNamed) throw error
    options.signal?.throwIfAborted()
    const [plan, ...furtherPlans] = plans
    if (furtherPlans.length === 0) {
      yield toFailure(session, { metric: plan!.metric.name, error }, options)
      return
    }
  }
  for (const plan of plans) {
    if (compared.has(plan.metric.name)) continue
    yield* compareMetrics(session, [plan], { ...options, request, isNamed })
  }
}

/** The changes of metrics whose questions differ in nothing else, beside those of earlier windows. */
function changesTogether(
  { source }: Session,
  plans: readonly AttributionRequest[],
  { signal, request }: CallOptions & { readonly request: MovementsRequest },
): AsyncIterable<MetricChange> {
  const [{ metric: _, groupings: __, ...comparison }] = plans as [AttributionRequest]
  const metrics = plans.map(({ metric }) => metric)
  const history = earlierPairs(comparison, request.history ?? USUAL.history)
  const options = signal === undefined ? {} : { signal }
  return iterateMetricChanges(source, { ...comparison, metrics, history }, options)
}

function toMovementData(
  { catalog }: Session,
  moved: MetricMovement,
  windows: Planned['windows'],
): Movement {
  const { metric, current, compare, change, usual, history, score, unusual } = moved
  const isKnown = change !== null && usual !== null && usual !== 0
  return {
    metric: metric.name,
    displayName: catalog.metric(metric.name).displayName,
    currentRange: windows.get(metric.name)?.ranges?.current ?? null,
    compareRange: windows.get(metric.name)?.ranges?.compare ?? null,
    current,
    compare,
    change,
    usual,
    history,
    times: isKnown ? Math.abs(change) / usual : null,
    score,
    unusual,
    cause: null,
  }
}

/** Whether a metric changed no more than it usually does. */
function isQuiet({ change, usual }: Pick<MetricMovement, 'change' | 'usual'>): boolean {
  return change !== null && usual !== null && Math.abs(change) <= usual
}

function isBeyondUsual({ change, usual }: Pick<MetricMovement, 'change' | 'usual'>): boolean {
  return change !== null && usual !== null && Math.abs(change) > usual
}

/** The largest cause of the change of a metric; a reason where the change cannot be divided. */
async function findMovementCause(
  session: Session,
  { metric, usual }: { readonly metric: string; readonly usual: UsualChange | null },
  { windows, type }: { readonly windows: Windows; readonly type: Calculation },
  options: CallOptions,
): Promise<Movement['cause']> {
  const attribution = {
    attributionCalculateType: type,
    currentTimeConstraint: windows.current,
    compareTimeConstraint: windows.compare,
  }
  try {
    const { headline, verdict, causes } = await findCauses(
      session,
      { metric, attribution },
      { ...options, usual },
    )
    const [first] = causes.filter(({ confidence }) => confidence !== 'possible')
    return {
      headline,
      verdict,
      where: first?.where ?? null,
      share: first?.share ?? null,
      confidence: first?.confidence ?? null,
    }
  } catch (error) {
    const { reason } = toFailure(session, { metric, error }, options)
    return { headline: reason, verdict: 'unknown', where: null, share: null, confidence: null }
  }
}
