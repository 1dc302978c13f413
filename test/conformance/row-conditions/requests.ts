import fc from 'fast-check'
import { drawCondition, drawRange, drawTime, type Fact } from './conditions.ts'
import { DIMENSIONS, METRICS } from './definitions.ts'
import { drawTemporaryMetrics } from './temporary-metrics.ts'

/** What is sent. */
export interface Request {
  readonly account: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

/** The parts of questions: what most operations take. */
interface Question {
  readonly account: string
  readonly fact: Fact
  readonly metric: string
  readonly metricDefinitions: object
  /** A dimension or several joined by commas; different ones. */
  readonly dimensions: readonly string[]
  readonly filters: readonly string[]
  readonly current: string
  readonly compare: string
  readonly kind: 'ALL' | 'AVG'
  /** Conditions of two peers. */
  readonly peers: readonly [string, string]
}

const drawSeldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const drawFew = (arbitrary: fc.Arbitrary<string>) => fc.array(arbitrary, { maxLength: 2 })

const drawQuestion: fc.Arbitrary<Question> = fc
  .constantFrom<Fact>('sales', 'sales', 'sales', 'sales', 'visits', 'both', 'eve')
  .chain((fact) =>
    fc.record({
      account: fact === 'eve' ? fc.constant('eve') : fc.constantFrom('joe', 'joe', 'ann'),
      fact: fc.constant(fact),
      metric: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...METRICS[fact]) },
        { weight: 3, arbitrary: fc.constantFrom('t', 'u') },
      ),
      metricDefinitions: drawTemporaryMetrics(fact),
      dimensions: fc.uniqueArray(fc.constantFrom<string>(...DIMENSIONS[fact]), {
        ...{ minLength: 1, maxLength: 3 },
      }),
      filters: drawFew(drawCondition(fact)),
      current: drawTime,
      compare: drawTime,
      kind: fc.constantFrom<'ALL' | 'AVG'>('ALL', 'ALL', 'ALL', 'ALL', 'AVG'),
      peers: fc.tuple(drawCondition(fact), drawCondition(fact)),
    }),
  )

const compareTimes = ({ kind, current, compare, filters }: Question) => ({
  ...{ attributionCalculateType: kind, filters },
  ...{ currentTimeConstraint: current, compareTimeConstraint: compare },
})
const comparePeers = ({ kind, current, filters, dimensions, peers }: Question) => ({
  ...{ attributionCalculateType: kind, filters, compareDimension: dimensions[0] },
  timeConstraint: current,
  currentObject: { filters: [peers[0]] },
  compareObject: { filters: [peers[1]] },
})

const drawTableOptions = fc.record(
  {
    contributions: fc.boolean(),
    rowLimit: fc.integer({ min: 1, max: 4 }),
    details: fc.boolean(),
    explain: fc.boolean(),
  },
  { requiredKeys: [], noNullPrototype: true },
)
const drawOrders = (names: readonly string[]) =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...names), fc.constantFrom('ASC', 'DESC'))
      .map((pair) => Object.fromEntries([pair])),
    { maxLength: 2 },
  )

/** Formulas of trees: of the root, and metrics of the nodes. */
const TREES = [
  ['[a] / [b]', 'basket', { a: 'revenue', b: 'orders' }],
  ['[a] - [b]', 'growth', { a: 'revenue', b: 'revenue_before' }],
  ['[a] / [b]', 'per_view', { a: 'revenue', b: 'views' }],
  ['[a] * [b]', 'revenue', { a: 'basket', b: 'orders' }],
  ['[a] + [b]', 't', { a: 'late_revenue', b: 'u' }],
] as const

const drawTree = (question: Question) =>
  fc.constantFrom(...TREES).map(([text, root, nodes]) => ({
    ...{ rootNode: 'root', metricTree: { root: text } },
    ...{ metricTreeNodes: { root, ...nodes }, metricDefinitions: question.metricDefinitions },
  }))

type Draw = (question: Question) => fc.Arbitrary<Omit<Request, 'account'>>

const post = (path: string, body: fc.Arbitrary<object>) =>
  body.map((sent) => ({ path, body: sent }))

const toSubject = ({ metric, metricDefinitions }: Question) => ({ metric, metricDefinitions })

