import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tooManyQuestionsError } from '../../../src/model/errors.ts'
import { USUAL_QUESTION_LIMITS } from '../../../src/model/limits.ts'
import { createHeavyQuestions } from '../../../src/tenant/admission/heavy-questions.ts'

const limitsOf = (runningPerTenant: number, running: number, waiting: number) => ({
  ...USUAL_QUESTION_LIMITS,
  ...{ runningPerTenant, running, waiting },
})

/** Lets settled promises go on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

describe('heavy questions', () => {
  test('run at most as many at once as may, in the order of their tenant, and all of them', async () => {
    const question = fc.record({
      tenant: fc.constantFrom('a', 'b', 'c'),
      end: fc.constantFrom('answers', 'fails', 'measures'),
    })
    const limits = fc.record({
      perTenant: fc.integer({ min: 1, max: 3 }),
      inAll: fc.integer({ min: 1, max: 4 }),
      waiting: fc.integer({ min: 0, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(question, { maxLength: 20 }),
        limits,
        fc.infiniteStream(fc.nat()),
        async (questions, { perTenant, inAll, waiting }, picks) => {
          const heavy = createHeavyQuestions(
            limitsOf(perTenant, inAll, waiting),
            tooManyQuestionsError,
          )
          const running: { readonly tenant: string; readonly end: () => void }[] = []
          const begun: Record<string, number[]> = { a: [], b: [], c: [] }
          const left: (() => void)[] = []
          const results = questions.map(({ tenant, end }, index) => {
            const controller = new AbortController()
            const work = (): Promise<number> => {
              begun[tenant]!.push(index)
              return new Promise((resolve, reject) => {
                const finish = () => (end === 'fails' ? reject(new Error('fails')) : resolve(index))
                running.push({ tenant, end: finish })
              })
            }
            if (end === 'measures') left.push(() => controller.abort(new Error('left')))
            return heavy.run(tenant, work, controller.signal)
          })
          const outcomes = Promise.allSettled(results)
          await settled()
          for (const leave of left) leave()
          await settled()
          while (running.length > 0) {
            expect(running.length).toBeLessThanOrEqual(inAll)
            for (const name of ['a', 'b', 'c']) {
              const own = running.filter(({ tenant }) => tenant === name)
              expect(own.length).toBeLessThanOrEqual(perTenant)
            }
            expect(heavy.count().running).toBe(running.length)
            const [one] = running.splice(picks.next().value! % running.length, 1)
            one!.end()
            await settled()
          }
          await outcomes
          expect(heavy.count()).toEqual({ running: 0, waiting: 0 })
          for (const order of Object.values(begun)) {
            expect(order).toEqual(order.toSorted((x, y) => x - y))
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('of tenants take turns', async () => {
    const heavy = createHeavyQuestions(limitsOf(1, 1, 10), tooManyQuestionsError)
    const order: string[] = []
    const ask = (tenant: string) =>
      heavy.run(tenant, async () => {
        order.push(tenant)
      })
    await Promise.all([...['a', 'a', 'a', 'a'].map(ask), ...['b', 'b'].map(ask), ask('c')])
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  test('are refused when as many wait as may, with the seconds after which to ask again', async () => {
    const heavy = createHeavyQuestions(limitsOf(1, 8, 1), tooManyQuestionsError)
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = heavy.run('a', () => promise)
    const second = heavy.run('a', async () => 'second')
    await expect(heavy.run('a', async () => 'third')).rejects.toMatchObject({
      code: 'PLATFORM_TOO_MANY_QUESTIONS',
      details: { retryAfter: 1 },
    })
    expect(await heavy.run('b', async () => 'other tenant')).toBe('other tenant')
    resolve()
    await first
    expect(await second).toBe('second')
    expect(await heavy.run('a', async () => 'later')).toBe('later')
  })

  test('are all aborted at the end, waiting questions included', async () => {
    const heavy = createHeavyQuestions(limitsOf(1, 1, 10), tooManyQuestionsError)
    const untilAborted = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const asked = ['a', 'a', 'b'].map((tenant) => heavy.run(tenant, untilAborted))
    const settled = Promise.allSettled(asked)
    const reason = new Error('closed')
    await heavy.end(reason)
    const rejected = { status: 'rejected', reason }
    expect(await settled).toEqual([rejected, rejected, rejected])
    expect(heavy.count()).toEqual({ running: 0, waiting: 0 })
    await expect(heavy.run('a', untilAborted)).rejects.toBe(reason)
  })
})
