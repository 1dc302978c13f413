import { applyFix, type DiagnosticCode, parse } from '@tributary/expression'
import { describe, expect, test } from 'vitest'

/** Text, code, the marked part, and the text after the best fix (null: there is none). */
const BROKEN: readonly (readonly [string, DiagnosticCode, string, string | null])[] = [
  ['[a] = "paid AND [b] > 5', 'EXP1001', '"', '[a] = "paid" AND [b] > 5'],
  ['IN([a], "x)', 'EXP1001', '"', 'IN([a], "x")'],
  ['[a] = "x\u0000"', 'EXP1002', '\u0000', '[a] = "x"'],
  ['[a\ud800]', 'EXP1002', '\ud800', '[a]'],
  ['[a] = "\\u0000"', 'EXP1002', '"\\u0000"', null],
  ['[a] = "C:\\path"', 'EXP1003', '\\p', '[a] = "C:\\\\path"'],
  ['IN([a]，"x")', 'EXP1004', '，', 'IN([a],"x")'],
  ['IN（[a], "x")', 'EXP1004', '（', 'IN([a], "x")'],
  ['[a] = “x”', 'EXP1005', '“x”', '[a] = "x"'],
  ['[a] = 1;', 'EXP1006', ';', '[a] = 1'],
  ['[a > 5', 'EXP1007', '[', '[a] > 5'],
  ['[] = 1', 'EXP1008', '[]', null],
  ['IN([a], "x" AND [b] > 1', 'EXP1010', '(', 'IN([a], "x") AND [b] > 1'],
  ['(([a] = 1)', 'EXP1010', '(', '(([a] = 1))'],
  ['region = "x"', 'EXP1011', 'region', '[region] = "x"'],
  ['[region] = east', 'EXP1011', 'east', '[region] = "east"'],
  ['DateTrunc([t], DAY) = 1', 'EXP1011', 'DAY', 'DateTrunc([t], "DAY") = 1'],
  ['1 < [a] < 3', 'EXP1012', '<', '1 < [a] AND [a] < 3'],
  ['[a] IN ("x", "y")', 'EXP1013', 'IN', 'IN([a], "x", "y")'],
  ['[a] NOT IN ("x") AND [b]', 'EXP1013', 'NOT IN', 'NOT IN([a], "x") AND [b]'],
  ['[c] AND [a] + 1 IN (2)', 'EXP1013', 'IN', '[c] AND IN([a] + 1, 2)'],
  ['[a] IS NULL', 'EXP1013', 'IS NULL', 'IsNull([a])'],
  ['[a] IS NOT NULL', 'EXP1013', 'IS NOT NULL', 'NOT IsNull([a])'],
  ['[a] BETWEEN 1 AND 2', 'EXP1013', 'BETWEEN', '([a] >= 1 AND [a] <= 2)'],
  ['[a] NOT BETWEEN 1 AND 2', 'EXP1013', 'NOT BETWEEN', 'NOT ([a] >= 1 AND [a] <= 2)'],
  ['[a] LIKE "x%"', 'EXP1013', 'LIKE', null],
  ['CASE WHEN [a] THEN 1 ELSE 2 END', 'EXP1013', 'CASE', 'If([a], 1, 2)'],
  ['["a"] = 1', 'EXP1014', '["a"]', '[a] = 1'],
  ['[a] = 1)', 'EXP1015', ')', '[a] = 1'],
  ['[a] =', 'EXP1016', '', null],
  ['[a] = 1 AND', 'EXP1016', '', '[a] = 1 '],
  ['IN([a], "x",)', 'EXP1016', ')', 'IN([a], "x")'],
  ['[a] = = 1', 'EXP1016', '=', '[a]  = 1'],
  ['[a] = 1 [b] = 2', 'EXP1017', '[b]', '[a] = 1 AND [b] = 2'],
  ['IN([a] "x")', 'EXP1017', '"x"', 'IN([a], "x")'],
  ['[a], [b]', 'EXP1018', ',', '[a] AND [b]'],
  ['[a]\u00a0= 1', 'EXP1023', '\u00a0', '[a] = 1'],
  ['[a] && [b]', 'EXP1019', '&&', '[a]  AND  [b]'],
  ['!([a])', 'EXP1019', '!', ' NOT ([a])'],
  ['', 'EXP1020', '', null],
  ['datetrunc[t],"day")', 'EXP1021', 'datetrunc', 'datetrunc([t],"day")'],
  ['[a] = NOT [b]', 'EXP1022', 'NOT', null],
]

describe('the diagnostics of a broken text', () => {
  test.each(BROKEN)('of %j', (text, code, marked, mended) => {
    const { ast, diagnostics } = parse(text)
    const [first] = diagnostics
    expect(ast).toBeNull()
    expect(first?.code).toBe(code)
    expect(text.slice(first!.span.start, first!.span.end)).toBe(marked)
    const fix = first!.fixes?.[0]
    expect(fix ? applyFix(text, fix) : null).toBe(mended)
    if (mended !== null) expect(parse(mended).diagnostics).toEqual([])
  })

  test('come together when there are several', () => {
    const { diagnostics } = parse('region = east AND [a] IS NULL')
    expect(diagnostics.map((one) => one.code)).toEqual(['EXP1011', 'EXP1011', 'EXP1013'])
  })

  test('warn of characters that hide the order of a text', () => {
    const { ast, diagnostics } = parse('[a] = "x\u202ey"')
    expect(ast).not.toBeNull()
    expect(diagnostics).toMatchObject([{ code: 'EXP1009', severity: 'warning' }])
  })

  test('speak no token names', () => {
    for (const [text] of BROKEN) {
      for (const { message } of parse(text).diagnostics) {
        expect(message).not.toMatch(/Token|EOF|Expecting|undefined|\{|\}/)
      }
    }
  })
})
