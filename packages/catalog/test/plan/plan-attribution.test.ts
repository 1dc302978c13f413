import {
  type AttributionQuestion,
  createCatalog,
  type Located,
  planAttribution,
  type TemporaryMetric,
} from '@tributary/catalog'
import { describe, expect, test } from 'vitest'
import { FLIGHTS_TEXT, flightsCatalog, workspaceOf } from '../flights.ts'

const catalog = flightsCatalog({
  dimensions: '  - { name: airport_state, dataset: airports, column: state }',
  metrics: '  - { name: airport_count, type: ATOMIC, dataset: airports, aggregate: COUNT }',
})

const MAY = '[metric_time] >= "2001-05-01" AND [metric_time] < "2001-06-01"'
const JUNE = '[metric_time] >= "2001-06-01" AND [metric_time] < "2001-07-01"'

function at(path: string, text: string): Located {
  return { text, path }
}

function question(change: Partial<AttributionQuestion> = {}): AttributionQuestion {
  return {
    metric: at('metric', 'average_delay'),
    metricDefinitions: new Map(),
    dimensions: [at('dimensions[0]', 'origin_state')],
    calculation: 'ALL',
    filters: [],
    timeConstraint: null,
    current: { filters: [], timeConstraint: at('attribution.currentTimeConstraint', JUNE) },
    compare: { filters: [], timeConstraint: at('attribution.compareTimeConstraint', MAY) },
    compareDimension: null,
    now: 0n,
    ...change,
  }
}

function dimensions(...texts: string[]): Pick<AttributionQuestion, 'dimensions'> {
  return { dimensions: texts.map((text, i) => at(`dimensions[${i}]`, text)) }
}

function refusal(change: Partial<AttributionQuestion>): { code: string; message: string } {
  try {
    planAttribution(catalog, question(change))
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return { code, message }
  }
  throw new Error('The question was not refused')
}

