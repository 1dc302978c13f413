import { describe, expect, test } from 'vitest'
import { measure, measuresOf, metricMistakesIn } from '../../support/measures-of.ts'
import { reference } from '../../support/sample-scope.ts'

describe.each([
  ['Sum', 'SUM'],
  ['Min', 'MIN'],
  ['Max', 'MAX'],
  ['StdDev', 'STDDEV'],
  ['Variance', 'VARIANCE'],
] as const)('%s', (name, aggregate) => {
  test('is one measure, in any case', () => {
    const argument = reference('DECIMAL', 'price')
    for (const text of [`${name}([price])`, `${name.toLowerCase()}( [price] )`]) {
      expect(measuresOf(text)).toEqual({
        measures: [{ aggregate, argument, filter: null }],
        formula: measure(0),
      })
    }
  })

  test('takes one number', () => {
    const takesTexts = name === 'Min' || name === 'Max'
    const found = metricMistakesIn(`${name}([region])`)
    expect(found).toEqual(takesTexts ? [] : ['EXPRESSION_WRONG_ARGUMENT'])
    expect(metricMistakesIn(`${name}([late])`)).toEqual(['EXPRESSION_WRONG_ARGUMENT'])
    expect(metricMistakesIn(`${name}()`)).toEqual(['EXPRESSION_ARGUMENT_COUNT'])
    expect(metricMistakesIn(`${name}([price], [price])`)).toEqual(['EXPRESSION_ARGUMENT_COUNT'])
  })
})

describe('PercentileDisc', () => {
  test('is one measure of its own', () => {
    const argument = reference('INT', 'delay')
    expect(measuresOf('PercentileDisc([delay], 0.9)')).toEqual({
      measures: [{ aggregate: 'PERCENTILE_DISC', argument, filter: null, fraction: 0.9 }],
      formula: measure(0),
    })
    expect(metricMistakesIn('PercentileDisc([delay], 2)')).toEqual(['EXPRESSION_WRONG_ARGUMENT'])
  })
})

describe('SumDistinct and AnyValue', () => {
  test('are measures with a flag, and the smallest value', () => {
    const argument = reference('INT', 'delay')
    expect(measuresOf('SumDistinct([delay])').measures).toEqual([
      { aggregate: 'SUM', distinct: true, argument, filter: null },
    ])
    expect(measuresOf('AnyValue([delay])').measures).toEqual([
      { aggregate: 'MIN', argument, filter: null },
    ])
    expect(metricMistakesIn('SumDistinct([region])')).toEqual(['EXPRESSION_WRONG_ARGUMENT'])
    expect(metricMistakesIn('AnyValue([late])')).toEqual(['EXPRESSION_WRONG_ARGUMENT'])
  })
})

describe('BoolOr, BoolAnd, VariancePop and StdDevPop', () => {
  test('are formulas of counts and the sample variance', () => {
    const argument = reference('BOOLEAN', 'late')
    const counts = [
      { aggregate: 'COUNT', argument: null, filter: argument },
      { aggregate: 'COUNT', argument, filter: null },
    ]
    expect(measuresOf('BoolOr([late])').measures).toEqual(counts)
    expect(measuresOf('BoolAnd([late])').measures).toEqual(counts)
    const number = reference('DOUBLE', 'rate')
    const spread = [
      { aggregate: 'VARIANCE', argument: number, filter: null },
      { aggregate: 'COUNT', argument: number, filter: null },
    ]
    expect(measuresOf('VariancePop([rate])').measures).toEqual(spread)
    expect(measuresOf('StdDevPop([rate])').measures).toEqual(spread)
    expect(metricMistakesIn('BoolOr([delay])')).toEqual(['EXPRESSION_WRONG_ARGUMENT'])
  })
})

describe('SumIf', () => {
  test('sums the rows that pass', () => {
    const argument = reference('INT', 'delay')
    const filter = reference('BOOLEAN', 'late')
    expect(measuresOf('SumIf([delay], [late])')).toEqual({
      measures: [{ aggregate: 'SUM', argument, filter }],
      formula: measure(0),
    })
  })

  test.each([
    ['SumIf([late], [delay])', ['EXPRESSION_WRONG_ARGUMENT', 'EXPRESSION_WRONG_ARGUMENT']],
    ['SumIf([delay])', ['EXPRESSION_ARGUMENT_COUNT']],
  ])('refuses %s', (text, names) => {
    expect(metricMistakesIn(text)).toEqual(names)
  })
})

