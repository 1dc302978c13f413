import { applyFix, parse, print } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryExpr } from '../support/arbitrary-expr.ts'
import { withoutSpans } from '../support/without-spans.ts'

const PARTS = [
  '[a]',
  '[b',
  "['x']",
  "['d'/'c']",
  '["q"]',
  '"t"',
  "'s'",
  '"',
  "'",
  '“z”',
  '1',
  '0.5',
  'IN',
  'name',
  'AND',
  'OR',
  'NOT',
  'IS',
  'NULL',
  'BETWEEN',
  'LIKE',
  'CASE',
  'WHEN',
  'THEN',
  'ELSE',
  'END',
  '(',
  ')',
  ',',
  '=',
  '<',
  '+',
  '-',
  '*',
  '&&',
  '!',
  '，',
  ';',
  '\u00a0',
  ' ',
]
const soup = fc.array(fc.constantFrom(...PARTS), { maxLength: 25 }).map((parts) => parts.join(' '))
const anyText = fc.oneof(
  soup,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
)

/** A valid text with a stretch replaced. */
const mutated = fc
  .tuple(arbitraryExpr, fc.nat(), fc.nat(8), fc.constantFrom('', ...PARTS))
  .map(([ast, at, length, part]) => {
    const text = print(ast)
    const start = at % (text.length + 1)
    return text.slice(0, start) + part + text.slice(start + length)
  })

describe('parse', () => {
  test('gives back a printed tree, and print its own text', () => {
    fc.assert(
      fc.property(arbitraryExpr, (ast) => {
        const text = print(ast)
        const parsed = parse(text)
        expect(parsed.diagnostics.filter((one) => one.severity === 'error')).toEqual([])
        expect(withoutSpans(parsed.ast!)).toEqual(ast)
        expect(print(parsed.ast!)).toBe(text)
      }),
      { numRuns: 1500 },
    )
  })

  test('answers any text with a tree or with errors placed inside it', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, mutated), (text) => {
        const { ast, diagnostics } = parse(text)
        expect(ast === null).toBe(diagnostics.some((one) => one.severity === 'error'))
        for (const { span, labels, fixes, message } of diagnostics) {
          const edits = (fixes ?? []).flatMap((fix) => fix.edits)
          for (const one of [{ span }, ...(labels ?? []), ...edits]) {
            expect(one.span.start).toBeGreaterThanOrEqual(0)
            expect(one.span.end).toBeGreaterThanOrEqual(one.span.start)
            expect(one.span.end).toBeLessThanOrEqual(text.length)
          }
          expect(message).not.toMatch(/\{\w+\}|undefined/)
        }
      }),
      { numRuns: 4000 },
    )
  })

  test('offers only fixes that remove their error', () => {
    fc.assert(
      fc.property(fc.oneof(soup, mutated), (text) => {
        const { diagnostics } = parse(text)
        // Of a full list nobody can say whether it became shorter.
        fc.pre(diagnostics.length < 20)
        for (const { code, span, severity, fixes } of diagnostics) {
          if (severity === 'warning') continue
          for (const fix of fixes ?? []) {
            const after = parse(applyFix(text, fix))
            const same = after.diagnostics.find(
              (one) => one.code === code && one.span.start === span.start,
            )
            expect(
              same && sameCount(text, code) <= sameCount(applyFix(text, fix), code),
            ).toBeFalsy()
          }
        }
      }),
      { numRuns: 1500 },
    )
  })
})

function sameCount(text: string, code: string): number {
  return parse(text).diagnostics.filter((one) => one.code === code).length
}