describe('planning an attribution', () => {
  test('reports the resources that the metric is based on, and stops when the callback refuses', () => {
    const told: string[] = []
    const basedOn = ({ type, name }: { type: string; name: string }) =>
      void told.push(`${type} ${name}`)
    planAttribution(catalog, question({ metric: at('metric', 'average_delay') }), { basedOn })
    expect(told.toSorted()).toEqual([
      'DATASET flights',
      'METRIC average_delay',
      'METRIC flight_count',
      'METRIC total_delay',
    ])
    const refused = new Error('no')
    const refuse = () => {
      throw refused
    }
    const asked = question(dimensions('nowhere'))
    expect(() => planAttribution(catalog, asked, { basedOn: refuse })).toThrow(refused)
  })

  test('leaves the rows out of every window that the filter of the dataset leaves out', () => {
    const named = flightsCatalog({
      dimensions: "  - { name: delay, dataset: flights, expr: '[distance] * 0' }",
    })
    const datasets = named.workspace.datasets.map((one) =>
      one.name === 'flights' ? { ...one, filter: '[delay] > 5' } : one,
    )
    const asked = question({
      metric: at('metric', 'growth'),
      metricDefinitions: new Map([
        [
          'growth',
          {
            refMetric: at('metricDefinitions.growth.refMetric', 'flight_count'),
            filters: [],
            indirections: [
              at('metricDefinitions.growth.indirections[0]', 'sameperiod__mom__growth'),
            ],
          },
        ],
      ]),
    })
    const plan = planAttribution(createCatalog({ ...named.workspace, datasets }), asked)
    const windows = [plan.windows, ...(plan.otherWindows ?? [])]
    expect(windows).toHaveLength(2)
    // The column is meant, not the dimension called `delay`.
    const kept = { kind: 'reference', type: 'INT', table: 'flights', name: 'delay' }
    for (const { current, compare } of windows) {
      expect(current).toMatchObject({ operands: [{ kind: 'comparison', left: kept }, {}, {}] })
      expect(compare).toMatchObject({ operands: [{ kind: 'comparison', left: kept }, {}, {}] })
    }
  })

  test('refuses metrics that double at each step before they grow beyond bounds', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => {
      const below = i === 0 ? 'flight_count' : `t${i - 1}`
      const metric: TemporaryMetric = {
        refMetric: at(`metricDefinitions.t${i}.refMetric`, 'flight_count'),
        filters: [],
        expr: at(`metricDefinitions.t${i}.expr`, `[${below}] + [${below}]`),
      }
      return [`t${i}`, metric] as const
    })
    const change = { metric: at('metric', 't59'), metricDefinitions: new Map(doubling) }
    expect(refusal(change)).toMatchObject({ code: 'CATALOG_UNSUPPORTED_METRIC' })
    const few = { metric: at('metric', 't5'), metricDefinitions: new Map(doubling.slice(0, 6)) }
    expect(planAttribution(catalog, question(few)).metric.measures).toHaveLength(1)
  })

  test('brings the metric down to measures on the rows of its dataset', () => {
    const plan = planAttribution(catalog, question())
    expect(plan.metric.name).toBe('average_delay')
    expect(plan.metric.measures.map((measure) => measure.name)).toEqual([
      'total_delay',
      'flight_count',
    ])
    expect(plan.rows.base).toEqual({
      table: ['vega', 'files', 'flights-3m_parquet'],
      alias: 'flights',
    })
    expect(plan.time).toEqual({
      value: { kind: 'reference', type: 'TIMESTAMP', table: 'flights', name: 'date' },
      grain: 'DAY',
    })
    expect(plan.drillDown).toBeNull()
    expect(plan).not.toHaveProperty('maxRows')
  })

  test('looks up each relation once, and only those needed', () => {
    const plan = planAttribution(
      catalog,
      question(dimensions('origin_state', 'origin_city', 'distance_band')),
    )
    expect(plan.rows.lookups).toEqual([
      {
        table: ['vega', 'files', 'airports_csv'],
        alias: 'origin_airport',
        on: [
          {
            left: { kind: 'reference', type: 'STRING', table: 'flights', name: 'origin' },
            right: { kind: 'reference', type: 'STRING', table: 'origin_airport', name: 'iata' },
          },
        ],
      },
    ])
    const plain = planAttribution(catalog, question(dimensions('distance_band')))
    expect(plain.rows.lookups).toEqual([])
  })

  test('looks up what only a filter of the drill-down needs', () => {
    const filters = [at('attribution.filters[0]', '[destination_state] = "TX"')]
    const plan = planAttribution(catalog, question({ ...dimensions('origin'), filters }))
    expect(plan.rows.lookups.map((one) => one.alias)).toEqual(['destination_airport'])
    expect(plan.drillDown).toMatchObject({ kind: 'comparison', op: '=' })
  })

  test('resolves dimensions and names the groupings as in the request', () => {
    const plan = planAttribution(
      catalog,
      question(dimensions('State of departure', 'origin_state,distance_band', 'metric_time__week')),
    )
    expect(plan.groupings.map((one) => [one.name, one.keys.map((key) => key.name)])).toEqual([
      ['State of departure', ['State of departure']],
      ['origin_state,distance_band', ['origin_state', 'distance_band']],
      ['metric_time__week', ['metric_time__week']],
    ])
    expect(plan.groupings[0]?.keys[0]?.value).toEqual({
      kind: 'reference',
      type: 'STRING',
      table: 'origin_airport',
      name: 'state',
    })
  })

  test('groups metric_time by the grain of the dataset unless another is asked for', () => {
    const values = (text: string) =>
      planAttribution(catalog, question(dimensions(text))).groupings[0]?.keys[0]?.value
    expect(values('metric_time')).toEqual(values('metric_time__day'))
    expect(values('metric_time')).not.toEqual(values('metric_time__week'))
    expect(values('metric_time')).toMatchObject({
      type: 'DATE',
      function: 'Cast',
      args: [{ function: 'DateTrunc' }, {}],
    })
    expect(values('metric_time__hour')).toMatchObject({ type: 'TIMESTAMP', function: 'DateTrunc' })
  })

  test('joins the filters of a window to its time constraint', () => {
    const filters = [at('attribution.currentObject.filters[0]', '[origin] = "ATL"')]
    const { windows } = planAttribution(
      catalog,
      question({ current: { filters, timeConstraint: at('c', JUNE) } }),
    )
    expect(windows.current).toMatchObject({ kind: 'logical', op: 'AND', operands: { length: 3 } })
    expect(windows.compare).toMatchObject({ kind: 'logical', op: 'AND', operands: { length: 2 } })
  })

  test('takes the time constraint of the question where a window has none, or a blank one', () => {
    const without = planAttribution(
      catalog,
      question({
        timeConstraint: at('attribution.timeConstraint', MAY),
        current: { filters: [], timeConstraint: at('c', ' ') },
        compare: { filters: [], timeConstraint: null },
      }),
    )
    expect(without.windows.current).toEqual(without.windows.compare)
    expect(without.windows.compare).toEqual(planAttribution(catalog, question()).windows.compare)
  })

  test('understands a time constraint by grain', () => {
    const { windows } = planAttribution(
      catalog,
      question({
        current: { filters: [], timeConstraint: at('c', '[metric_time__month] = "2001-06-01"') },
        compare: {
          filters: [],
          timeConstraint: at('c', 'DateTrunc([metric_time], "MONTH") = "2001-06-01"'),
        },
      }),
    )
    expect(windows.current).toEqual(windows.compare)
  })

  test('passes on the number of rows and the calculation', () => {
    const plan = planAttribution(catalog, question({ maxRows: 5, calculation: 'AVG' }))
    expect([plan.maxRows, plan.calculation]).toEqual([5, 'AVG'])
  })

  test('resolves a temporary metric', () => {
    const metricDefinitions = new Map([
      ['mine', { refMetric: at('r', 'flight_count'), filters: [at('f', '[origin_state] = "TX"')] }],
    ])
    const plan = planAttribution(
      catalog,
      question({ metric: at('metric', 'mine'), metricDefinitions, ...dimensions('origin') }),
    )
    expect(plan.metric.measures.map((measure) => measure.name)).toEqual(['mine'])
    expect(plan.rows.lookups.map((one) => one.alias)).toEqual(['origin_airport'])
  })
})

