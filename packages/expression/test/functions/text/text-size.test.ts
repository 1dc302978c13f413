import { diagnose } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { LONGEST_CELL } from '../../../src/functions/text/limit-cells.ts'
import { longestText } from '../../../src/functions/text/text-size.ts'
import { compileSample } from '../../support/compile-sample.ts'
import { resultOf } from '../../support/result-of.ts'
import { sampleScope } from '../../support/sample-scope.ts'

/** `Replace` in `Replace`, the first of the pairs innermost. */
function nestReplace(pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((text, [from, to]) => `Replace(${text}, "${from}", "${to}")`, '[region]')
}

const UMLAUTS = [...'äöüÄÖÜß'].map((letter) => [letter, 'ae'] as const)

describe('the longest text', () => {
  test.each([
    ['[region]', 100],
    ['Upper(Trim([region]))', 100],
    ['Concat([region], "-", [region])', 201],
    ['Concat([region], "😀")', 104],
    ['Left([region], 5)', 5],
    ['Substring([region], 2, 30)', 30],
    ['Left([region], [delay])', 100],
    ['Coalesce([region], "none")', 100],
    ['Replace([region], "a", "bbb")', 300],
    ['Replace([region], "aaa", "b")', 100],
    ['Replace([region], "ab", "cdef")', 300],
    ['Replace([region], "", "x")', 100],
    ['Replace([region], [region], "xy")', 200],
    ['Replace(Replace([region], "a", "aa"), "a", "aa")', 400],
    ['Replace(Replace([region], "a", "xx"), "b", "yy")', 200],
    [nestReplace(UMLAUTS), 200],
    ['RegexpReplace([region], "\\\\d{2}", "number")', 300],
    ['RegexpReplace([region], "\\\\s+", " ")', 100],
    ['Cast([delay], "String")', 350],
    ['DateFormat([day], "yyyy-MM")', 63],
  ])('of %s is %d where texts of the data have 100', (text, longest) => {
    expect(longestText(compileSample(text), 100)).toBe(longest)
  })
})

describe('texts that become too long', () => {
  const codesOf = (text: string): readonly string[] =>
    diagnose(text, sampleScope).diagnostics.map(({ code }) => code)

  test.each([
    ['a replacement in itself', nestReplace(Array(8).fill(['s', 's'.repeat(10)]))],
    [
      'a regular expression in itself',
      `${'RegexpReplace('.repeat(8)}[region]${', "[a-z]", "ssssssssss")'.repeat(8)}`,
    ],
    [
      'a text joined with itself',
      Array(9)
        .fill(0)
        .reduce((text) => `Concat(${text}, ${text})`, '[region]'),
    ],
    ['constants', `Replace("${'a'.repeat(9_000)}", "a", "${'b'.repeat(20)}")`],
    ['replacements by fields', 'Replace(Replace([region], "a", [region]), "a", [region])'],
  ])('are refused: %s', (_, text) => {
    expect(codesOf(text)).toContain('EXP5007')
  })

  test('are refused when several of one expression are too long together', () => {
    const built = `Replace(Left([region], 50), "a", "${'b'.repeat(400)}")`
    const all = (count: number): string => Array(count).fill(`${built} = "b"`).join(' AND ')
    expect(codesOf(all(5))).toEqual([])
    expect(codesOf(all(6))).toEqual(['EXP5007'])
  })

  test.each([
    ['umlauts', nestReplace(UMLAUTS)],
    [
      'characters of HTML',
      nestReplace([
        ['&', '&amp;'],
        ['<', '&lt;'],
        ['>', '&gt;'],
        ["'", '&#39;'],
      ]),
    ],
    [
      'abbreviations',
      nestReplace([
        ['St.', 'Street'],
        ['Ave.', 'Avenue'],
        ['Rd.', 'Road'],
        ['Blvd.', 'Boulevard'],
        ['Sq.', 'Square'],
        ['Dr.', 'Drive'],
        ['Ln.', 'Lane'],
        ['Ct.', 'Court'],
      ]),
    ],
    ['twenty joined fields', `Concat(${Array(20).fill('[region]').join(', " · ", ')})`],
    ['a field in the place of a word', 'Replace([region], "{name}", [region])'],
    [
      'a hundred conditions on joined texts',
      Array(100).fill('Concat([region], "-", [region]) = "a-b"').join(' AND '),
    ],
    ['a shortened text', `Replace(Left([region], 50), "a", "${'b'.repeat(1_000)}")`],
  ])('are no concern of %s', (_, text) => {
    expect(codesOf(text)).toEqual([])
  })

  test('name the call, the sizes and what to do', () => {
    const [diagnostic] = diagnose(
      `Length(${nestReplace(Array(4).fill(['s', 's'.repeat(10)]))}) > 0`,
      sampleScope,
    ).diagnostics
    expect(diagnostic).toMatchObject({ name: 'EXPRESSION_TEXT_TOO_LONG', severity: 'error' })
    expect(diagnostic?.span.start).toBe('Length(Replace('.length)
    expect(diagnostic?.message).toMatch(
      /332100 characters.*has 300; the limit is 100000.*Left\(\[name\], 50\)/,
    )
  })
})

describe('a long text of the data', () => {
  const longest = 'a'.repeat(LONGEST_CELL)
  const longer = `${longest}a`

  test.each([
    'Concat([region], "b")',
    'Concat(Trim([region]), "b")',
    'Replace([region], "a", "bb")',
    'RegexpReplace([region], "a{2}", "bbb")',
    'Concat(If([region] = "", "none", [region]), "b")',
  ])('is NULL in %s', (text) => {
    expect(resultOf(text, { region: longest })).not.toBeNull()
    expect(resultOf(text, { region: longer })).toBeNull()
  })

  test.each([
    'Replace([region], "aa", "b")',
    'RegexpReplace([region], "a+", "b")',
    'Upper([region])',
    'Concat(Left([region], 50), "b")',
    'Concat(If([region] = "", "none", "some"), "b")',
  ])('is a text as others in %s', (text) => {
    expect(resultOf(text, { region: longer })).not.toBeNull()
  })

  test('becomes NULL at a smaller length when it is inserted into another text', () => {
    const text = 'Length(Replace("xyz", "y", [region]))'
    expect(resultOf(text, { region: 'a'.repeat(300) })).toBe('302')
    expect(resultOf(text, { region: 'a'.repeat(301) })).toBeNull()
    // A text whose length the data does not decide is no text of the data.
    const shortened = 'Length(Replace("xyz", "y", Left([region], 200)))'
    expect(resultOf(shortened, { region: longer })).toBe('202')
  })
})
