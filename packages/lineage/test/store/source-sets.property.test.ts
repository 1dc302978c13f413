import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SourceSets } from '../../src/store/source-sets.ts'

/** More sources than a set that is kept whole has. */
const source = fc.integer({ min: 0, max: 39 }).map((number) => `source ${number}`)
const mask = fc.integer({ min: 1, max: 3 })
const anyStep = fc.record({
  /** Which of the sets that are there is changed; mostly the newest. */
  of: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(50) }),
  isTaken: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
  source,
  mask,
})

test('a set has the sources that were added and not removed, and equal sets have the same number', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 150, size: 'max' }), (steps) => {
      const statements = new SourceSets()
      const sets: { readonly number: number; readonly naive: ReadonlyMap<string, number> }[] = [
        { number: 0, naive: new Map() },
      ]
      const numbers = new Map([['', 0]])
      for (const { of, isTaken, source: one, mask: types } of steps) {
        const from = sets[Math.max(0, sets.length - 1 - of)]!
        const before = from.naive.get(one) ?? 0
        const naive = new Map(from.naive)
        const number = isTaken
          ? statements.without(from.number, one, types)
          : statements.with(from.number, one, types)
        const after = isTaken ? before & ~types : before | types
        if (after === 0) naive.delete(one)
        else naive.set(one, after)
        sets.push({ number, naive })
        const all = [...naive].sort(([a], [b]) => (a < b ? -1 : 1))
        const text = all.map((statement) => statement.join(' ')).join(', ')
        expect(numbers.get(text) ?? number).toBe(number)
        numbers.set(text, number)
        for (const asked of [1, 2, 3]) {
          const named = all.filter(([, stated]) => (stated & asked) !== 0).map(([name]) => name)
          expect(statements.listSources(number, asked)).toEqual(named)
        }
        expect(statements.getTypes(number)).toBe(all.reduce((sum, [, stated]) => sum | stated, 0))
        expect(statements.findTypes(number, one)).toBe(after)
      }
      expect(new Set(numbers.values()).size).toBe(numbers.size)
    }),
    { numRuns: 100 },
  )
})

describe('a set of very many sources', () => {
  const names = Array.from({ length: 50_000 }, (_, i) => `run ${String(i).padStart(6, '0')}`)

  test('can be built source by source in any order, and takes the memory of a single set', () => {
    const statements = new SourceSets()
    const add = (set: number, name: string): number => statements.with(set, name, 2)
    const set = names.reduce(add, 0)
    expect(statements.listSources(set, 2)).toEqual(names)
    expect(statements.getTypes(set)).toBe(2)
    const other = new SourceSets()
    const few = names.slice(0, 500)
    expect(few.toReversed().reduce((at, name) => other.with(at, name, 2), 0)).toBe(
      few.reduce((at, name) => other.with(at, name, 2), 0),
    )
  })

  test('can be emptied source by source', () => {
    const statements = new SourceSets()
    const some = names.slice(0, 5000)
    let set = some.reduce((at, name) => statements.with(at, name, 1), 0)
    for (const [place, name] of some.entries()) {
      set = statements.without(set, name, 1)
      if (place % 1000 === 0)
        expect(statements.listSources(set, 1)).toHaveLength(some.length - place - 1)
    }
    expect(set).toBe(0)
  })
})
