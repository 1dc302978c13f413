import { type NameForms, type NameResolver, parse, print } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryExpr, arbitraryText } from '../support/arbitrary-expr.ts'
import { runs } from '../support/runs.ts'
import { withoutSpans } from '../support/without-spans.ts'

describe('print', () => {
  test.each([
    [
      'in([a],\'x\')and not datetrunc([t] , "DAY")="2024"',
      'IN([a], "x") AND NOT DateTrunc([t], "DAY") = "2024"',
    ],
    ['((([a])))', '[a]'],
    ['([a] or [b]) and [c]', '([a] OR [b]) AND [c]'],
    ['[a] or ([b] and [c])', '[a] OR [b] AND [c]'],
    ['[a] - ([b] - [c])', '[a] - ([b] - [c])'],
    ['([a] - [b]) - [c]', '[a] - [b] - [c]'],
    ['-(-1)', '- -1'],
    ['+1', '1'],
    ['not ([a] and [b])', 'NOT ([a] AND [b])'],
    ['([a] = 1) = ([b] = 2)', '([a] = 1) = ([b] = 2)'],
    ["['plain']", '[plain]'],
    ['[\'"q"\']', '[\'"q"\']'],
    ["['a' / 'b']", "['a'/'b']"],
    ['"tab\\tquote\\""', '"tab\\tquote\\""'],
  ])('writes %s canonically', (text, printed) => {
    expect(print(parse(text).ast!)).toBe(printed)
  })
})

const NAMES: ReadonlyMap<string, NameForms> = new Map([
  ['region', { code: 'dim_001', display: '地区' }],
  ['地区', { code: 'dim_001', display: '地区' }],
  ['time', { code: 'metric_time', display: 'Order [time]' }],
  ['quoted', { code: 'dim_002', display: "'x'/'y'" }],
  ['grained', { code: 'dim_003', display: 'sold__day' }],
  ['hidden', { code: 'dim_004', display: 'a\u202eb' }],
  ['twin', { code: 'dim_005' }],
  ['a__day', { code: 'dim_006' }],
])
const resolve: NameResolver = {
  field: (name) => NAMES.get(name),
  dataset: (name) => (name === 'orders' ? { code: 'ds_1', display: 'Orders' } : undefined),
}

function printed(text: string, names: 'as-written' | 'code' | 'display'): string {
  return print(parse(text).ast!, { names, resolve })
}

describe('print with names', () => {
  test.each([
    ['[region] = "a"', '[dim_001] = "a"', '[地区] = "a"'],
    ['IN([地区], "a")', 'IN([dim_001], "a")', 'IN([地区], "a")'],
    ['[time__Month] > 1', '[metric_time__Month] > 1', '[Order [time]]__Month] > 1'],
    ['[a__day] = 1', '[dim_006] = 1', '[dim_006] = 1'],
    ["['orders'/'price'] > 1", "['ds_1'/'price'] > 1", "['Orders'/'price'] > 1"],
    ["['other'/'price'] > 1", "['other'/'price'] > 1", "['other'/'price'] > 1"],
  ])('writes %s by code and display name', (text, code, display) => {
    expect(printed(text, 'code')).toBe(code)
    expect(printed(text, 'display')).toBe(display)
    expect(printed(text, 'as-written')).toBe(text)
  })

  test('leaves names alone that it does not know', () => {
    expect(printed('[tmp_gmv] > 1', 'code')).toBe('[tmp_gmv] > 1')
    expect(printed('[tmp__month] > 1', 'display')).toBe('[tmp__month] > 1')
    expect(print(parse('[region] > 1').ast!, { names: 'code' })).toBe('[region] > 1')
  })

  test.each(['quoted', 'grained', 'hidden', 'twin'])(
    'writes the code where the display name of %s would mislead',
    (name) => {
      expect(printed(`[${name}] = 1`, 'display')).toBe(`[${NAMES.get(name)!.code}] = 1`)
    },
  )

  test('gives texts whose names are the ones asked for', () => {
    fc.assert(
      fc.property(arbitraryExpr, arbitraryText, (ast, display) => {
        const named = { field: () => ({ code: 'code', display }), dataset: () => ({ code: 'd' }) }
        const text = print(ast, { names: 'display', resolve: named })
        const { ast: again, diagnostics } = parse(text)
        expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([])
        expect(print(again!)).toBe(text)
        expect(withoutSpans(parse(print(ast)).ast!)).toEqual(ast)
      }),
      runs(75),
    )
  })
})
