import { applyFix } from '@tributary/expression'
import {
  type IndirectionNames,
  parseIndirection,
  printIndirection,
} from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'

describe('an indirection string', () => {
  test.each([
    ['sameperiod__yoy__growth', 'sameperiod__yoy__growth'],
    ['SamePeriod__YOY__GrowthValue', 'sameperiod__yoy__growthvalue'],
    ['sameperiod__-1_yoy__value', 'sameperiod__yoy__value'],
    ['sameperiod__-2_dod__value', 'sameperiod__-2_dod__value'],
    ['sameperiod__-52_wow__decrease', 'sameperiod__-52_wow__decrease'],
    ['sameperiod__0_yosoy__value', 'sameperiod__yosoy__value'],
    ['sameperiod__moeom__decreaserate', 'sameperiod__moeom__decreaserate'],
    ['sameperiod__mom__workday__growth', 'sameperiod__mom__workday__growth'],
    ['sameperiod__mom__very__special__growth', 'sameperiod__mom__very__special__growth'],
    ['sales__sameperiod__hod__value', 'sales__sameperiod__hod__value'],
    ['sales__rank__region', 'sales__rank__region'],
    ['rank', 'rank'],
    ['rank__desc__region', 'rank__region'],
    ['rankDense__asc__region, metric_time__WEEK', 'rankDense__asc__region,metric_time__week'],
    ['rowNumber__asc', 'rowNumber__asc'],
    ['sales__proportion__region,channel', 'sales__proportion__region,channel'],
    ['proportion', 'proportion'],
    ['proportion__', 'proportion'],
    ['Total Sales__proportion__Sales Region', 'Total Sales__proportion__Sales Region'],
    ['multi_level_agg__avg,region', 'multi_level_agg__AVG,region'],
    [
      'multi_level_agg__COUNTDISTINCT,region,metric_time__day',
      'multi_level_agg__COUNT_DISTINCT,region,metric_time__day',
    ],
  ])('%s reads as %s', (text, canonical) => {
    const { indirection, diagnostics } = parseIndirection(text)
    expect(diagnostics).toEqual([])
    expect(printIndirection(indirection!)).toBe(canonical)
  })

  test.each([
    ['', 'EXP6001', [0, 0]],
    ['ranking__region', 'EXP6001', [0, 7]],
    ['samperiod__yoy__growth', 'EXP6001', [0, 9]],
    ['sameperiod', 'EXP6007', [10, 10]],
    ['sameperiod__yoy', 'EXP6007', [15, 15]],
    ['sameperiod__yoj__growth', 'EXP6002', [12, 15]],
    ['sameperiod__-2_yoj__growth', 'EXP6002', [15, 18]],
    ['sameperiod__-200000_dod__growth', 'EXP6009', [12, 23]],
    ['sameperiod__yoy__growt', 'EXP6003', [17, 22]],
    ['multi_level_agg', 'EXP6007', [15, 15]],
    ['multi_level_agg__avg', 'EXP6007', [20, 20]],
    ['multi_level_agg__mean,region', 'EXP6006', [17, 21]],
    ['multi_level_agg__avg,region,,day', 'EXP6007', [28, 28]],
    ['sales__multi_level_agg__avg,region', 'EXP6001', [0, 5]],
    ['proportion__a,', 'EXP6007', [14, 14]],
  ] as const)('%s is %s at %j', (text, code, [start, end]) => {
    const { indirection, diagnostics } = parseIndirection(text)
    expect(indirection).toBeNull()
    expect(diagnostics[0]).toMatchObject({ code, span: { start, end } })
  })

  test('offers mends that work', () => {
    for (const text of [
      'samperiod__yoy__growth',
      'sameperiod__yo__growth',
      'sameperiod__yoy__growt',
    ]) {
      const [fix] = parseIndirection(text).diagnostics[0]!.fixes!
      expect(parseIndirection(applyFix(text, fix!)).diagnostics).toEqual([])
    }
  })

  test('of a megabyte is refused at once', () => {
    const { diagnostics } = parseIndirection('rank__'.repeat(200_000))
    expect(diagnostics.map((one) => one.code)).toEqual(['EXP5001'])
  })
})

describe('with names', () => {
  test('a reading whose names exist wins over one whose names do not', () => {
    const { indirection } = parseIndirection('sales__rank__region', names(['sales'], ['region']))
    expect(indirection).toMatchObject({ kind: 'rank', metric: { name: 'sales' } })
  })

  test('a metric may be called like a keyword', () => {
    const text = 'rank__proportion__region'
    expect(parseIndirection(text, names(['rank'], ['region'])).indirection).toMatchObject({
      kind: 'proportion',
      metric: { name: 'rank' },
    })
    expect(parseIndirection(text, names([], ['proportion__region'])).indirection).toMatchObject({
      kind: 'rank',
      metric: null,
    })
  })

  test('two readings that fit are an error that names both', () => {
    const text = 'a__rank__b__rank__c'
    const { diagnostics } = parseIndirection(text, names(['a', 'a__rank__b'], ['c', 'b__rank__c']))
    expect(diagnostics).toMatchObject([
      {
        code: 'EXP6004',
        message: 'this is ambiguous; it can be read as rank of a, or rank of a__rank__b',
      },
    ])
  })

  test('unknown names are errors with suggestions and their place', () => {
    const { diagnostics } = parseIndirection('sales__rank__regoin', names(['sales'], ['region']))
    expect(diagnostics).toMatchObject([
      {
        code: 'EXP6005',
        message: 'no dimension regoin; did you mean region?',
        span: { start: 13, end: 19 },
      },
    ])
  })

  test('names are mapped, and what is not known to the map stays', () => {
    const { indirection } = parseIndirection('Total Sales__rank__Region')
    const map = {
      metric: (name: string) => (name === 'Total Sales' ? 'm_1' : name),
      dimension: (name: string) => (name === 'Region' ? 'd_7' : name),
    }
    expect(printIndirection(indirection!, map)).toBe('m_1__rank__d_7')
  })
})

function names(metrics: readonly string[], dimensions: readonly string[]): IndirectionNames {
  return {
    hasMetric: (name) => metrics.includes(name),
    hasDimension: (name) => dimensions.includes(name),
    metricNames: () => metrics,
    dimensionNames: () => dimensions,
  }
}
