import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnswerLimit } from '../../src/request/answer-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const plans = fc.array(
  fc.record({ begins: fc.nat({ max: 300 }), takes: fc.nat({ max: 200 }), fails: fc.boolean() }),
  { minLength: 1, maxLength: 20 },
)

test('gives what comes before the limit, and SERVER_TIMEOUT in place of what comes after it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 200 }), plans, async (most, given) => {
      const limit = createAnswerLimit(most)
      const ended = given.map(async ({ begins, takes, fails }) => {
        await sleep(begins)
        const began = performance.now()
        const work = sleep(takes).then(() => {
          if (fails) throw new Error('failed')
          return 'done'
        })
        const result = await limit.within(work).catch((error) => error.code ?? error.message)
        return { result, took: performance.now() - began }
      })
      await vi.runAllTimersAsync()
      for (const [i, { result, took }] of (await Promise.all(ended)).entries()) {
        const { takes, fails } = given[i]!
        const late = { result: 'SERVER_TIMEOUT', took: most }
        const inTime = { result: fails ? 'failed' : 'done', took: takes }
        if (takes > most + 1) expect({ result, took }).toEqual(late)
        if (takes < most) expect({ result, took }).toEqual(inTime)
      }
      expect(vi.getTimerCount()).toBe(0)
    }),
    { numRuns: 100 },
  )
})

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
