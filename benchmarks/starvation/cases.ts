/** A request that takes the service long. */
export interface HeavyRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly type?: string
  /** Who asks. @defaultValue the owner */
  readonly as?: 'viewer'
}

/** A heavy request by name; `make` gives the n-th of it, since an import must be another one each time. */
export interface HeavyCase {
  readonly name: string
  readonly make: (n: number) => HeavyRequest
  /** Whether one after the other is sent until two seconds have passed; else two, and no more. */
  readonly repeats: boolean
}

/** Edges of the chain that lineage is asked about. */
const CHAIN = 300_000

const MAY = 'DateTrunc([metric_time], "MONTH") = "2001-05-01"'
const JUNE = 'DateTrunc([metric_time], "MONTH") = "2001-06-01"'

function question(
  name: string,
  body: {
    readonly metric: string
    readonly dimensions: readonly string[]
    readonly filters?: readonly string[]
  },
  as?: 'viewer',
): HeavyCase {
  const { filters = [], ...rest } = body
  const request: HeavyRequest = {
    method: 'POST',
    path: '/api/v1/attribution/dim_time_compare',
    type: 'application/json',
    body: JSON.stringify({
      ...rest,
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: JUNE,
        compareTimeConstraint: MAY,
        filters,
      },
    }),
    ...(as !== undefined && { as }),
  }
  return { name, make: () => request, repeats: true }
}

function lineage(name: string, path: string): HeavyCase {
  return { name, make: () => ({ method: 'GET', path: `/api/v1/lineage/${path}` }), repeats: true }
}

/** A chain of metrics, `prefix` 0 to {@link CHAIN}, as a CSV file. */
function chainCsv(prefix: string): string {
  const lines = ['src_type,src_id,dst_type,dst_id']
  for (let at = 0; at < CHAIN; at++) lines.push(`METRIC,${prefix}${at},METRIC,${prefix}${at + 1}`)
  return `${lines.join('\n')}\n`
}

/** Metrics of a model that is imported. */
const METRICS = 20_000

/** A model of Ossie whose metrics are named `prefix` 0 to {@link METRICS}. */
function modelOf(prefix: string): string {
  const inAnsi = (expression: string) => ({
    expression: { dialects: [{ dialect: 'ANSI_SQL', expression }] },
  })
  const metrics = Array.from({ length: METRICS }, (_, at) => ({
    name: `${prefix}${at}`,
    ...inAnsi(at % 3 === 0 ? 'AVG(hops.delay)' : `SUM(hops.delay * ${(at % 97) + 1})`),
  }))
  const datasets = [{ name: 'hops', source: 'main.flights-3m' }]
  return JSON.stringify({ semantic_model: [{ name: 'large', datasets, metrics }] })
}

const FIRST = 'vertex_id=a0&vertex_type=METRIC'
const LAST = `vertex_id=a${CHAIN}&vertex_type=METRIC`
const ENDS = `from_id=a0&from_type=METRIC&to_id=a${CHAIN}&to_type=METRIC`

/** The requests of S1 and S2, in an order in which each finds what it asks about. */
export const HEAVY_CASES: readonly HeavyCase[] = [
  question('minute × origin × destination', {
    metric: 'flight_count',
    dimensions: ['metric_time__minute,origin,destination'],
  }),
  question(
    'six dimensions, a viewer',
    {
      metric: 'flight_count',
      dimensions: ['origin,destination,origin_city,origin_state,destination_state,distance_band'],
    },
    'viewer',
  ),
  question('1,000 equalities by OR', {
    metric: 'average_delay',
    dimensions: ['origin_state'],
    filters: [
      Array.from({ length: 1_000 }, (_, at) => `[origin] = "X${at}" `).join('OR ') +
        'OR [origin] = "SEA"',
    ],
  }),
  question('20,000 filters', {
    metric: 'average_delay',
    dimensions: ['origin_state'],
    filters: Array.from({ length: 20_000 }, (_, at) => `[origin] <> "X${at}"`),
  }),
  {
    name: `lineage: import of ${CHAIN} edges`,
    make: (n) => ({
      method: 'POST',
      path: '/api/v1/lineage/import?file=chain.csv',
      type: 'text/csv',
      body: chainCsv(String.fromCharCode(97 + n)),
    }),
    repeats: false,
  },
  {
    name: `definitions: import of ${METRICS} metrics`,
    make: (n) => ({
      method: 'POST',
      path: `/api/v1/definitions/import?file=${n}.json&datasource=vega`,
      type: 'application/json',
      body: modelOf(String.fromCharCode(97 + n)),
    }),
    repeats: false,
  },
  lineage('lineage: difference', 'queryDifference?from=2026-01-01'),
  lineage('lineage: single points', `querySinglePoints?${LAST}`),
  lineage('lineage: impact', `queryImpact?${FIRST}`),
  lineage('lineage: evidence', `queryEvidence?${ENDS}`),
  lineage('lineage: cycles', 'queryCycles'),
  lineage('lineage: loose ends', 'queryLooseEnds'),
  lineage(
    'lineage: a million hops',
    `queryVertexLineage?${LAST}&input_step=1000000&output_step=1000000`,
  ),
  lineage('lineage: all', 'queryAll'),
]
