import fc from 'fast-check'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { BUCKETS, createHttpMetrics } from '../../../src/plugins/metrics/route-metrics.ts'
import { readExposition } from '../../support/read-exposition.ts'

const DURATION = 'tributary_http_request_duration_seconds'

const answers = fc.array(
  fc.record({
    route: fc.constantFrom('/a', '/b'),
    status: fc.constantFrom(200, 400, 503),
    milliseconds: fc.oneof(
      fc.double({ min: 0, max: 100_000, noNaN: true }),
      fc.constantFrom(...BUCKETS.map((seconds) => seconds * 1_000)),
    ),
  }),
  { minLength: 1 },
)

test('counts answers like a plain filter over all requests', async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (given) => {
      const registry = new Registry()
      const metrics = createHttpMetrics(registry)
      for (const { route, status, milliseconds } of given) {
        metrics.of('GET', route).answered(status, milliseconds)
      }
      const samples = readExposition(await registry.metrics())
      const counted = samples.filter(({ name }) => name === 'tributary_http_requests_total')
      expect(counted.reduce((sum, { value }) => sum + value, 0)).toBe(given.length)
      for (const { labels, value } of counted) {
        const same = given.filter(
          ({ route, status }) => route === labels.route && String(status) === labels.status,
        )
        expect([labels.method, value]).toEqual(['GET', same.length])
      }
      for (const { name, labels, value } of samples) {
        const times = given
          .filter(({ route }) => route === labels.route)
          .map(({ milliseconds }) => milliseconds / 1_000)
        if (name === `${DURATION}_count`) expect(value).toBe(times.length)
        if (name === `${DURATION}_sum`)
          expect(value).toBeCloseTo(
            times.reduce((a, b) => a + b, 0),
            6,
          )
        if (name === `${DURATION}_bucket`) {
          const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
          expect(value).toBe(times.filter((time) => time <= bound).length)
        }
      }
      const routes = new Set(given.map(({ route }) => route)).size
      const buckets = samples.filter(({ name }) => name === `${DURATION}_bucket`)
      expect(buckets).toHaveLength(routes * (BUCKETS.length + 1))
    }),
  )
})

test('counts aborted requests separately from answers', async () => {
  const registry = new Registry()
  const metrics = createHttpMetrics(registry)
  metrics.of('GET', '/a').aborted()
  metrics.of('GET', '/a').aborted()
  metrics.of('GET', '/b').answered(200, 1)
  const samples = readExposition(await registry.metrics())
  expect(samples.filter(({ name }) => name.includes('aborted'))).toEqual([
    {
      name: 'tributary_http_requests_aborted_total',
      labels: { method: 'GET', route: '/a' },
      value: 2,
    },
  ])
})
