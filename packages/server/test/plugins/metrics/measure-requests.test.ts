import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { ask } from '../../support/ask.ts'
import { fakePlatform } from '../../support/fake-platform.ts'
import { type ReadSample, readExposition } from '../../support/read-exposition.ts'

const ALL = '/api/v1/lineage/queryAll'

async function scrape(app: FastifyInstance): Promise<readonly ReadSample[]> {
  const response = await app.inject('/metrics')
  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  return readExposition(response.body)
}

/** The requests counted so far, as `METHOD route status`. */
function requestsOf(samples: readonly ReadSample[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    samples
      .filter(({ name }) => name === 'tributary_http_requests_total')
      .map(({ labels, value }) => [`${labels.method} ${labels.route} ${labels.status}`, value]),
  )
}

describe('/metrics', () => {
  test('counts answers by route and status, whatever path was asked', async () => {
    const app = createApp({ platform: fakePlatform(), prefix: '/service' })
    await ask(app, { url: `/service${ALL}` })
    await ask(app, { url: `/service${ALL}?x=1` })
    await ask(app, { url: `/service${ALL}`, headers: { 'auth-value': 'wrong' } })
    await ask(app, { method: 'POST', url: `/service${ALL}` })
    await ask(app, { url: '/nope/1' })
    await ask(app, { url: '/service/api/v1/nope' })
    await app.inject('/healthz')
    const samples = await scrape(app)
    expect(requestsOf(samples)).toEqual({
      [`GET /service${ALL} 200`]: 2,
      [`GET /service${ALL} 401`]: 1,
      'any (none) 404': 2,
      'any (none) 405': 1,
      'GET /healthz 200': 1,
    })
    const count = samples.find(
      ({ name, labels }) =>
        name === 'tributary_http_request_duration_seconds_count' &&
        labels.route === `/service${ALL}`,
    )
    expect(count?.value).toBe(3)
    const aborted = samples.filter(({ name }) => name === 'tributary_http_requests_aborted_total')
    expect(aborted).toEqual([])
    await app.close()
  })

  test('counts a streamed answer once it has ended', async () => {
    const app = createApp({ platform: fakePlatform() })
    await ask(app, { url: ALL })
    const samples = await scrape(app)
    expect(requestsOf(samples)).toEqual({ [`GET ${ALL} 200`]: 1 })
    expect(samples.filter(({ name }) => name.includes('aborted'))).toEqual([])
    await app.close()
  })

  test('counts a request to a route with several methods under its own method alone', async () => {
    const app = createApp({ platform: fakePlatform() })
    app.route({ method: ['GET', 'PUT'], url: '/both', handler: async () => 'x' })
    for (const method of ['GET', 'PUT', 'PUT'] as const) await app.inject({ method, url: '/both' })
    expect(requestsOf(await scrape(app))).toEqual({ 'GET /both 200': 1, 'PUT /both 200': 2 })
    await app.close()
  })

  test('gives each app its own figures', async () => {
    const [first, second] = [fakePlatform(), fakePlatform()].map((platform) =>
      createApp({ platform }),
    )
    await ask(first!, { url: ALL })
    expect(requestsOf(await scrape(first!))).toEqual({ [`GET ${ALL} 200`]: 1 })
    expect(requestsOf(await scrape(second!))).toEqual({})
    await Promise.all([first!.close(), second!.close()])
  })

  test('says of this process what the documentation names', async () => {
    const app = createApp({ platform: fakePlatform() })
    await app.ready()
    const samples = await scrape(app)
    const figure = (name: string) => samples.find((sample) => sample.name === name)!.value
    expect(figure('process_start_time_seconds')).toBeLessThan(Date.now() / 1e3)
    expect(figure('process_start_time_seconds')).toBeGreaterThan(Date.now() / 1e3 - 1e6)
    const processor = figure('process_cpu_seconds_total')
    expect(processor).toBeGreaterThan(0)
    expect(figure('nodejs_heap_used_bytes')).toBeGreaterThan(1e6)
    const { user, system } = process.cpuUsage()
    expect(processor).toBeLessThanOrEqual((user + system) / 1e6)
    await app.close()
  })

  test('tells how late the event loop is', async () => {
    const app = createApp({ platform: fakePlatform() })
    await app.ready()
    // Begun after that of the app, with the same interval: what it has sampled, the app has sampled before.
    const sampler = monitorEventLoopDelay({ resolution: 10 })
    sampler.enable()
    const sampled = async () => {
      for (const { count } = sampler; sampler.count === count; ) await setTimeout(5)
    }
    await sampled()
    const until = performance.now() + 80
    while (performance.now() < until);
    await sampled()
    sampler.disable()
    const samples = await scrape(app)
    const lag = samples.filter(({ name }) => name === 'nodejs_eventloop_lag_seconds')
    expect(lag.map(({ labels }) => labels.quantile)).toEqual(['0.5', '0.99', '1'])
    expect(lag.at(-1)!.value).toBeGreaterThan(0.05)
    const memory = samples.find(({ name }) => name === 'process_resident_memory_bytes')
    expect(memory!.value).toBeGreaterThan(1e6)
    await app.close()
  })
})