describe('a question that cannot be planned', () => {
  const none = { filters: [], timeConstraint: null }

  test.each<[string, Partial<AttributionQuestion>, string, RegExp]>([
    [
      'an unknown metric',
      { metric: at('metric', 'avg_delay') },
      'CATALOG_UNKNOWN_METRIC',
      /"avg_delay" at metric/,
    ],
    [
      'an unknown dimension',
      dimensions('origin_stat'),
      'CATALOG_UNKNOWN_DIMENSION',
      /at dimensions\[0\]; did you mean "origin" or "origin_state"/,
    ],
    ['no dimension', { dimensions: [] }, 'CATALOG_DIMENSION_MISSING', /at dimensions/],
    [
      'an empty part of a combination',
      dimensions('origin,'),
      'CATALOG_DIMENSION_MISSING',
      /at dimensions\[0\]/,
    ],
    [
      'a dimension twice',
      dimensions('origin', 'Airport of departure'),
      'CATALOG_DIMENSION_DUPLICATE',
      /at dimensions\[1\]/,
    ],
    [
      'a combination twice',
      dimensions('origin,destination', 'destination, origin'),
      'CATALOG_DIMENSION_DUPLICATE',
      /at dimensions\[1\]/,
    ],
    [
      'a dimension twice in a combination',
      dimensions('origin,origin'),
      'CATALOG_DIMENSION_DUPLICATE',
      /at dimensions\[0\]/,
    ],
    [
      'a dimension that two relations lead to',
      dimensions('airport_state'),
      'CATALOG_DIMENSION_UNAVAILABLE',
      /"average_delay" cannot be analysed by "airport_state" at dimensions\[0\]; available: metric_time, origin, /,
    ],
    [
      'a time dimension of a dataset without time',
      { metric: at('metric', 'airport_count'), ...dimensions('metric_time') },
      'CATALOG_DIMENSION_UNAVAILABLE',
      /available: airport_state$/,
    ],
    [
      'a temporary metric of no metric',
      {
        metricDefinitions: new Map([
          [
            'five',
            {
              refMetric: at('metricDefinitions.five.refMetric', 'flight_count'),
              filters: [],
              expr: at('metricDefinitions.five.expr', '2 + 3'),
            },
          ],
        ]),
      },
      'CATALOG_UNSUPPORTED_METRIC',
      /^The formula of "five" names no metric, .* at metricDefinitions.five.expr$/,
    ],
    [
      'an unknown comparison dimension',
      { compareDimension: at('attribution.compareDimension', 'x_y_z') },
      'CATALOG_UNKNOWN_DIMENSION',
      /at attribution.compareDimension/,
    ],
    [
      'an unavailable comparison dimension',
      { compareDimension: at('attribution.compareDimension', 'airport_state') },
      'CATALOG_DIMENSION_UNAVAILABLE',
      /at attribution.compareDimension/,
    ],
    [
      'a window without time',
      { current: none },
      'CATALOG_TIME_CONSTRAINT_MISSING',
      /at attribution.currentObject.timeConstraint/,
    ],
    [
      'a window with a blank time',
      { compare: { filters: [], timeConstraint: at('attribution.compareTimeConstraint', '') } },
      'CATALOG_TIME_CONSTRAINT_MISSING',
      /at attribution.compareTimeConstraint/,
    ],
    [
      'a time constraint on a dimension',
      { timeConstraint: at('t', '[origin] = "ATL"'), current: none },
      'EXPRESSION_MISPLACED_NAME',
      /only \[metric_time\], found \[origin\]/,
    ],
    [
      'a time constraint that is no condition',
      { current: { filters: [], timeConstraint: at('t', '[metric_time]') } },
      'EXPRESSION_WRONG_RESULT',
      /must give a condition/,
    ],
    [
      'a metric in a filter',
      { filters: [at('attribution.filters[0]', '[late_rate] > 0')] },
      'EXPRESSION_MISPLACED_NAME',
      /"late_rate" is a metric/,
    ],
    [
      'a temporary metric in a filter',
      {
        filters: [at('f', '[mine] > 0')],
        metricDefinitions: new Map([['mine', { refMetric: at('r', 'flight_count'), filters: [] }]]),
      },
      'EXPRESSION_MISPLACED_NAME',
      /"mine" is a metric/,
    ],
    [
      'a filter that is no condition',
      { filters: [at('f', '[origin]')] },
      'EXPRESSION_WRONG_RESULT',
      /must give a condition/,
    ],
    [
      'a filter on an unknown name',
      { filters: [at('f', '[orign] = "ATL"')] },
      'EXPRESSION_UNKNOWN_FIELD',
      /origin/,
    ],
    [
      'a column that two relations lead to',
      { filters: [at('f', "['airports'/'state'] = \"TX\"")] },
      'EXPRESSION_AMBIGUOUS_NAME',
      /Several relations/,
    ],
    [
      'a grain of a dimension that is no time',
      dimensions('origin__week'),
      'EXPRESSION_WRONG_ARGUMENT',
      /./,
    ],
    [
      'an unused temporary metric that is wrong',
      {
        metricDefinitions: new Map([
          ['mine', { refMetric: at('r', 'nothing_like_it'), filters: [] }],
        ]),
      },
      'CATALOG_UNKNOWN_METRIC',
      /at r/,
    ],
  ])('is refused for %s', (_, change, code, message) => {
    const refused = refusal(change)
    expect(refused.message).toMatch(message)
    expect(refused.code).toBe(code)
  })
})

