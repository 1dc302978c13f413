import { print } from '@tributary/expression'
import fc from 'fast-check'
import { arbitraryExpr } from './arbitrary-expr.ts'

/** Pieces of texts, right and wrong. */
const PARTS = [
  '[a]',
  '[b',
  '[]',
  '[a]]b]',
  "['x']",
  "['it''s']",
  "['d'/'c']",
  "['d' / 'c']",
  '["q"]',
  '"t"',
  "'s'",
  '"a""b"',
  '"\\n"',
  '"',
  "'",
  '“z”',
  '1',
  '0.5',
  '.5',
  '1.',
  '2e3',
  '1.5E-7',
  '9e',
  'IN',
  'in',
  'name',
  'nothing',
  'Case',
  'AND',
  'OR',
  'NOT',
  'IS',
  'NULL',
  'TRUE',
  'BETWEEN',
  'LIKE',
  'CASE',
  'WHEN',
  'THEN',
  'ELSE',
  'END',
  'Now(',
  'Sum(',
  '(',
  ')',
  ',',
  '=',
  '==',
  '!=',
  '<>',
  '<',
  '>=',
  '+',
  '-',
  '*',
  '&&',
  '&',
  '||',
  '!',
  '，',
  '（',
  ';',
  '\u00a0',
  '\n',
  '__proto__(',
  '😀',
] as const

/** Pieces in a row, with spaces between or without. */
export const arbitrarySoup: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.constantFrom(...PARTS), { maxLength: 25 }), fc.constantFrom('', ' '))
  .map(([parts, between]) => parts.join(between))

/** A valid text with a stretch replaced. */
export const arbitraryMutation: fc.Arbitrary<string> = fc
  .tuple(arbitraryExpr, fc.nat(), fc.nat(8), fc.constantFrom('', ...PARTS))
  .map(([ast, at, length, part]) => {
    const text = print(ast)
    const start = at % (text.length + 1)
    return text.slice(0, start) + part + text.slice(start + length)
  })

/** Any text: pieces, mutations, and characters of all kinds. */
export const arbitraryTextOfTokens: fc.Arbitrary<string> = fc.oneof(
  arbitrarySoup,
  arbitraryMutation,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
)
