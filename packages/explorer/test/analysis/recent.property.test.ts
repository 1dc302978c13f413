import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_PEERS, newWhyState } from '../../src/address/why-state.ts'
import {
  MOST_RECENT,
  type RecentQuestion,
  readRecent,
  recentText,
  withRecent,
} from '../../src/analysis/recent.ts'

const question: fc.Arbitrary<RecentQuestion> = fc
  .record({
    name: fc.string(),
    metric: fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `m${at}`), 'größe/ä?&'),
    now: fc.option(fc.constantFrom('2001-06', 'last-month')),
    where: fc.array(fc.constantFrom('[a] > 1', "[b] = '?&=x'"), { maxLength: 2 }),
    isPeers: fc.boolean(),
  })
  .map(({ name, metric, now, where, isPeers }) => ({
    name,
    state: { ...newWhyState(metric), now, where, peers: isPeers ? NO_PEERS : null },
  }))

test('the last questions are kept, one about a metric, and read back', () => {
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 30 }), (asked) => {
      const kept = asked.reduce<readonly RecentQuestion[]>(withRecent, [])
      expect(readRecent(recentText(kept))).toEqual(kept)
      expect(kept[0]).toEqual(asked.at(-1))
      expect(kept.length).toBeLessThanOrEqual(MOST_RECENT)
      const subjects = kept.map(({ state }) => `${state.metric} ${state.peers === null}`)
      expect(new Set(subjects).size).toBe(kept.length)
    }),
  )
})

test('a very long question is not kept', () => {
  const state = { ...newWhyState('m'), where: ['x'.repeat(5_000)] }
  expect(withRecent([], { name: 'M', state })).toEqual([])
})

test('what is no question is left out', () => {
  const kept = [['A', '/catalog'], ['B', 7], 'C', null, ['D', 'javascript:x'], ['E', '/why/m?by=d']]
  expect(readRecent(JSON.stringify(kept)).map(({ name }) => name)).toEqual(['E'])
  for (const text of [null, '', '{', '{}', '7']) expect(readRecent(text)).toEqual([])
})
