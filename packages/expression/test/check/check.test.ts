import { applyFix, check, type DiagnosticCode, parse, type Scope } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { compileSample, NOW } from '../support/compile-sample.ts'
import { reference, sampleScope } from '../support/sample-scope.ts'

function checked(text: string, expect?: 'BOOLEAN' | 'NUMBER') {
  return check(parse(text).ast!, sampleScope, { now: NOW, ...(expect ? { expect } : {}) })
}

const text = (value: string) => ({
  kind: 'constant',
  type: 'STRING',
  constant: { type: 'STRING', value },
})
const timestamp = (value: bigint) => ({
  kind: 'constant',
  type: 'TIMESTAMP',
  constant: { type: 'TIMESTAMP', value },
})

describe('check', () => {
  test.each([
    ['[delay] + 1', 'INT'],
    ['[delay] + 0.5', 'DECIMAL'],
    ['[price] * [rate]', 'DOUBLE'],
    ['[delay] / 2', 'DOUBLE'],
    ['[price] / [price]', 'DOUBLE'],
    ['[delay] % 2', 'INT'],
    ['-[price]', 'DECIMAL'],
    ['If([late], [delay], 0.5)', 'DECIMAL'],
    ['If([late], [day], [metric_time])', 'TIMESTAMP'],
    ['If([late], NULL, "x")', 'STRING'],
    ['Coalesce([delay], [rate], 0)', 'DOUBLE'],
    ['DateTrunc([day], "MONTH")', 'DATE'],
    ['DateTrunc([metric_time], "hour")', 'TIMESTAMP'],
    ['DateAdd([day], 1, "HOUR")', 'TIMESTAMP'],
    ['DateAdd([day], [delay], "WEEK")', 'DATE'],
    ['Cast([rate], "int")', 'INT'],
    ['Date([region], "dd.MM.yyyy")', 'DATE'],
    ['IsNull([delay])', 'BOOLEAN'],
    ["['flights'/'delay'] > 1", 'BOOLEAN'],
  ])('gives %s its type', (source, type) => {
    expect(checked(source)).toMatchObject({ typed: { type }, diagnostics: [] })
  })

  test('reads an ISO text that is compared with a time as a time', () => {
    expect(compileSample('[metric_time] >= "2024-03"')).toEqual({
      kind: 'comparison',
      type: 'BOOLEAN',
      op: '>=',
      left: reference('TIMESTAMP', 'metric_time'),
      right: timestamp(1_709_251_200_000_000n),
    })
    expect(compileSample('[day] = "1970-01-02"')).toMatchObject({
      right: { type: 'DATE', constant: { value: 1 } },
    })
    expect(compileSample('"1970-01-01 12:00:00" < [day]')).toMatchObject({
      left: { type: 'TIMESTAMP', constant: { value: 43_200_000_000n } },
    })
    expect(compileSample('IN([day], "1970-01-02")')).toMatchObject({
      args: [{}, { constant: { type: 'DATE', value: 1 } }],
    })
  })

  test('cuts a text beside a truncated time to its grain, and asks for the range', () => {
    const time = reference('TIMESTAMP', 'metric_time')
    const month = {
      kind: 'logical',
      op: 'AND',
      operands: [
        { op: '>=', left: time, right: timestamp(1_709_251_200_000_000n) },
        { op: '<', left: time, right: timestamp(1_711_929_600_000_000n) },
      ],
    }
    expect(compileSample('DateTrunc([metric_time], "month") = "2024-03-17"')).toMatchObject(month)
    expect(compileSample('[metric_time__month] = "2024-03"')).toMatchObject(month)
    expect(compileSample('[metric_time__month]')).toMatchObject({
      function: 'DateTrunc',
      args: [time, text('MONTH')],
    })
  })

  test('computes what is constant', () => {
    const whole = (source: string) => compileSample(source)
    expect(whole('DateAdd(DateTrunc(Now(), "MONTH"), -1, "MONTH")')).toEqual(
      timestamp(1_706_745_600_000_000n),
    )
    expect(whole('Cast("1970-01-01 00:00:01", "Timestamp")')).toEqual(timestamp(1_000_000n))
    expect(whole('Date("02.01.1970", "dd.MM.yyyy")')).toMatchObject({
      constant: { type: 'DATE', value: 1 },
    })
    expect(whole('0.1 + 0.2')).toMatchObject({ constant: { type: 'DECIMAL', value: '0.3' } })
    expect(whole('-(0.50 * 3)')).toMatchObject({ constant: { type: 'DECIMAL', value: '-1.5' } })
    expect(whole('7 % 0')).toEqual({
      kind: 'constant',
      type: 'INT',
      constant: { type: 'NULL', value: null },
    })
    expect(whole('1 / 0')).toMatchObject({ type: 'DOUBLE', constant: { value: null } })
    expect(whole('NOT (1 = 2 OR NULL)')).toMatchObject({
      type: 'BOOLEAN',
      constant: { value: null },
    })
    expect(whole('9223372036854775808')).toMatchObject({
      constant: { type: 'DECIMAL', value: '9223372036854775808' },
    })
    expect(whole('Log(Year(Now()), -1)')).toMatchObject({ constant: { value: null } })
  })

  test('replaces a name by the expression that the scope gives for it', () => {
    const typed = compileSample('[delay] + 1')
    const scope = { resolve: () => ({ found: typed }), names: () => [] }
    expect(check(parse('[anything]').ast!, scope)).toEqual({ typed, diagnostics: [] })
  })

  test('asks for the type that the caller needs', () => {
    expect(checked('[delay]', 'BOOLEAN').diagnostics).toMatchObject([{ code: 'EXP2011' }])
    expect(checked('[region]', 'NUMBER').diagnostics).toMatchObject([{ code: 'EXP2011' }])
    expect(checked('[delay] / 2', 'NUMBER').diagnostics).toEqual([])
  })

  test('has no Now() without a moment', () => {
    const { typed, diagnostics } = check(parse('Now()').ast!, sampleScope)
    expect(typed).toBeNull()
    expect(diagnostics).toMatchObject([{ code: 'EXP2010' }])
  })

  test('reports warnings and still gives a tree', () => {
    for (const [source, code, mended] of [
      ['[delay] = NULL', 'EXP2102', 'IsNull([delay])'],
      ['NULL != [delay]', 'EXP2102', 'NOT IsNull([delay])'],
      ['IN([delay], 1, NULL)', 'EXP2103', undefined],
      ['[metric_time__month] = Cast("2024-03-02", "Timestamp")', 'EXP2104', undefined],
    ] as const) {
      const { typed, diagnostics } = checked(source)
      expect(typed).not.toBeNull()
      expect(diagnostics).toMatchObject([{ code, severity: 'warning' }])
      const fix = diagnostics[0]!.fixes?.[0]
      expect(fix && applyFix(source, fix)).toBe(mended)
    }
  })
})

