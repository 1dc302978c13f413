import fc from 'fast-check'
import { drawCondition, type Fact } from './conditions.ts'
import { DIMENSIONS, METRICS } from './definitions.ts'

const drawSeldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/** Draws the temporary metrics `t` and `u` of a question; `u` may be made of `t`. Most have a field or two. */
export function drawTemporaryMetrics(fact: Fact): fc.Arbitrary<object> {
  const metric = fc.constantFrom(...METRICS[fact])
  const dimension = fc.constantFrom<string>(...DIMENSIONS[fact])
  const fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    filters: fc.array(drawCondition(fact), { minLength: 1, maxLength: 2 }),
    indirections: fc
      .oneof(
        fc.constantFrom(
          ...[
            'sameperiod__mom__growth',
            'sameperiod__yoy__value',
            'sameperiod__-2_dod__growthvalue',
          ],
          ...['sameperiod__wow__decreaserate', 'sameperiod__moeom__value'],
        ),
        fc
          .tuple(fc.constantFrom('avg', 'max', 'sum', 'count'), dimension)
          .map(([aggregate, name]) => `multi_level_agg__${aggregate},${name}`),
      )
      .map((step) => [step]),
    period: fc.constantFrom(
      'last_week',
      'so_far',
      '7d',
      'mtd',
      'relative_date -1 month of 0 day',
      'last-month',
    ),
    preAggs: fc
      .record({
        granularity: fc.constantFrom('DAY', 'MONTH', 'WEEK'),
        calculateType: fc.constantFrom('MAX', 'AVG', 'SUM', 'MIN', 'COUNT'),
      })
      .map((step) => [step]),
    specifyDimension: fc.record({
      type: fc.constantFrom('INCLUDE', 'EXCLUDE'),
      dimensions: dimension,
    }),
    metricGrain: fc.constantFrom('WEEK', 'MONTH', 'DAY'),
    onlyContainsDateTag: fc.constant('weekend'),
    expr: fc
      .tuple(metric, fc.constantFrom('/', '-', '*', '+'), metric)
      .map(([a, sign, b]) => `[${a}] ${sign} [${b}]`),
  }
  const some = fc.subarray(Object.keys(fields), { minLength: 0, maxLength: 2 }).chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, fields[name]!])), {
      noNullPrototype: true,
    }),
  )
  const base = fc.oneof(
    { weight: 4, arbitrary: metric.map((refMetric) => ({ refMetric })) },
    {
      weight: fact === 'sales' || fact === 'eve' ? 1 : 0,
      arbitrary: fc.record({
        refMetric: fc.constant('sold'),
        time: fc.constantFrom('paid', 'listed', 'opened'),
      }),
    },
  )
  const of = fc.tuple(base, some)
  return fc.record({
    t: of.map(([from, more]) => ({ ...from, ...more })),
    u: fc
      .tuple(of, drawSeldom(fc.constant({ refMetric: 't' })))
      .map(([[from, more], ofT]) => ({ ...(ofT ?? from), ...more })),
  })
}
