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
  ['IN([a], "x" AND [b] > 1', 'EXP1010', '', 'IN([a], "x") AND [b] > 1'],
  ['(([a] = 1)', 'EXP1010', '', '(([a] = 1))'],
  ['region = "x"', 'EXP1011', 'region', '[region] = "x"'],
  ['[region] = east', 'EXP1011', 'east', '[region] = "east"'],
  ['DateTrunc([t], DAY) = 1', 'EXP1011', 'DAY', 'DateTrunc([t], "DAY") = 1'],
  ['1 < [a] < 3', 'EXP1012', '<', '1 < [a] AND [a] < 3'],
  ['[a] IN "x"', 'EXP1013', 'IN', '[a] IN ("x")'],
  ['[a] IS 5', 'EXP1013', 'IS', '[a] = 5'],
  ['[a] IS NOT "x"', 'EXP1013', 'IS', '[a] != "x"'],
  ['[a] BETWEEN 1', 'EXP1013', 'BETWEEN', null],
  ['CASE WHEN [a] THEN 1', 'EXP1024', '', 'CASE WHEN [a] THEN 1 END'],
  ['CASE WHEN [a] 1 END', 'EXP1024', '', 'CASE WHEN [a] THEN 1 END'],
  ['CASE WHEN [a] END', 'EXP1024', '', null],
  ['CASE [a] END', 'EXP1024', '', null],
  ['AND([a])', 'EXP2002', 'AND([a])', '([a])'],
  ['["a"] = 1', 'EXP1014', '["a"]', '[a] = 1'],
  ['[a] = 1)', 'EXP1015', ')', '[a] = 1'],
  ['[a] =', 'EXP1016', '', null],
  ['[a] = 1 AND', 'EXP1016', '', '[a] = 1'],
  ['IN([a], "x",)', 'EXP1016', ')', 'IN([a], "x")'],
  ['[a] = = 1', 'EXP1016', '=', '[a] = 1'],
  ['[a] = 1 [b] = 2', 'EXP1017', '[b]', '[a] = 1 AND [b] = 2'],
  ['IN([a] "x")', 'EXP1017', '"x"', 'IN([a], "x")'],
  ['[a], [b]', 'EXP1018', ',', '[a] AND [b]'],
  ['[a]\u00a0= 1', 'EXP1023', '\u00a0', '[a] = 1'],
  ['', 'EXP1020', '', null],
  ['datetrunc[t],"day")', 'EXP1021', 'datetrunc', 'datetrunc([t],"day")'],
  ['[a] = NOT [b]', 'EXP1022', 'NOT', '[a] = (NOT [b])'],
  ['[a] = 1 -- the first', 'EXP1025', '-- the first', '[a] = 1 '],
  ['[a] /* b */ = 1', 'EXP1025', '/* b */', '[a]  = 1'],
  ['[a] // b = 1', 'EXP1025', '// b = 1', '[a] '],
  ["[a] = 'it's'", 'EXP1001', "'", "[a] = 'it''s'"],
  ['[订单] = １０', 'EXP1004', '１０', '[订单] = 10'],
  ['［地区］ = 1', 'EXP1004', '［地区］', '[地区] = 1'],
  ['[a] = “x', 'EXP1005', '“', '[a] = "x"'],
  ['IN([a], 「x」)', 'EXP1005', '「x」', 'IN([a], "x")'],
  ['[d].[c] = 1', 'EXP1006', '.', "['d'/'c'] = 1"],
  ['地区 = 1', 'EXP1011', '地区', '[地区] = 1'],
  ['order date = 1', 'EXP1011', 'order date', '[order date] = 1'],
  ['[a] IN (1) = TRUE', 'EXP1012', '=', '([a] IN (1)) = TRUE'],
  ['[a] => 1', 'EXP1013', '=>', '[a] >= 1'],
  ['[a] === 1', 'EXP1013', '===', '[a] = 1'],
  ['[a] ! = 1', 'EXP1013', '! =', '[a] != 1'],
  ['[a] NOT NULL', 'EXP1013', 'NOT NULL', '[a] IS NOT NULL'],
  ['[a] IN "x", "y"', 'EXP1013', 'IN', '[a] IN ("x", "y")'],
  ['[a] IN ["x", "y"]', 'EXP1013', 'IN', '[a] IN ("x", "y")'],
  ['[a] BETWEEN 1 OR 2', 'EXP1013', 'BETWEEN', '[a] BETWEEN 1 AND 2'],
  ['[a] contains "x"', 'EXP1013', 'contains', 'Contains([a], "x")'],
  ['[a] NOT contains "x"', 'EXP1013', 'NOT contains', 'NOT Contains([a], "x")'],
  [')', 'EXP1015', ')', null],
  ['([a], [b])', 'EXP1018', ',', '([a] AND [b])'],
  ['IF([a] THEN 1, 2)', 'EXP1018', 'THEN', 'IF([a], 1, 2)'],
  ['WHERE [a] = 1', 'EXP1018', 'WHERE', ' [a] = 1'],
  ['[a] = 1 order by', 'EXP1018', 'order by', '[a] = 1'],
  ['EXTRACT(YEAR FROM [t]) = 1', 'EXP1013', 'YEAR FROM', 'EXTRACT([t], "YEAR") = 1'],
  [
    '1 + Extract(day from Date([a])) = 2',
    'EXP1013',
    'day from',
    '1 + Extract(Date([a]), "day") = 2',
  ],
  ['Cast([a] AS INT)', 'EXP1013', 'AS INT', 'Cast([a], "INT")'],
  [
    'CAST([a] + 1 as decimal(9, 2)) > 1',
    'EXP1013',
    'as decimal(9, 2)',
    'CAST([a] + 1, "decimal(9, 2)") > 1',
  ],
  ['Sum([a]) / COUNT(*)', 'EXP1013', '*', 'Sum([a]) / COUNT()'],
  ['count(distinct [a]) > 1', 'EXP1013', 'count(distinct', 'CountDistinct([a]) > 1'],
  ['[a] > 1_000_000', 'EXP1018', '_000_000', '[a] > 1000000'],
  ['[a] = 0x10', 'EXP1018', 'x10', null],
  ['Date "2024"', 'EXP1021', 'Date', 'Date("2024")'],
]

