import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { createPlatform, type Platform } from '@tributary/platform'
import { serve } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ABOUT_ALL_GROUPS, manyGroups } from './support/many-groups.ts'

const endings: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Resolves at the first turn of the event loop at which it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate()
}

describe.each([
  ['in the engine', 0],
  ['in memory', 2 ** 29],
])('questions %s', (_where, memoryBytes) => {
  let platform: Platform
  let url: URL
  beforeAll(async () => {
    const { folder, remove } = await manyGroups(100_000)
    endings.push(remove)
    platform = await createPlatform({
      ...{ workspace: folder, memoryBytes, trustIdentityHeaders: true },
      questionLimits: { runningPerTenant: 2, running: 2 },
    })
    endings.push(() => platform.close())
    const trustedProxy = { secret: 'x'.repeat(32) }
    const server = await serve({ platform, port: 0, trustedProxy })
    endings.push(() => server.close())
    url = new URL(server.url)
  }, 60_000)

  const ask = (credential: string): Socket => {
    const body = JSON.stringify(ABOUT_ALL_GROUPS)
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => {})
    socket.write(
      `POST /api/v1/attribution/dim_time_compare HTTP/1.1\r\nhost: localhost\r\ntenant-id: shop\r\n` +
        `auth-type: APIKEY\r\nauth-value: ${credential}\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    return socket
  }

  test('end when their callers disconnect, those that wait too', { timeout: 60_000 }, async () => {
    const secret = await platform.createCredential({ account: 'boss', kind: 'APIKEY' })
    if (memoryBytes > 0) {
      // The second question has the data loaded, and a later one finds it there.
      for (let n = 0; n < 3; n++) {
        const socket = ask(secret)
        await new Promise((resolve) => socket.once('data', resolve))
        socket.destroy()
        await until(() => platform.load().running === 0)
      }
    }
    const sockets = Array.from({ length: 5 }, () => ask(secret))
    await until(() => platform.load().running === 2 && platform.load().waiting === 3)
    const begin = performance.now()
    for (const socket of sockets) socket.destroy()
    await until(() => {
      const { running, waiting, slices } = platform.load()
      return running + waiting + slices === 0
    })
    // A question goes on for seconds otherwise; the promise is 100 ms on a machine that does nothing else.
    expect(performance.now() - begin).toBeLessThan(1_500)
  })
})
