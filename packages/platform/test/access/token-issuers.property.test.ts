import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startIssuer, type TestIssuer } from '../../../../test/support/token-issuer.ts'
import { createTokenVerifier, type VerifyToken } from '../../src/access/token-issuers.ts'

const START = Date.parse('2026-01-15T12:00:00Z')
const INTERVAL = 30
const [MINUTE, HOUR] = [60, 3_600]

let issuer: TestIssuer
/** Seconds since the start. */
let time = 0

beforeEach(async () => {
  issuer = await startIssuer()
  time = 0
})
afterEach(() => issuer.close())

const clock = { now: () => new Date(START + time * 1_000) }

function verifier(timeLimit = 10_000): VerifyToken {
  const settings = { issuer: issuer.issuer, audience: 'tributary', tenant: 'shop' }
  return createTokenVerifier([{ ...settings, keyInterval: INTERVAL }], clock, { timeLimit })
}

function sign(options = {}): Promise<string> {
  return issuer.sign({ sub: 'ann' }, { now: clock.now(), ...options })
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** A token that names a key of nobody. */
function unknownKey(): string {
  const header = encode({ alg: 'ES256', kid: 'nobody' })
  return `${header}.${encode({ iss: issuer.issuer })}.${encode({})}`
}

async function outcomeOf(verifyToken: VerifyToken, token: string): Promise<string> {
  return verifyToken(token).then(
    () => 'OK',
    (error) => error.code,
  )
}

const [DOWN, REFUSED] = ['ACCESS_ISSUER_UNAVAILABLE', 'ACCESS_UNAUTHENTICATED']

describe('an issuer that fails', () => {
  test.each([500, 'FLOOD', 'SILENCE'] as const)(
    'with %s is asked once an interval, whatever is sent',
    async (how) => {
      const verifyToken = verifier(how === 'SILENCE' ? 1_000 : 10_000)
      issuer.fail(how)
      const [good, rubbish] = [await sign(), await sign({ foreign: true })]
      const tokens = Array.from({ length: 60 }, (_, place) => (place % 2 ? good : rubbish))
      const asked = () => Promise.all(tokens.map((token) => outcomeOf(verifyToken, token)))
      expect(new Set(await asked())).toEqual(new Set([DOWN]))
      for (const token of tokens) expect(await outcomeOf(verifyToken, token)).toBe(DOWN)
      expect(issuer.requests()).toBe(1)
      time += INTERVAL
      await asked()
      expect(issuer.requests()).toBe(2)
      // What the system keeps of a connection is more than a MiB.
      expect(issuer.flooded()).toBeLessThan(32 * 2 ** 20)
      issuer.fail(null)
      time += INTERVAL - 1
      expect(await outcomeOf(verifyToken, good)).toBe(DOWN)
      time += 1
      expect(await outcomeOf(verifyToken, good)).toBe('OK')
    },
  )

  test('is reported with the seconds until the next attempt', async () => {
    const verifyToken = verifier()
    issuer.fail(500)
    const token = await sign()
    await outcomeOf(verifyToken, token)
    time += 12
    await expect(verifyToken(token)).rejects.toMatchObject({ details: { retryAfter: 18 } })
  })

  test('is asked no more often for tokens that could never be accepted', async () => {
    const verifyToken = verifier()
    const unsigned = `${encode({ alg: 'none' })}.${encode({ iss: issuer.issuer })}.`
    expect(await outcomeOf(verifyToken, unsigned)).toBe(REFUSED)
    expect(issuer.requests()).toBe(0)
  })
})

describe('the keys of an issuer that fails', () => {
  test('are used for a day without waiting for the issuer', async () => {
    // The issuer is waited for once, and for so long.
    const verifyToken = verifier(500)
    expect(await outcomeOf(verifyToken, await sign())).toBe('OK')
    issuer.fail('SILENCE')
    time = 10 * MINUTE
    expect(await outcomeOf(verifyToken, await sign())).toBe('OK')
    expect(issuer.requests()).toBe(3)
    for (const hours of [1, 12, 23.9]) {
      time = hours * HOUR
      const token = await sign()
      // Many times the limit if each waited for it.
      for (let count = 0; count < 200; count++) {
        expect(await outcomeOf(verifyToken, token)).toBe('OK')
      }
    }
    time = 24 * HOUR
    expect(await outcomeOf(verifyToken, await sign())).toBe(DOWN)
    issuer.fail(null)
    time += INTERVAL
    expect(await outcomeOf(verifyToken, await sign())).toBe('OK')
  }, 60_000)

  test('are no reason to refuse a token with another key', async () => {
    const verifyToken = verifier()
    expect(await outcomeOf(verifyToken, await sign())).toBe('OK')
    await issuer.rotate()
    issuer.fail(500)
    time = INTERVAL
    expect(await outcomeOf(verifyToken, await sign())).toBe(DOWN)
    issuer.fail(null)
    time += INTERVAL
    expect(await outcomeOf(verifyToken, await sign())).toBe('OK')
  })
})

type Step =
  | { readonly kind: 'ask'; readonly isForeign: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'fail' | 'recover' | 'rotate' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), isForeign: fc.boolean() }),
  fc.record({
    kind: fc.constant('wait' as const),
    seconds: fc.constantFrom(-HOUR, 1, 29, 30, 10 * MINUTE, 23 * HOUR, 25 * HOUR),
  }),
  fc.record({ kind: fc.constantFrom('fail' as const, 'recover' as const, 'rotate' as const) }),
)

test('keys are fetched at most once per interval, and a token of a cached key is not refused when the issuer fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      time = 0
      issuer.fail(null)
      const verifyToken = verifier()
      let [isDown, isRotated] = [false, false]
      /** When the issuer was asked last. */
      let reading: number | null = null
      for (const one of steps) {
        if (one.kind === 'wait') time += one.seconds
        if (one.kind === 'fail') isDown = true
        if (one.kind === 'recover') isDown = false
        if (one.kind === 'rotate') {
          await issuer.rotate()
          isRotated = true
        }
        issuer.fail(isDown ? 500 : null)
        if (one.kind !== 'ask') continue
        const token = await sign(one.isForeign ? { foreign: true } : {})
        const before = issuer.requests()
        const outcome = await outcomeOf(verifyToken, token)
        // A reading that nobody waits for is waited for by the search for a key that is unknown.
        expect(await outcomeOf(verifyToken, unknownKey())).not.toBe('OK')
        const sent = issuer.requests() - before
        expect(sent).toBeLessThanOrEqual(2)
        if (sent > 0) {
          if (reading !== null) expect(Math.abs(time - reading)).toBeGreaterThanOrEqual(INTERVAL)
          reading = time
        }
        if (one.isForeign) expect(outcome).not.toBe('OK')
        else if (!isRotated || (isDown && sent > 0)) expect(outcome).not.toBe(REFUSED)
      }
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 1_000 : 30 },
  )
}, 600_000)
