import { setImmediate } from 'node:timers/promises'
import { createPlatform } from '@tributary/platform'
import { serve } from '@tributary/server'
import { afterAll, expect, test } from 'vitest'
import { ABOUT_ALL_GROUPS, manyGroups } from '../faults/support/many-groups.ts'

const endings: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

test('a question for which there is no place is 429 with Retry-After, and is answered later', {
  timeout: 60_000,
}, async () => {
  const { folder, remove } = await manyGroups(100_000)
  endings.push(remove)
  const platform = await createPlatform({
    workspace: folder,
    trustIdentityHeaders: true,
    questionLimits: { runningPerTenant: 1, waiting: 1, imports: 1 },
  })
  endings.push(() => platform.close())
  const server = await serve({ platform, port: 0 })
  endings.push(() => server.close())
  const ask = () =>
    fetch(`${server.url}/api/v1/attribution/dim_time_compare`, {
      method: 'POST',
      headers: {
        'tenant-id': 'shop',
        'auth-type': 'ACCOUNT',
        'auth-value': 'boss',
        'content-type': 'application/json',
      },
      body: JSON.stringify(ABOUT_ALL_GROUPS),
    })
  const placed = [ask(), ask()]
  while (platform.load().running < 1 || platform.load().waiting < 1) await setImmediate()
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  const { code, success, data, errorMsg, detailErrorMsg } = (await refused.json()) as Refused
  expect({ code, success, data }).toEqual({ code: '429', success: false, data: null })
  expect(errorMsg).toMatch(
    /^1 questions of this tenant run and 1 wait, as many as the service allows; ask again in \d+ s\. See --questions-per-tenant/,
  )
  expect(detailErrorMsg).toContain('PLATFORM_TOO_MANY_QUESTIONS')
  for (const answer of await Promise.all(placed)) {
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  const again = await ask()
  expect(again.status).toBe(200)
  await again.arrayBuffer()
})

interface Refused {
  readonly code: string
  readonly success: boolean
  readonly data: unknown
  readonly errorMsg: string
  readonly detailErrorMsg: string
}
