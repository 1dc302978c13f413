import fc from 'fast-check'
import { agreeOnRandom } from '../support/agree-on-random.ts'
import type { JudgedColumn } from '../support/row-judge.ts'

const WORDS = [
  'abc',
  '',
  'Straße',
  'ΟΔΟΣ ἀᾳ',
  'İstanbul ǅ ŉ',
  ' a b ',
  '\u3000x\t\n',
  '100%',
  'a_b\\c',
  '😀b😀',
  'e\u0301',
  '𐐀𐐨',
  'a-b--c',
  'line\nline',
  '[x](y)*.+?^$|{2}',
]
const COUNTS = [0, 1, 2, -1, 5, 2 ** 40, -(2 ** 40)].map(BigInt)

const word = fc.oneof(
  fc.constantFrom(...WORDS),
  fc
    .array(
      fc.constantFrom('a', 'b', 'B', 'é', 'É', '😀', ' ', '%', '_', '\\', '-', '.', '\u3000', 'Σ'),
      { maxLength: 5 },
    )
    .map((characters) => characters.join('')),
)
const constantText = word.map(quoted)
const count: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('[n]', '0', '1', '2', '3', '-1', '4294967296', '9223372036854775807'),
  fc.constantFrom('Length([t])', 'Position([s], [t])', 'Position([s], "b") - 1'),
)
const text: fc.Arbitrary<string> = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('[s]', '[t]', '[s]'),
    constantText,
    fc
      .tuple(fc.constantFrom('Lower', 'Upper', 'Trim', 'LTrim', 'RTrim'), tie('text'))
      .map(([name, one]) => `${name}(${one})`),
    fc.array(tie('text'), { minLength: 2, maxLength: 4 }).map((all) => `Concat(${all})`),
    fc
      .tuple(fc.constantFrom('Left', 'Right', 'Substring'), tie('text'), count)
      .map(([name, one, n]) => `${name}(${one}, ${n})`),
    fc.tuple(tie('text'), count, count).map(([one, a, b]) => `Substring(${one}, ${a}, ${b})`),
    fc.tuple(tie('text'), tie('text'), tie('text')).map((all) => `Replace(${all})`),
    fc
      .tuple(
        tie('text'),
        constantText.filter((one) => one !== '""'),
        count,
      )
      .map((all) => `SplitPart(${all})`),
  ),
})).text
const likePattern = word.filter((one) => !/(?:^|[^\\])(?:\\\\)*\\$/.test(one)).map(quoted)
const regexp = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'b', 'É', '😀', '.', '\\d', '\\w', '\\s', '\\S', '[a-c]', '[^a😀]', '-'),
      fc.constantFrom(
        'a*',
        '.+',
        '(ab|b)?',
        '(?:😀|[_-]){1,2}',
        '\\\\',
        '\\.',
        '[\\]^\\\\&-]',
        '%',
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .chain((parts) =>
    fc.constantFrom(...['', '^'].flatMap((a) => ['', '$'].map((b) => [a, ...parts, b].join('')))),
  )
  .map(quoted)
/** Patterns that match the same stretch everywhere. */
const finding = fc
  .constantFrom(
    ...[
      'a',
      'b+',
      '[^a]',
      '.',
      '^.',
      '.$',
      '(?:a|b)+',
      'a?b',
      '-(b?)',
      '([^-]+)-',
      '^([^b]*)b',
      'a{1,2}',
    ],
    ...['\\s+', '[a-z]+([^a-z])', '(?:%|_)', '[a-b]{2,}$', '(.)$', '\n.?'],
  )
  .map(quoted)
const expression = fc.oneof(
  text,
  text.map((one) => `Length(${one})`),
  fc
    .tuple(
      fc.constantFrom('Position', 'Contains', 'NotContains', 'StartsWith', 'EndsWith'),
      text,
      text,
    )
    .map(([name, one, other]) => `${name}(${one}, ${other})`),
  fc
    .tuple(fc.constantFrom('Like', 'ILike'), text, likePattern)
    .map(([name, one, pattern]) => `${name}(${one}, ${pattern})`),
  fc.tuple(text, regexp).map(([one, pattern]) => `RegexpLike(${one}, ${pattern})`),
  fc
    .tuple(fc.oneof(text, fc.constant('[l]')), finding)
    .map(([one, pattern]) => `RegexpExtract(${one}, ${pattern})`),
  fc
    .tuple(
      fc.oneof(text, fc.constant('[l]')),
      finding,
      fc.constantFrom('', 'x', '$1', '\\1', '\\', '&', '😀'),
    )
    .map(([one, pattern, other]) => `RegexpReplace(${one}, ${pattern}, ${quoted(other)})`),
)

const columns: Readonly<Record<string, JudgedColumn>> = {
  s: { type: 'STRING', values: WORDS },
  t: { type: 'STRING', values: ['b', '', '😀', 'a', 'Σ', '%', '-'] },
  n: { type: 'INT', values: COUNTS },
  // Longer than what one engine in memory finds stretches in.
  l: {
    type: 'STRING',
    values: WORDS.map((each, at) => `${each.repeat(40)}${'ab-é '.repeat(30 + at)}`),
  },
}

agreeOnRandom('for random functions of texts', { columns, rows: 60, expression, numRuns: 15 })

/** Texts around the longest that calls which lengthen texts take. */
const longTexts: Readonly<Record<string, JudgedColumn>> = {
  s: { type: 'STRING', values: ['a'.repeat(10_000), 'a'.repeat(10_001), '😀'.repeat(300)] },
  t: { type: 'STRING', values: [`${'b'.repeat(299)}-`, '', 'a'.repeat(301), 'a😀'.repeat(5_000)] },
  n: { type: 'INT', values: [1n, 9_999n, 10_000n, 10_001n] },
}
const lengths = text.map((one) => `Length(${one})`)

agreeOnRandom('for texts around the longest that can be lengthened', {
  ...{ columns: longTexts, rows: 12, expression: lengths, numRuns: 4 },
})

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`
}
