import { applyFix, type Diagnostic, diagnose, type Level } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOW } from '../support/compile-sample.ts'
import { runs } from '../support/runs.ts'
import { sampleScope } from '../support/sample-scope.ts'

const leaf = fc.constantFrom(
  '[region]',
  '[regoin]',
  '[Region]',
  '[delay]',
  '[price]',
  '[rate]',
  '[late]',
  '[day]',
  '[day__month]',
  '[region__day]',
  '[metric_time]',
  '[metric_tim__day]',
  '[nothing]',
  '1',
  '2.5',
  '"5"',
  '"x"',
  '"DYA"',
  '"month"',
  '"2024-01-01"',
  '"2024-02-30"',
  '"Sting"',
  'TRUE',
  'NULL',
  'Now()',
)
const FUNCTIONS = [
  'IN',
  'If',
  'DateTrunc',
  'DateAdd',
  'Cast',
  'Date',
  'DateTrnc',
  'Lower',
  'Abs',
  'Sum',
  'Avg',
  'Concat',
  'Like',
  'Between',
  'Case',
  'Extract',
  'Round',
]
const OPERATORS = ['=', '!=', '<', '>=', '+', '-', '/', 'AND', 'OR']

/** Expressions with every kind of mistake that checking finds. */
const mistaken = fc.letrec<{ expr: string }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc
      .tuple(fc.constantFrom(...FUNCTIONS), fc.array(tie('expr'), { maxLength: 3 }))
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    fc
      .tuple(fc.constantFrom(...OPERATORS), tie('expr'), tie('expr'))
      .map(([op, left, right]) => `(${left} ${op} ${right})`),
    tie('expr').map((one) => `(NOT (${one}))`),
  ),
})).expr

function counts(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { code } of diagnostics) found.set(code, (found.get(code) ?? 0) + 1)
  return found
}

describe('the fixes of diagnose', () => {
  test('remove their diagnostic and add none', () => {
    fc.assert(
      fc.property(mistaken, fc.constantFrom<Level>('row', 'metric'), (text, level) => {
        const diagnosed = (one: string) => diagnose(one, sampleScope, { now: NOW, level })
        const { diagnostics } = diagnosed(text)
        fc.pre(diagnostics.length < 20)
        const before = counts(diagnostics)
        for (const { code, fixes } of diagnostics) {
          for (const fix of fixes ?? []) {
            const mended = applyFix(text, fix)
            const after = counts(diagnosed(mended).diagnostics)
            expect(after.get(code) ?? 0, mended).toBeLessThan(before.get(code)!)
            for (const [one, count] of after) {
              expect(count, mended).toBeLessThanOrEqual(before.get(one) ?? 0)
            }
          }
        }
      }),
      runs(250),
    )
  })

  test('are those of check that work', () => {
    const typed = diagnose('Lower([dley])', sampleScope).diagnostics
    expect(typed).toMatchObject([{ code: 'EXP3001' }])
    expect(typed[0]!.fixes).toBeUndefined()
    expect(diagnose('Abs([dely])', sampleScope).diagnostics[0]!.fixes).toHaveLength(1)
  })
})
