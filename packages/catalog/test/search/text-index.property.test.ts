import { runToEnd } from '@tributary/core/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { movedEntries } from '../../src/search/catalog-entries.ts'
import { matchedPart } from '../../src/search/matched-part.ts'
import { createTextIndex, type SearchTexts } from '../../src/search/text-index.ts'

const thing = (name: string, more: Partial<SearchTexts> = {}): SearchTexts => {
  return { name, code: null, displayName: name, description: '', ...more }
}

type Entry = SearchTexts & { readonly type: string; readonly dataset: string | null }

/** In the order of the entries of a catalog. */
function sorted(entries: readonly Entry[]): readonly Entry[] {
  const key = ({ type, name }: Entry): string => `${type === 'METRIC' ? 0 : 1}${name}`
  return entries.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
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
        // Names near as a whole are looked for when nothing else fits.
        if (expected.length > 0) expect(found).toEqual(expected)
      }),
    )
  })

  test('of a part of the things finds what a search among these alone finds', () => {
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

  test('of what an index followed through any changes finds what one made anew finds', () => {
    // Few texts, so that a thing often keeps all but one of them.
    const few = fc.constantFrom('', 'ab', 'cd dada', 'abcab')
    const names = Array.from(
      { length: 40 },
      (_, at) => `${'abcd'[at % 4]}_${'dcba'[at >> 2] ?? ''}${at}`,
    )
    const one: fc.Arbitrary<Entry> = fc.record({
      type: fc.constantFrom('METRIC', 'DIMENSION'),
      name: fc.constantFrom(...names),
      ...{ code: few, displayName: few, description: few },
      dataset: fc.constant(null),
    })
    const some = (least: number, most: number) =>
      fc.uniqueArray(one, { minLength: least, maxLength: most, selector: ({ name }) => name })
    const step = fc.record({ fresh: some(0, 3), gone: fc.subarray(names, { maxLength: 3 }) })
    const flags = fc.infiniteStream(fc.boolean())
    fc.assert(
      fc.property(
        some(0, 30),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.oneof(letters, fc.constantFrom('ab', 'da', 'cd', 'abcb', 'a d')),
        flags,
        (first, steps, question, shownOf) => {
          let entries = sorted(first)
          let index = runToEnd(createTextIndex(entries))
          for (const { fresh, gone } of steps) {
            const others = new Set([...gone, ...fresh.map(({ name }) => name)])
            const now = sorted([...entries.filter(({ name }) => !others.has(name)), ...fresh])
            index = runToEnd(index.follow(now, runToEnd(movedEntries(entries, now))))
            entries = now
            const anew = runToEnd(createTextIndex(now))
            const shown = Uint8Array.from(now, () => (shownOf.next().value ? 1 : 0))
            for (const asked of [question, now[0]?.name ?? '', `${now[0]?.name}x`]) {
              expect(runToEnd(index.search(asked))).toEqual(runToEnd(anew.search(asked)))
              expect(runToEnd(index.search(asked, shown))).toEqual(
                runToEnd(anew.search(asked, shown)),
              )
            }
          }
        },
      ),
    )
  })

  test('indexes only what is new', () => {
    let read = 0
    const counted = (name: string): Entry => ({
      ...{ type: 'METRIC', name, code: null, displayName: name, dataset: null },
      get description() {
        read++
        return 'text'
      },
    })
    const before = Array.from({ length: 200 }, (_, at) => counted(`m${1_000 + at}`))
    let entries: readonly Entry[] = before
    let index = runToEnd(createTextIndex(entries))
    read = 0
    for (let at = 0; at < 20; at++) {
      const now = [...entries, counted(`n${1_000 + at}`)]
      const moved = Uint32Array.from(entries.keys())
      index = runToEnd(index.follow(now, moved))
      entries = now
    }
    expect(read).toBeLessThan(400)
    expect([...runToEnd(index.search('n1019'))][0]).toEqual([2 ** 20, Uint32Array.of(219)])
  })

  test('says for what everything was found', () => {
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
