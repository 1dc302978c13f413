import { applyFix, type Diagnostic, parse, print } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryExpr } from '../support/arbitrary-expr.ts'
import {
  arbitraryMutation,
  arbitrarySoup,
  arbitraryTextOfTokens,
} from '../support/arbitrary-text.ts'
import { runs } from '../support/runs.ts'
import { withoutSpans } from '../support/without-spans.ts'

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
      runs(375),
    )
  })

  test('answers any text with a tree or with errors placed inside it', () => {
    fc.assert(
      fc.property(arbitraryTextOfTokens, (text) => {
        const { ast, diagnostics } = parse(text)
        expect(ast === null).toBe(diagnostics.some((one) => one.severity === 'error'))
        for (const { span, labels, fixes, message } of diagnostics) {
          const edits = (fixes ?? []).flatMap((fix) => fix.edits)
          for (const one of [{ span }, ...(labels ?? []), ...edits]) {
            expect(one.span.start).toBeGreaterThanOrEqual(0)
            expect(one.span.end).toBeGreaterThanOrEqual(one.span.start)
            expect(one.span.end).toBeLessThanOrEqual(text.length)
          }
          if (!/[{}]/.test(text)) expect(message).not.toMatch(/\{\w+\}|undefined/)
        }
      }),
      runs(1000),
    )
  })

  test('offers only fixes that remove their diagnostic and add no error', () => {
    fc.assert(
      fc.property(fc.oneof(arbitrarySoup, arbitraryMutation), (text) => {
        const { diagnostics } = parse(text)
        // Of a full list nobody can say whether it became shorter.
        fc.pre(diagnostics.length < 20)
        const before = countsOf(diagnostics)
        for (const { code, fixes } of diagnostics) {
          for (const fix of fixes ?? []) {
            const after = countsOf(parse(applyFix(text, fix)).diagnostics)
            expect(after.get(code) ?? 0).toBeLessThan(before.get(code)!)
            for (const [one, count] of after) {
              expect(count).toBeLessThanOrEqual(before.get(one) ?? 0)
            }
          }
        }
      }),
      runs(375),
    )
  })
})

function countsOf(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}