test('refuses more temporary metrics than a question needs', () => {
  const chain = Array.from({ length: 101 }, (_, i): [string, TemporaryMetric] => [
    `t${i}`,
    { refMetric: at(`metricDefinitions.t${i}.refMetric`, `t${i + 1}`), filters: [] },
  ])
  const refused = refusal({ metricDefinitions: new Map(chain) })
  expect(refused.code).toBe('CATALOG_TOO_MANY_METRICS')
  expect(refused.message).toContain('at most 100')
})

test('knows the dimension that tells objects apart by any of its names', () => {
  const named = flightsCatalog({
    dimensions:
      '  - { name: place, code: P1, displayName: The place, dataset: flights, column: origin }',
  })
  const { groupings } = planAttribution(
    named,
    question({
      compareDimension: at('attribution.compareDimension', 'P1'),
      ...dimensions('The place', 'origin', 'distance_band,place'),
    }),
  )
  expect(groupings.map(({ oneSided = false }) => oneSided)).toEqual([true, false, true])
})

describe('planning a temporary metric', () => {
  const periods = '  - { name: last_week, expr: to_date -6 day of 0 day }'
  const dateTags = '  - { name: weekend, condition: "DayOfWeek([metric_time]) >= 6" }'
  const tagged = createCatalog(
    workspaceOf(`${FLIGHTS_TEXT}\nperiods:\n${periods}\ndateTags:\n${dateTags}\n`),
  )
  const temporary = (change: Partial<TemporaryMetric>, dimension = 'origin_state') =>
    planAttribution(tagged, {
      ...question(dimensions(dimension)),
      metric: at('metric', 't'),
      metricDefinitions: new Map([
        [
          't',
          { refMetric: at('metricDefinitions.t.refMetric', 'total_delay'), filters: [], ...change },
        ],
      ]),
    })
  const refused = (change: Partial<TemporaryMetric>, dimension?: string) => {
    try {
      temporary(change, dimension)
    } catch (error) {
      const { code, message } = error as { code: string; message: string }
      return { code, message }
    }
    throw new Error('The metric was not refused')
  }

  test('compares with another period in windows of its own', () => {
    const plan = temporary({ indirections: [at('x', 'sameperiod__mom__growth')] })
    expect(plan.metric.measures.map((measure) => [measure.name, measure.otherWindow])).toEqual([
      ['t_before', 0],
      ['t', undefined],
    ])
    expect(plan.otherWindows).toHaveLength(1)
    expect(plan.otherWindows![0]!.current).toMatchObject({
      op: 'AND',
      operands: [
        { op: '>=', right: { constant: { value: 988_675_200_000_000n } } },
        { op: '<', right: { constant: { value: 991_353_600_000_000n } } },
      ],
    })
  })

  test('looks at a statistical period, by name or as a string', () => {
    const named = temporary({ period: at('x', 'last_week') })
    expect(named.otherWindows).toEqual(temporary({ period: at('x', '7d') }).otherWindows)
    expect(named.metric.measures).toMatchObject([{ name: 't', otherWindow: 0 }])
  })

  test('takes steps of aggregation, its grain and its days', () => {
    const steps = temporary({
      preAggs: [{ granularity: at('x', 'DAY'), calculateType: at('x', 'MAX') }],
    })
    expect(steps.metric.measures).toMatchObject([{ nested: { aggregate: 'MAX', per: [{}] } }])
    const levels = temporary({ indirections: [at('x', 'multi_level_agg__avg,origin')] })
    expect(levels.metric.measures).toMatchObject([{ nested: { aggregate: 'AVG', per: [{}] } }])
    expect(temporary({ metricGrain: at('x', 'week') }).time?.grain).toBe('WEEK')
    expect(temporary({ onlyContainsDateTag: at('x', 'weekend') }).metric.measures).toMatchObject([
      { filter: { kind: 'comparison', op: '>=', left: { function: 'DayOfWeek' } } },
    ])
  })

  test('may be a formula of metrics', () => {
    const plan = temporary({ expr: at('x', '[total_delay] / [flight_count]') })
    expect(plan.metric.measures.map((measure) => measure.name)).toEqual([
      'total_delay',
      'flight_count',
    ])
  })

  test.each<[string, Partial<TemporaryMetric>, string, RegExp]>([
    [
      'an unknown period',
      { period: at('x', 'last_wek') },
      'CATALOG_UNKNOWN_PERIOD',
      /did you mean "last_week"/,
    ],
    [
      'an unknown tag',
      { onlyContainsDateTag: at('x', 'wekend') },
      'CATALOG_UNKNOWN_DATE_TAG',
      /did you mean "weekend"/,
    ],
    [
      'an unknown grain',
      { metricGrain: at('x', 'FORTNIGHT') },
      'CATALOG_UNSUPPORTED_METRIC',
      /not a grain/,
    ],
    [
      'a rank',
      { indirections: [at('x', 'rank__desc__origin')] },
      'CATALOG_UNSUPPORTED_METRIC',
      /A rank is a position in one list.*query the metric in the order/,
    ],
    [
      'a proportion',
      { indirections: [at('x', 'proportion')] },
      'CATALOG_UNSUPPORTED_METRIC',
      /A proportion is a part of the sum.*query the metric with/,
    ],
    [
      'two calculations',
      { indirections: [at('x', 'proportion'), at('y', 'rank')] },
      'CATALOG_UNSUPPORTED_METRIC',
      /one derived calculation.*at y/,
    ],
    [
      'a broken calculation',
      { indirections: [at('x', 'sameperiod__yoj__value')] },
      'CATALOG_UNSUPPORTED_METRIC',
      /did you mean/,
    ],
    [
      'an unknown aggregate',
      { preAggs: [{ granularity: at('x', 'DAY'), calculateType: at('y', 'MODE') }] },
      'CATALOG_UNSUPPORTED_METRIC',
      /"MODE" is not an aggregate/,
    ],
    [
      'steps of a formula',
      {
        refMetric: at('x', 'average_delay'),
        indirections: [at('y', 'multi_level_agg__avg,origin')],
      },
      'CATALOG_UNSUPPORTED_METRIC',
      /needs a metric that is one aggregate/,
    ],
    [
      'a dimension left out',
      {
        specifyDimension: { type: at('x', 'EXCLUDE'), dimensions: at('y', 'origin_state, origin') },
      },
      'CATALOG_UNSUPPORTED_METRIC',
      /computed without the dimension "origin_state"/,
    ],
    [
      'a dimension not included',
      { specifyDimension: { type: at('x', 'include'), dimensions: at('y', 'origin') } },
      'CATALOG_UNSUPPORTED_METRIC',
      /computed without the dimension "origin_state"/,
    ],
  ])('refuses %s', (_, change, code, message) => {
    const error = refused(change)
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
  })

  test('refuses another period of a window that is no range', () => {
    const metricDefinitions = new Map([
      [
        't',
        {
          refMetric: at('x', 'total_delay'),
          filters: [],
          indirections: [at('x', 'sameperiod__mom__value')],
        },
      ],
    ])
    const current = { filters: [], timeConstraint: at('here', '[metric_time] >= "2001-05-01"') }
    const error = refusal({ metric: at('metric', 't'), metricDefinitions, current })
    expect(error).toMatchObject({
      code: 'CATALOG_WINDOW_NOT_A_RANGE',
      message: expect.stringMatching(/at here/),
    })
  })
})