/** A request of each operation that reads rows, by its path. */
const DRAWS: Readonly<Record<string, Draw>> = {
  'attribution/dim_time_compare': (question) =>
    post(
      'attribution/dim_time_compare',
      drawTableOptions.map((options) => ({
        ...{ ...toSubject(question), ...options },
        ...{ dimensions: question.dimensions, attribution: compareTimes(question) },
      })),
    ),
  'attribution/dim_peer_compare': (question) =>
    post(
      'attribution/dim_peer_compare',
      drawTableOptions.map((options) => ({
        ...{ ...toSubject(question), ...options },
        ...{ dimensions: question.dimensions, attribution: comparePeers(question) },
      })),
    ),
  'attribution/dim_path': (question) =>
    post(
      'attribution/dim_path',
      fc
        .record({
          valueSelectStrategy: fc.record({
            type: fc.constantFrom('TOP', 'BOTTOM'),
            number: fc.integer({ min: 1, max: 3 }),
          }),
          orders: drawOrders([question.dimensions[0]!, '@currentValue', '@growth']),
        })
        .map((options) => ({
          ...{ ...toSubject(question), ...options },
          dimensions: [...question.dimensions, 'metric_time__day'].slice(0, 3),
          attribution: compareTimes(question),
        })),
    ),
  'attribution/root_cause': (question) =>
    post(
      'attribution/root_cause',
      fc
        .record({
          isOfPeers: fc.boolean(),
          dimensions: drawSeldom(fc.constant(question.dimensions)),
          maxDepth: drawSeldom(fc.integer({ min: 1, max: 3 })),
          history: drawSeldom(fc.integer({ min: 0, max: 3 })),
        })
        .map(({ isOfPeers, ...options }) => ({
          ...{ ...toSubject(question), ...options },
          attribution: isOfPeers ? comparePeers(question) : compareTimes(question),
        })),
    ),
  'attribution/rank': (question) =>
    post(
      'attribution/rank',
      fc.boolean().map((isOfPeers) => ({
        ...toSubject(question),
        attribution: isOfPeers ? comparePeers(question) : compareTimes(question),
      })),
    ),
  'attribution/tree_time_compare': (question) =>
    post(
      'attribution/tree_time_compare',
      drawTree(question).map((metricTreeDef) => ({
        ...{ metricTreeDef, attribution: compareTimes(question) },
      })),
    ),
  'attribution/tree_peer_compare': (question) =>
    post(
      'attribution/tree_peer_compare',
      drawTree(question).map((metricTreeDef) => ({
        ...{ metricTreeDef, attribution: comparePeers(question) },
      })),
    ),
  'metrics/query': (question) => {
    const { fact, metric, dimensions, filters, metricDefinitions, current } = question
    return post(
      'metrics/query',
      fc
        .record({
          more: fc.uniqueArray(fc.constantFrom(...METRICS[fact], 't'), { maxLength: 2 }),
          isGrouped: fc.integer({ min: 0, max: 3 }).map((lot) => lot > 0),
          time: fc.option(fc.constant(current), { nil: undefined }),
          resultFilters: fc.array(fc.constantFrom(`[${metric}] > 3`, `[${metric}] IS NOT NULL`), {
            maxLength: 1,
          }),
          orders: drawOrders([metric, dimensions[0]!]),
          limit: drawSeldom(fc.integer({ min: 1, max: 5 })),
          offset: drawSeldom(fc.integer({ min: 0, max: 3 })),
        })
        .map(({ more, isGrouped, time, orders, ...options }) => ({
          ...{ ...options, filters, metricDefinitions },
          metrics: [...new Set([metric, ...more])],
          dimensions: isGrouped ? dimensions : [],
          orders: isGrouped ? orders : [],
          timeConstraint: time,
        })),
    )
  },
  'metrics/query of a view': ({ filters, current }) =>
    post(
      'metrics/query',
      fc.boolean().map((isTimed) => ({
        ...{ viewName: 'kept', filters },
        ...(isTimed && { timeConstraint: current }),
      })),
    ),
  'metrics/series': (question) =>
    post(
      'metrics/series',
      fc
        .record({
          grain: fc.constantFrom('DAY', 'WEEK', 'MONTH', 'YEAR'),
          isTimed: fc.boolean(),
          split: drawSeldom(
            fc.record({
              dimension: fc.constant(question.dimensions[0]!),
              top: fc.integer({ min: 1, max: 3 }),
            }),
          ),
        })
        .map(({ isTimed, ...options }) => ({
          ...{ ...toSubject(question), ...options, filters: question.filters },
          ...(isTimed && { timeConstraint: question.current }),
        })),
    ),
  'metrics/movements': ({ fact }) =>
    post(
      'metrics/movements',
      fc.record({
        metrics: fc.uniqueArray(fc.constantFrom(...METRICS[fact]), {
          // Without names: all that the account may use.
          ...{ minLength: fact === 'eve' ? 0 : 1, maxLength: 4 },
        }),
        current: drawRange,
        compare: fc.constantFrom('previous', 'year', '2024-04'),
        history: fc.integer({ min: 0, max: 4 }),
        causes: fc.integer({ min: 0, max: 2 }),
      }),
    ),
  'dimension/values': (question) =>
    post(
      'dimension/values',
      fc
        .record({
          isOfMetric: fc.integer({ min: 0, max: 2 }).map((lot) => lot > 0),
          prefix: drawSeldom(fc.constantFrom('s', 'G')),
          limit: drawSeldom(fc.integer({ min: 1, max: 4 })),
          isTimed: fc.boolean(),
        })
        .map(({ isOfMetric, isTimed, ...options }) => ({
          ...{ ...options, dimension: question.dimensions[0]! },
          ...(isOfMetric && { metric: METRICS[question.fact][0]! }),
          ...(isTimed && isOfMetric && { timeConstraint: question.current }),
          filters: isOfMetric ? question.filters : [],
        })),
    ),
  'dataset/extent': ({ fact }) =>
    fc
      .oneof(
        fc
          .constantFrom('sales', 'visits', 'shops', 'prices')
          .map((datasetName) => ({ datasetName })),
        fc.constantFrom(...METRICS[fact]).map((metric) => ({ metric })),
      )
      .map((query) => ({ path: 'dataset/extent', query })),
}

/** The operations that read rows. */
export const OPERATIONS = Object.keys(DRAWS)

/** Draws a request of an operation that reads rows. */
export function drawRequest(operation: string): fc.Arbitrary<Request> {
  return drawQuestion.chain((question) =>
    DRAWS[operation]!(question).map((request) => ({ account: question.account, ...request })),
  )
}

/** Whether a request counts the rows of a dataset, and not those of a metric. */
export function isOfDataset({ path, query, body }: Request): boolean {
  if (path === 'dataset/extent') return query?.metric === undefined
  return path === 'dimension/values' && !('metric' in body!)
}
