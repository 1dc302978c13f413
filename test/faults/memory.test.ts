import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manyGroups } from './support/many-groups.ts'
import { type Reply, type Service, startService } from './support/service.ts'

const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** How often a character stands in a long text. */
const LONG = 30_000

describe('a service with little memory', () => {
  let service: Service
  beforeAll(async () => {
    const { folder, remove } = await manyGroups(200_000)
    ends.push(remove)
    const limits = ['--process-memory', '384MiB', '--engine-memory', '128MiB', '--data-memory', '0']
    service = await startService([folder, ...limits])
    ends.push(() => service.kill())
  }, 60_000)

  const ask = (filters: readonly string[]): Promise<Reply> =>
    service.post('/api/v1/metrics/query', {
      ...{ metrics: ['revenue'], filters, timeConstraint: '[metric_time__year] = "2024"' },
    })

  test('stops questions that fill it and answers the others', { timeout: 120_000 }, async () => {
    // Texts that the engine makes for a block of rows and does not count as its memory.
    const hungry = Array.from(
      { length: 6 },
      (_, at) => `Length(Concat([code], "${at}${'x'.repeat(LONG)}")) > ${at}`,
    )
    let running = 2
    const stopped = Promise.all(
      Array.from({ length: running }, async () => {
        const reply = await ask(hungry)
        running -= 1
        return reply
      }),
    )
    const light: Reply[] = []
    while (running > 0) light.push(await ask(['[code] = "c7"']))
    for (const { status, body } of light) {
      expect([status, body.detailErrorMsg]).toEqual([200, null])
    }
    const codes = (await stopped).map(({ status, body }) => `${status} ${body.detailErrorMsg}`)
    expect(codes.some((code) => code.startsWith('503 PLATFORM_OUT_OF_MEMORY'))).toBe(true)
    for (const code of codes) expect(code).toMatch(/^(?:200 null|503 PLATFORM_OUT_OF_MEMORY)/)
    expect(light.length).toBeGreaterThan(0)
    expect((await ask(['[code] = "c7"'])).status).toBe(200)
    expect(service.process.exitCode).toBeNull()
  })

  test('refuses texts that grow with every call before anything runs', async () => {
    let text = '[code]'
    for (let level = 0; level < 8; level++) text = `Replace(${text}, "c", "cccccccccc")`
    const { status, body } = await ask([`Length(${text}) > 0`])
    expect(status).toBe(400)
    expect(body.detailErrorMsg).toMatch(/^EXPRESSION_TEXT_TOO_LONG: path filters\[0\]/)
  })
})
