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
        const told: string[] = []
        const result = await new Promise<string>((resolve) => {
          const tell = (result: string) => {
            told.push(result)
            resolve(result)
          }
          limit.settle(work, tell, (error) => tell(textOf(error)))
        })
        return { result, took: performance.now() - began, told }
      })
      await vi.runAllTimersAsync()
      for (const [i, { result, took, told }] of (await Promise.all(ended)).entries()) {
        expect(told).toEqual([result])
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

function textOf(error: unknown): string {
  const { code, message } = error as Error & { readonly code?: string }
  return code ?? message
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
