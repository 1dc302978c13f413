import { runToEnd } from '@tributary/core/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchedPart } from '../../src/search/matched-part.ts'
import { createTextIndex, type SearchTexts } from '../../src/search/text-index.ts'

const thing = (name: string, more: Partial<SearchTexts> = {}): SearchTexts => {
  return { name, code: null, displayName: name, description: '', ...more }
}

/** The names of what is found, group by group. */
function search(things: readonly SearchTexts[], question: string): readonly (readonly string[])[] {
  const found = runToEnd(runToEnd(createTextIndex(things)).search(question))
  return Array.from(found.values(), (places) => Array.from(places, (place) => things[place]!.name))
}

/** Optimal string alignment, as the textbook has it. */
function edits(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => [
    i,
    ...Array.from({ length: b.length }, (_, j) => (i === 0 ? j + 1 : 0)),
  ])
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const row = table[i]!
      row[j] = Math.min(
        table[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? table[i - 2]![j - 2]! + 1
          : 99,
      )
    }
  }
  return table[a.length]![b.length]!
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? []
const mayMiss = (term: string): number => (term.length < 4 ? 0 : term.length < 8 ? 1 : 2)
const nearness = (term: string, word: string): number =>
  Math.min(...Array.from({ length: word.length + 1 }, (_, end) => edits(term, word.slice(0, end))))

/** How well a thing fits, by what the documentation says; null when it does not. */
function fitOf(one: SearchTexts, question: string): readonly number[] | null {
  const terms = [...new Set(wordsOf(question))]
  const whole = wordsOf(question).join('')
  const wholes = [one.name, one.displayName, one.code ?? ''].map((text) => wordsOf(text).join(''))
  if (terms.length === 0) return null
  if (wholes.includes(whole)) return [1, 0, 0]
  if (wholes.some((text) => text.startsWith(whole))) return [2, 0, 0]
  const names = [...wordsOf(one.name), ...wordsOf(one.displayName)]
  const described = wordsOf(one.description)
  let missed = 0
  let away = 0
  for (const term of terms) {
    if (names.some((word) => word.startsWith(term))) continue
    if (described.some((word) => word.startsWith(term))) {
      away += 1
      continue
    }
    const best = Math.min(...names.map((word) => nearness(term, word)))
    if (best > mayMiss(term)) return null
    missed += best
  }
  return [missed > 0 ? 4 : 3, missed, away]
}

/** The places of things that have a text near the whole question, group by group: looked for when nothing else fits. */
function nearWholes(things: readonly SearchTexts[], question: string): readonly number[][] {
  const whole = wordsOf(question).join('')
  const distances = things.map(({ name, displayName, code }) => {
    const wholes = [name, displayName, code ?? ''].map((text) => wordsOf(text).join(''))
    return Math.min(99, ...wholes.filter((text) => text !== '').map((text) => edits(whole, text)))
  })
  return [1, 2]
    .filter((distance) => distance <= mayMiss(whole))
    .map((distance) => [...things.keys()].filter((place) => distances[place] === distance))
    .filter((places) => places.length > 0)
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '_', ' '), maxLength: 14 })
const texts = fc.record({
  name: letters,
  code: fc.option(letters),
  displayName: letters,
  description: letters,
})

describe('a search', () => {
  test('finds what the plain rules find, in their order', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 12 }), letters, (things, question) => {
        const fits = things.map((one) => fitOf(one, question))
        const expected = [...Map.groupBy(things.keys(), (place) => JSON.stringify(fits[place]))]
          .filter(([fit]) => fit !== 'null')
          .toSorted(([a], [b]) => {
            const [x, y] = [JSON.parse(a) as number[], JSON.parse(b) as number[]]
            return x[0]! - y[0]! || x[1]! - y[1]! || x[2]! - y[2]!
          })
          .map(([, places]) => [...places])
        const index = runToEnd(createTextIndex(things))
        const found = [...runToEnd(index.search(question)).values()].map((some) => [...some])
        expect(found).toEqual(expected.length > 0 ? expected : nearWholes(things, question))
      }),
    )
  })

  test('limited to some entries finds what an index of these entries alone finds', () => {
    const some = fc.array(fc.tuple(texts, fc.boolean()), { maxLength: 10 })
    fc.assert(
      fc.property(some, letters, (things, question) => {
        const shown = things.filter(([, isShown]) => isShown).map(([one]) => one)
        const all = things.map(([one]) => one)
        const flags = Uint8Array.from(things, ([, isShown]) => (isShown ? 1 : 0))
        const found = runToEnd(runToEnd(createTextIndex(all)).search(question, flags))
        const alone = runToEnd(runToEnd(createTextIndex(shown)).search(question))
        const named = (list: readonly SearchTexts[], places: Uint32Array) =>
          Array.from(places, (place) => list[place])
        expect(Array.from(found.values(), (places) => named(all, places))).toEqual(
          Array.from(alone.values(), (places) => named(shown, places)),
        )
      }),
    )
  })

  test('gives only results for which matchedPart finds the matching text', () => {
    const any = fc.string({ unit: 'grapheme', maxLength: 20 })
    const anyTexts = fc.record({
      name: any,
      code: fc.option(any),
      displayName: any,
      description: any,
    })
    fc.assert(
      fc.property(fc.array(anyTexts, { maxLength: 6 }), any, (things, question) => {
        const found = runToEnd(runToEnd(createTextIndex(things)).search(question))
        for (const place of [...found.values()].flatMap((some) => [...some])) {
          const matched = matchedPart(things[place]!, question)
          expect(matched).not.toBeNull()
          const { field, from, to } = matched!
          expect(from).toBeLessThan(to)
          expect(to).toBeLessThanOrEqual(things[place]![field]!.length)
        }
      }),
    )
  })
})

describe('words', () => {
  const things = [
    thing('net_sales', { displayName: 'Net sales', description: 'Gross less returns.' }),
    thing('Umsatz', { displayName: 'Umsatz in Zürich' }),
    thing('uriage', { displayName: '日本の売上高' }),
    thing('lateRate', { code: 'M-17' }),
    thing('strasse', { displayName: 'Straße' }),
  ]

  test.each([
    ['NET SALES', ['net_sales']],
    ['netsales', ['net_sales']],
    ['sales', ['net_sales']],
    ['returns', ['net_sales']],
    ['nte sales', ['net_sales']],
    ['zurich', ['Umsatz']],
    ['ZÜRICH', ['Umsatz']],
    ['Zürich', ['Umsatz']],
    ['売上', ['uriage']],
    ['rate', ['lateRate']],
    ['late rate', ['lateRate']],
    ['m17', ['lateRate']],
    ['STRASSE', ['strasse']],
  ])('%s finds %j first', (question, names) => {
    expect(search(things, question)[0]).toEqual(names)
  })

  test.each(['', '   ', '%_%', 'xyz', '()'])('%j finds nothing', (question) => {
    expect(search(things, question)).toEqual([])
  })

  test.each([
    ['mwst', null],
    ['zürich', { field: 'displayName', from: 10, to: 16 }],
    ['umsatz', { field: 'name', from: 0, to: 6 }],
    ['ums', { field: 'name', from: 0, to: 3 }],
    ['umsaz', { field: 'name', from: 0, to: 6 }],
  ])('%s is found at %j', (question, matched) => {
    expect(matchedPart(things[1]!, question)).toEqual(matched)
  })
})
