import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { authenticateTogether } from '../../src/access/authenticate.ts'
import type { BearerToken, Credentials } from '../../src/model/rights.ts'

const text = fc.constantFrom('', 'a', 'ab', 'b', '1', ' ', '1 1 a')
const credentials: fc.Arbitrary<Credentials | BearerToken> = fc.oneof(
  fc.record({ tenantId: text, authType: text, authValue: text }),
  fc.record({ token: text, tenantId: text }, { requiredKeys: ['token'] }),
)

/** What can happen: somebody comes, the secrets that count change, or the event loop turns. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ come: credentials }) },
  { weight: 1, arbitrary: fc.record({ change: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant('turn' as const) },
)

const show = (one: Credentials | BearerToken): string =>
  'token' in one
    ? JSON.stringify(['token', one.token, one.tenantId ?? null])
    : JSON.stringify([one.tenantId, one.authType, one.authValue])

const isRefused = (one: Credentials | BearerToken): boolean =>
  ('token' in one ? one.token : one.authValue) === 'b'

describe('authenticateTogether', () => {
  test('gives each caller a result that was valid at some moment after its request', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        let state = 0
        const together = authenticateTogether(async (asked) => {
          const seen = state
          await setImmediate()
          if (isRefused(asked)) throw new Error(`${show(asked)} ${seen}`)
          return { asked: show(asked), seen }
        })
        const answers: Promise<void>[] = []
        for (const one of steps) {
          if (one === 'turn') await setImmediate()
          else if ('change' in one) state += 1
          else {
            const since = state
            answers.push(
              together(one.come).then(
                ({ asked, seen }) => {
                  expect(asked).toBe(show(one.come))
                  expect(seen).toBeGreaterThanOrEqual(since)
                },
                (error: Error) => {
                  const at = error.message.lastIndexOf(' ')
                  expect(isRefused(one.come)).toBe(true)
                  expect(error.message.slice(0, at)).toBe(show(one.come))
                  expect(Number(error.message.slice(at))).toBeGreaterThanOrEqual(since)
                },
              ),
            )
          }
        }
        await Promise.all(answers)
      }),
      { numRuns: 100 },
    )
  })

  test('authenticates equal callers once per turn of the event loop, and again in the next turn', async () => {
    const asked: string[] = []
    const together = authenticateTogether(async (one) => {
      const name = 'token' in one ? one.token : one.authValue
      asked.push(name)
      return name
    })
    const come = (authValue: string) => together({ tenantId: 't', authType: 'TOKEN', authValue })
    expect(await Promise.all(['a', 'b', 'a', 'a', 'b'].map(come))).toEqual([
      'a',
      'b',
      'a',
      'a',
      'b',
    ])
    expect(asked).toEqual(['a', 'b'])
    await come('a')
    expect(asked).toEqual(['a', 'b', 'a'])
  })
})
