import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BUCKETS, createHttpMetrics } from '../../../src/plugins/metrics/route-metrics.ts'

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

test('counts as plain filters do', () => {
  fc.assert(
    fc.property(answers, (given) => {
      const metrics = createHttpMetrics()
      for (const { route, status, milliseconds } of given) {
        metrics.of('GET', route).record(status, milliseconds)
      }
      const [requests, durations] = metrics.families()
      for (const { labels, value } of requests!.samples) {
        const same = given.filter(
          ({ route, status }) => route === labels.route && String(status) === labels.status,
        )
        expect(value).toBe(same.length)
      }
      const total = requests!.samples.reduce((sum, { value }) => sum + value, 0)
      expect(total).toBe(given.length)
      for (const { suffix, labels, value } of durations!.samples) {
        const times = given
          .filter(({ route }) => route === labels.route)
          .map(({ milliseconds }) => milliseconds / 1_000)
        if (suffix === '_count') expect(value).toBe(times.length)
        if (suffix === '_sum')
          expect(value).toBeCloseTo(
            times.reduce((a, b) => a + b, 0),
            6,
          )
        if (suffix === '_bucket') {
          const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
          expect(value).toBe(times.filter((time) => time <= bound).length)
        }
      }
    }),
  )
})
