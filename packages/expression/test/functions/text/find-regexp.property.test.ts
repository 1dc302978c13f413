import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRegexpFinder } from '../../../src/functions/text/regexp/find-regexp.ts'
import { parseFinding } from '../../../src/functions/text/regexp/parse-regexp.ts'
import type { RegexpNode } from '../../../src/functions/text/regexp/regexp-node.ts'
import { runs } from '../../support/runs.ts'

const character = fc.constantFrom(
  'a',
  'b',
  'c',
  '-',
  '[ab]',
  '[^a]',
  '[^ab]',
  '.',
  'é',
  '😀',
  '\\d',
)
const count = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{2,}')
const piece = fc.letrec<{ piece: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(character, count).map((all) => all.join('')),
    fc.tuple(tie('piece'), tie('piece')).map((all) => all.join('')),
    fc.tuple(tie('piece'), tie('piece'), count).map(([one, other, n]) => `(?:${one}|${other})${n}`),
    fc.tuple(tie('piece'), tie('piece'), count).map(([one, other, n]) => `(?:${one}${other})${n}`),
  ),
})).piece
const pattern = fc
  .tuple(fc.constantFrom('', '', '^'), piece, piece, fc.boolean(), fc.constantFrom('', '', '$'))
  .map(([start, one, other, isGrouped, end]) => {
    return `${start}${one}${isGrouped ? `(${other})` : other}${end}`
  })
const text = fc
  .array(fc.constantFrom('a', 'a', 'b', 'c', '-', '\n', '1', 'é', '😀', '\ud83d', '\ude00'), {
    maxLength: 60,
  })
  .map((all) => all.join(''))

function nodeOf(source: string): RegexpNode | null {
  const reading = parseFinding(source)
  return 'node' in reading ? reading.node : null
}

test('finds the stretches that the engine of JavaScript finds', () => {
  let allowed = 0
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
      const node = nodeOf(source)
      if (node === null) return
      allowed += 1
      const finder = createRegexpFinder(node)
      const regexp = new RegExp(source, 'gu')
      for (const one of texts) {
        const expected = [...one.matchAll(regexp)]
        const found = finder.findAll(one)
        expect(found.map(({ start, end }) => [start, end])).toEqual(
          expected.map(({ index, 0: { length } }) => [index, index + length]),
        )
        expect(finder.findFirst(one)).toEqual(found[0] ?? null)
        if (!source.includes('(') || expected[0]?.[1] === undefined) continue
        expect(finder.readGroup(one, found[0]!)).toBe(expected[0][1])
      }
    }),
    runs(3000),
  )
  expect(allowed).toBeGreaterThan(100)
})

const LENGTH = 1_000_000

// A square of this length takes hours, so that the limit of a test tells it from a machine that is slow.
test.each([
  ['where nothing matches', 'a[^b]*b', 'a'.repeat(LENGTH), 0],
  ['where each match looks beyond its end', 'a(?:[^b]*b)?', 'a'.repeat(LENGTH), LENGTH],
  ['where two characters alternate', '(?:ab)+c', 'ab'.repeat(LENGTH / 2), 0],
  ['where the end is missing', 'a+$', `${'a'.repeat(LENGTH)}b`, 0],
])(
  'takes a time that grows with the text %s',
  (_, source, long, matches) => {
    const finder = createRegexpFinder(nodeOf(source)!)
    expect(finder.findAll(long)).toHaveLength(matches)
    expect(finder.findFirst(long) !== null).toBe(matches > 0)
  },
  60_000,
)

test('reads a pattern with many choices at once', () => {
  const choices = Array.from({ length: 240 }, (_, at) => String.fromCodePoint(0x4e00 + at))
  for (let count = 0; count < 100; count++) {
    expect(nodeOf(`(?:${choices.join('|')})+`)).not.toBeNull()
  }
  expect(parseFinding(`${choices.map((one) => `${one}?`).join('')}a`)).toEqual({
    problem: 'it is too large',
  })
})
