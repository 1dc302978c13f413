import { applyFix, check, type DiagnosticCode, parse, type Scope } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { NOW } from '../support/compile-sample.ts'
import { reference, sampleScope } from '../support/sample-scope.ts'

/** The sample scope, and `[gmv]`, the value of a metric. */
const scope: Scope = {
  ...sampleScope,
  resolve: (name) =>
    name.kind === 'field' && name.name === 'gmv'
      ? { found: { kind: 'reference', type: 'DOUBLE', table: null, name: 'gmv' } }
      : sampleScope.resolve(name),
}

function checked(text: string, level: 'row' | 'metric') {
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
  ])('of a metric allows %s', (text) => {
    expect(checked(text, 'metric').diagnostics).toEqual([])
  })

  test.each(['[price] > 1', '[gmv] > 1', '[metric_time__month] = "2024"'])(
    'of a row allows %s',
    (text) => {
      expect(checked(text, 'row').diagnostics).toEqual([])
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
    const { typed, diagnostics } = checked(text, level)
    expect(typed).toBeNull()
    expect(diagnostics.map((one) => one.code)).toEqual([code])
    const [{ span, fixes }] = diagnostics as [(typeof diagnostics)[0]]
    expect(text.slice(span.start, span.end)).toBe(marked)
    const fix = fixes?.[0]
    expect(fix ? applyFix(text, fix) : null).toBe(mended)
    if (mended !== null) expect(checked(mended, level).diagnostics).toEqual([])
  })

  test('does not ask what a constant is made of', () => {
    expect(checked('Sum(1)', 'metric').typed).toMatchObject({ kind: 'call', function: 'Sum' })
    expect(checked('Sum([price])', 'metric').typed).toMatchObject({
      args: [reference('DECIMAL', 'price')],
    })
  })
})