/** Text, code, the marked part, and the text after the best fix (null: there is none). */
const WRONG: readonly (readonly [string, DiagnosticCode, string, string | null])[] = [
  ['DateTrunc([delay], "DAY") = 1', 'EXP2001', '[delay]', null],
  ['[region__day] = "x"', 'EXP2001', '[region__day]', '[region] = "x"'],
  ['DateTrunc([day])', 'EXP2002', 'DateTrunc([day])', null],
  ['Now(1)', 'EXP2002', 'Now(1)', null],
  ['[region] = 10115', 'EXP2003', '[region] = 10115', '[region] = "10115"'],
  ['[delay] > "5"', 'EXP2003', '[delay] > "5"', '[delay] > 5'],
  ['[late] = 1', 'EXP2003', '[late] = 1', null],
  ['IN([delay], "x")', 'EXP2003', '"x"', null],
  [
    '[metric_time__day] = DateTrunc([day], "DYA")',
    'EXP2004',
    '"DYA"',
    '[metric_time__day] = DateTrunc([day], "DAY")',
  ],
  ['DateTrunc([day], "fiscal_year")', 'EXP2018', '"fiscal_year"', null],
  ['[metric_time__fiscal_quarter] = "2024-07"', 'EXP2018', '[metric_time__fiscal_quarter]', null],
  ['DateTrunc([day], "HOUR")', 'EXP2005', '"HOUR"', null],
  ['Date("2024-02-30", "yyyy-MM-dd")', 'EXP2006', '"2024-02-30"', null],
  ['[day] = "2024-13"', 'EXP2006', '"2024-13"', null],
  ['Cast("soon", "Int")', 'EXP2006', '"soon"', null],
  ['DateAdd([day], "DAY", 7)', 'EXP2007', '"DAY", 7', 'DateAdd([day], 7, "DAY")'],
  ['IN([delay], [delay])', 'EXP2008', '[delay]', null],
  ['DateTrunc([day], [region])', 'EXP2008', '[region]', null],
  ['9223372036854775807 + 1', 'EXP2009', '9223372036854775807 + 1', null],
  ['Cast([delay], "Sting")', 'EXP2012', '"Sting"', 'Cast([delay], "String")'],
  ['Date([region], "MM/dd")', 'EXP2013', '"MM/dd"', 'Date([region], "yyyy-MM-dd")'],
  ['If([late], 1, "x")', 'EXP2014', '"x"', null],
  ['[region] + 1', 'EXP2015', '[region]', null],
  ['[delay] AND TRUE', 'EXP2015', '[delay]', null],
  ['[day] - 7', 'EXP2015', '[day] - 7', 'DateAdd([day], -7, "DAY")'],
  ['Extract([day], "Mont")', 'EXP2017', '"Mont"', 'Extract([day], "MONTH")'],
  ['Cast([delay], "Date")', 'EXP2016', '[delay]', null],
  ['[regoin] = "x"', 'EXP3001', '[regoin]', '[region] = "x"'],
  ['[Region] = "x"', 'EXP3001', '[Region]', '[region] = "x"'],
  ['[metric_tim__day] = "2024"', 'EXP3001', '[metric_tim__day]', '[metric_time__day] = "2024"'],
  ['[__proto__] = 1', 'EXP3001', '[__proto__]', null],
  ["['flights'/'toString'] = 1", 'EXP3001', "['flights'/'toString']", null],
  ['DateTrnc([day], "DAY") = "2024"', 'EXP3002', 'DateTrnc', 'DateTrunc([day], "DAY") = "2024"'],
  ['__proto__([day])', 'EXP3002', '__proto__', null],
  ['toString([day])', 'EXP3002', 'toString', null],
  ['[constructor] = 1', 'EXP3001', '[constructor]', null],
  ['constructor()', 'EXP3002', 'constructor', null],
  ['[twin] = 1', 'EXP3003', '[twin]', null],
  ['[gmv] > 1', 'EXP3101', '[gmv]', null],
]