describe('Count', () => {
  test.each([
    ['Count()', null],
    ['Count([region])', reference('STRING', 'region')],
  ])('%s is one measure', (text, argument) => {
    expect(measuresOf(text)).toEqual({
      measures: [{ aggregate: 'COUNT', argument, filter: null }],
      formula: measure(0),
    })
  })

  test('refuses two values', () => {
    expect(metricMistakesIn('Count([region], [day])')).toEqual(['EXPRESSION_ARGUMENT_COUNT'])
  })
})

describe('CountIf', () => {
  test('counts the rows that pass', () => {
    const filter = reference('BOOLEAN', 'late')
    expect(measuresOf('CountIf([late])')).toEqual({
      measures: [{ aggregate: 'COUNT', argument: null, filter }],
      formula: measure(0),
    })
  })

  test.each([
    ['CountIf([delay])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['CountIf()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})

describe('CountDistinct', () => {
  test.each([
    ['CountDistinct([price])'],
    ['countdistinct( [price] )'],
    ['Count_Distinct([price])'],
  ])('%s is one measure', (text) => {
    const argument = reference('DECIMAL', 'price')
    expect(measuresOf(text)).toEqual({
      measures: [{ aggregate: 'COUNT_DISTINCT', argument, filter: null }],
      formula: measure(0),
    })
  })

  test.each([
    ['CountDistinct()', 'EXPRESSION_ARGUMENT_COUNT'],
    ['CountDistinct([price], [day])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})

describe('Avg', () => {
  test('is a sum over a count of what is not NULL', () => {
    const argument = reference('DOUBLE', 'rate')
    expect(measuresOf('Avg([rate])')).toEqual({
      measures: [
        { aggregate: 'SUM', argument, filter: null },
        { aggregate: 'COUNT', argument, filter: null },
      ],
      formula: { kind: 'arithmetic', type: 'DOUBLE', op: '/', left: measure(0), right: measure(1) },
    })
  })

  test.each([
    ['Avg([day])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Avg()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})

describe('AvgIf', () => {
  test('is a sum over a count of the rows that pass', () => {
    const argument = reference('DECIMAL', 'price')
    const filter = reference('BOOLEAN', 'late')
    expect(measuresOf('AvgIf([price], [late])')).toEqual({
      measures: [
        { aggregate: 'SUM', argument, filter },
        { aggregate: 'COUNT', argument, filter },
      ],
      formula: { kind: 'arithmetic', type: 'DOUBLE', op: '/', left: measure(0), right: measure(1) },
    })
  })

  test.each([
    ['AvgIf([price], [delay])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['AvgIf([price])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})

describe('Median', () => {
  test('is the percentile in the middle', () => {
    const argument = reference('INT', 'delay')
    expect(measuresOf('Median([delay])')).toEqual({
      measures: [{ aggregate: 'PERCENTILE', argument, filter: null, fraction: 0.5 }],
      formula: measure(0),
    })
  })

  test.each([
    ['Median([metric_time])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Median([delay], 0.5)', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})

describe('Percentile', () => {
  test.each([
    ['0', 0],
    ['0.95', 0.95],
    ['1', 1],
    ['9 / 10', 0.9],
    ['5e-1', 0.5],
  ])('of a fraction of %s is one measure', (text, fraction) => {
    const argument = reference('DOUBLE', 'rate')
    expect(measuresOf(`Percentile([rate], ${text})`)).toEqual({
      measures: [{ aggregate: 'PERCENTILE', argument, filter: null, fraction }],
      formula: measure(0),
    })
  })

  test.each([
    ['Percentile([rate], 1.01)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Percentile([rate], -0.1)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Percentile([rate], [rate])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Percentile([rate], NULL)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Percentile([rate], "0.5")', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Percentile([rate])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(metricMistakesIn(text)).toEqual([name])
  })
})
