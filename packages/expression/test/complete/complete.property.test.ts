import { applyFix, complete, hover, parse, print, type Scope } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryExpr } from '../support/arbitrary-expr.ts'
import { completionScope } from './completion-scope.ts'

const PIECES = [
  '[region]',
  '[del',
  '"ea',
  '"east"',
  "['flights'/'delay']",
  "'",
  'IN',
  'NOT',
  'BETWEEN',
  'LIKE',
  'IS',
  'NULL',
  'CASE',
  'WHEN',
  'THEN',
  'ELSE',
  'END',
  'AND',
  'Left(',
  'DateTrunc(',
  '(',
  ')',
  ',',
  '=',
  '<=',
  '+',
  '12',
  ' ',
  '😀',
  '\ud83d',
  '\\',
]

const brokenText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((all) => all.join(' ')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const place = fc.tuple(
  brokenText,
  fc.oneof(fc.integer({ min: 0, max: 40 }), fc.double(), fc.constant(-3)),
)

describe('in any text', () => {
  test('completion never throws, and its spans stay inside, around the place', () => {
    fc.assert(
      fc.property(place, ([text, offset]) => {
        const at = Math.max(0, Math.min(text.length, Math.trunc(offset) || 0))
        for (const { span } of complete(text, offset, completionScope, { level: 'metric' })) {
          expect(span.start).toBeGreaterThanOrEqual(0)
          expect(span.start).toBeLessThanOrEqual(at)
          expect(span.end).toBeGreaterThanOrEqual(at)
          expect(span.end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('hover never throws, and its span is around the place', () => {
    fc.assert(
      fc.property(place, ([text, offset]) => {
        const found = hover(text, offset, completionScope)
        if (found === null) return
        expect(found.span.start).toBeLessThanOrEqual(offset)
        expect(found.span.end).toBeGreaterThan(offset)
      }),
      { numRuns: 1000 },
    )
  })
})

/** Texts that can be finished, up to places between tokens or in names. */
const begunText = fc
  .tuple(
    arbitraryExpr.map((expr) => print(expr)),
    fc.nat(200),
  )
  .map(([text, cut]) => text.slice(0, cut % (text.length + 1)))
  // Half of a quoted name with a bracket in it reads as another name.
  .filter((text) => !text.includes("]'") && openedIn(text).length <= MOST_OPENED && finished(text))

describe('a completion applied at its place', () => {
  test('keeps a text completable if it was completable before', () => {
    fc.assert(
      fc.property(begunText, fc.nat(), (text, choice) => {
        const found = complete(text, text.length, completionScope)
        const one = found[choice % Math.max(1, found.length)]
        if (one === undefined) return
        const edits = [{ span: one.span, text: one.insert }]
        const mended = applyFix(text, { title: one.label, edits })
        expect([one.label, mended, finished(mended)]).toEqual([one.label, mended, true])
      }),
      { numRuns: process.env.TRIBUTARY_LONG ? 20_000 : 400 },
    )
  })
})

const TAILS = [
  '',
  ' 1',
  '1',
  ' = 1',
  '"',
  "']",
  ']',
  "'/'x']",
  ' (1',
  ' NULL',
  ' IN (1)',
  ' 1 AND 1',
  '(1)',
]
const CASE_ENDS = ['END', 'THEN 1 END', 'WHEN 1 THEN 1 END']

/** Whether something can be written after a text so that it parses. */
function finished(text: string): boolean {
  return TAILS.some((tail) =>
    closings(text + tail).some((one) => parse(text + tail + one).ast !== null),
  )
}

/** There are three ways to end each CASE, and all of them are tried. */
const MOST_OPENED = 4

/** What may close the parentheses and CASEs that a text leaves open, in every way. */
function closings(text: string): readonly string[] {
  return openedIn(text).reduceRight<readonly string[]>(
    (all, one) => {
      const ends = one === '(' ? [')'] : CASE_ENDS
      return all.flatMap((before) => ends.map((end) => `${before} ${end}`))
    },
    [''],
  )
}

/** The parentheses and CASEs that a text leaves open. */
function openedIn(text: string): readonly ('(' | 'CASE')[] {
  const opened: ('(' | 'CASE')[] = []
  for (const [found] of text.replace(QUOTED, '').matchAll(/[()]|\b(?:case|end)\b/gi)) {
    if (found === '(') opened.push('(')
    else if (found.toUpperCase() === 'CASE') opened.push('CASE')
    else opened.pop()
  }
  return opened
}

const QUOTED = /\[(?:[^\]]|\]\])*\]|"(?:[^"\\]|\\.)*"/gs

test('five thousand names are filtered before they are resolved', () => {
  const names = Array.from({ length: 5000 }, (_, i) => `dimension_${i * 7919}`)
  let asked = 0
  const scope: Scope = {
    ...completionScope,
    names: () => names,
    resolve(name) {
      asked += 1
      return completionScope.resolve({ ...name, kind: 'field', name: 'region' } as typeof name)
    },
  }
  expect(complete('[79', 3, scope)).toHaveLength(100)
  expect(asked).toBe(100)
})