describe('the diagnostics of a broken text', () => {
  test.each(BROKEN)('of %j', (text, code, marked, repaired) => {
    const { ast, diagnostics } = parse(text)
    const [first] = diagnostics
    expect(ast).toBeNull()
    expect(first?.code).toBe(code)
    expect(text.slice(first!.span.start, first!.span.end)).toBe(marked)
    const fix = first!.fixes?.[0]
    expect(fix ? applyFix(text, fix) : null).toBe(repaired)
    if (repaired !== null) expect(parse(repaired).diagnostics).toEqual([])
  })

  test('come together when there are several', () => {
    const { diagnostics } = parse('region = east AND [a] IN 5')
    expect(diagnostics.map((one) => one.code)).toEqual(['EXP1011', 'EXP1011', 'EXP1013'])
  })

  test.each([
    ['[a] = AND [b] [c] OR IN([d],, 1)', ['EXP1016', 'EXP1017', 'EXP1016']],
    ['([a] = ) AND ([b] + ) OR [c] = 1', ['EXP1016', 'EXP1016']],
    ['IF([a] [b], = 1, 2) AND [c] [d]', ['EXP1017', 'EXP1016', 'EXP1017']],
    ['[a] = 1) AND [b] [c]', ['EXP1015', 'EXP1017']],
    ['CASE WHEN [a] = THEN 1 WHEN [b] THEN END', ['EXP1016', 'EXP1016']],
    ['Cast([a] AS INT) = Extract(YEAR FROM [b]) + Count(*)', ['EXP1013', 'EXP1013', 'EXP1013']],
    ['Extract(YEAR FROM) + Cast([a] AS)', ['EXP1021', 'EXP1011', 'EXP1018']],
    ['Round(Year FROM [a], 1)', ['EXP1021', 'EXP1018']],
    ['f(Left x)', ['EXP1021', 'EXP1011']],
    ['f(Left b c)', ['EXP1021', 'EXP1011']],
  ])('of the grammar come together in %j', (text, codes) => {
    expect(parse(text).diagnostics.map((one) => one.code)).toEqual(codes)
  })

  test('say no mistake twice, however many words are misplaced', () => {
    const text = `f(${Array.from({ length: 40 }, () => 'Year [day] x').join(', ')})`
    const places = parse(text).diagnostics.map(({ code, span }) => `${code} ${span.start}`)
    expect(places.length).toBeGreaterThan(10)
    expect(new Set(places).size).toBe(places.length)
  })

  test('offer no two fixes that give the same text', () => {
    for (const text of ['[a] = = 1', '[a] >> 1', '[a] ** 2', ...BROKEN.map(([one]) => one)]) {
      for (const { fixes = [] } of parse(text).diagnostics) {
        const repaired = fixes.map((fix) => applyFix(text, fix))
        expect(new Set(repaired).size).toBe(repaired.length)
      }
    }
  })

  test('warn of characters that hide the order of a text', () => {
    const { ast, diagnostics } = parse('[a] = "x\u202ey"')
    expect(ast).not.toBeNull()
    expect(diagnostics).toMatchObject([{ code: 'EXP1009', severity: 'warning' }])
  })

  test('contain no token names of the parser', () => {
    for (const [text] of BROKEN) {
      for (const { message } of parse(text).diagnostics) {
        expect(message).not.toMatch(/Token|EOF|Expecting|undefined|\{|\}/)
      }
    }
  })
})