describe('the diagnostics of a wrong tree', () => {
  test.each(WRONG)('of %s', (source, code, marked, mended) => {
    const { typed, diagnostics } = checked(source)
    expect(typed).toBeNull()
    expect(diagnostics.map((one) => one.code)).toContain(code)
    const found = diagnostics.find((one) => one.code === code)!
    expect(source.slice(found.span.start, found.span.end)).toBe(
      code === 'EXP2008' && source.startsWith('IN') ? '[delay]' : marked,
    )
    const fix = found.fixes?.[0]
    expect(fix ? applyFix(source, fix) : null).toBe(mended)
    if (mended !== null) expect(checked(mended).diagnostics).toEqual([])
  })

  test('do not evaluate wrong constant expressions', () => {
    for (const text of ['Between(2.5, [nobody], "x")', 'Between(2.5, 1, "x")', 'IN(1, "x")']) {
      expect(checked(text).typed, text).toBeNull()
    }
  })

  test('do not repeat an error in the expressions around it', () => {
    expect(checked('DateTrunc([regoin], "DAY") + 1 > [delay]').diagnostics).toHaveLength(1)
  })
})

/** The sample scope, and `[gmv]`, the value of a metric. */
const scope: Scope = {
  ...sampleScope,
  resolve: (name) =>
    name.kind === 'field' && name.name === 'gmv'
      ? { found: { kind: 'reference', type: 'DOUBLE', table: null, name: 'gmv' } }
      : sampleScope.resolve(name),
}

function checkedAt(text: string, level: 'row' | 'metric') {
  return check(parse(text).ast!, scope, { now: NOW, level })
}

describe('the level of an expression', () => {
  test.each([
    'Sum([price])',
    'Sum([price]) / Count()',
    'SumIf([price], [late] AND [delay] > 10) * 100',
    'If(Count() > 0, Max([delay]), NULL)',
    'CountDistinct([metric_time__month])',
    'Sum([price]) / [gmv]',
    '1 + 2',
    'Now()',
    'Floor(Count())',
    'Round(Sum(7), 2)',
    'Sign(Ceil(CountDistinct(1)))',
  ])('of a metric allows %s', (text) => {
    expect(checkedAt(text, 'metric').diagnostics).toEqual([])
  })

  test.each(['[price] > 1', '[gmv] > 1', '[metric_time__month] = "2024"'])(
    'of a row allows %s',
    (text) => {
      expect(checkedAt(text, 'row').diagnostics).toEqual([])
    },
  )

  test.each<readonly [string, 'row' | 'metric', DiagnosticCode, string, string | null]>([
    ['[price]', 'metric', 'EXP2201', '[price]', 'Sum([price])'],
    ['Sum([price]) / [delay]', 'metric', 'EXP2201', '[delay]', 'Sum([price]) / Sum([delay])'],
    ['Count() > 0 AND [day] > "2024"', 'metric', 'EXP2201', '[day]', null],
    ['[late]', 'metric', 'EXP2201', '[late]', null],
    ['[day__month] = "2024"', 'metric', 'EXP2201', '[day__month]', null],
    ['Sum([price]) > 1', 'row', 'EXP2202', 'Sum', null],
    ['Sum(Avg([price]))', 'metric', 'EXP2203', 'Avg', 'Sum([price])'],
    ['Sum(1 + Count())', 'metric', 'EXP2203', 'Count', null],
    ['Sum([gmv])', 'metric', 'EXP2203', '[gmv]', null],
  ])('of %s at level %s is wrong', (text, level, code, marked, mended) => {
    const { typed, diagnostics } = checkedAt(text, level)
    expect(typed).toBeNull()
    expect(diagnostics.map((one) => one.code)).toEqual([code])
    const [{ span, fixes }] = diagnostics as [(typeof diagnostics)[0]]
    expect(text.slice(span.start, span.end)).toBe(marked)
    const fix = fixes?.[0]
    expect(fix ? applyFix(text, fix) : null).toBe(mended)
    if (mended !== null) expect(checkedAt(mended, level).diagnostics).toEqual([])
  })

  test('does not matter inside a constant', () => {
    expect(checkedAt('Sum(1)', 'metric').typed).toMatchObject({ kind: 'call', function: 'Sum' })
    expect(checkedAt('Sum([price])', 'metric').typed).toMatchObject({
      args: [reference('DECIMAL', 'price')],
    })
  })
})
