import fc from 'fast-check'
import { expect, test } from 'vitest'
import { questionRequest } from '../../src/attribute/attribute-table.ts'
import { type MetricMovement, rankMetrics } from '../../src/attribute/rank-metrics.ts'
import { createColumnarSource } from '../../src/columnar/source/columnar-source.ts'

const number = fc.oneof(
  fc.constantFrom(0, 1, 5),
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
)
const RUNS = { numRuns: process.env.TRIBUTARY_LONG ? 5_000 : 60 }

/** How far sums moved from the first window to the second, with the further windows as history in pairs. */
async function movements(
  metrics: readonly (readonly number[])[],
  swapped = false,
): Promise<readonly MetricMovement[]> {
  const windows = metrics[0]!.map((_, window) => window)
  const columns = Object.fromEntries(metrics.map((values, index) => [`m${index}`, [...values]]))
  const source = createColumnarSource({ window: windows, ...columns })
  const ask = (index: number, [compare, current]: readonly [number, number]) =>
    questionRequest(source, {
      metric: { sum: `[m${index}]` },
      dimensions: [],
      current: `[window] = ${current}`,
      compare: `[window] = ${compare}`,
    })
  const requests = metrics.map((_, index) => ask(index, swapped ? [1, 0] : [0, 1]))
  const history = windows.slice(3).map((window) => ask(0, [window - 1, window]).windows)
  const ranked = await rankMetrics(source, {
    ...requests[0]!,
    metrics: requests.map(({ metric }, index) => ({ ...metric, name: `m${index}` })),
    history,
  })
  return ranked.toSorted((a, b) => a.metric.name.localeCompare(b.metric.name))
}

const scores = async (...of: Parameters<typeof movements>) =>
  (await movements(...of)).map(({ score }) => score!)

const values = fc.array(number, { minLength: 2, maxLength: 5 })

test('a score is from 0 to 2, and 0 only without a change', async () => {
  await fc.assert(
    fc.asyncProperty(values, async (metric) => {
      const [one] = await movements([metric])
      expect(one!.score).toBeGreaterThanOrEqual(0)
      expect(one!.score).toBeLessThanOrEqual(2)
      expect(one!.score === 0).toBe(one!.change === 0)
    }),
    RUNS,
  )
})

test('a score does not depend on the unit of the metric', async () => {
  await fc.assert(
    fc.asyncProperty(values, fc.constantFrom(-1, 60, 1_000), async (metric, unit) => {
      const [one, other] = await scores([metric, metric.map((value) => value * unit)])
      expect(other).toBeCloseTo(one!, 12)
    }),
    RUNS,
  )
})

test('a larger change from the same value in the same direction never scores less', async () => {
  await fc.assert(
    fc.asyncProperty(values, number, async ([compare, current, ...history], further) => {
      const more = current! + Math.sign(current! - compare!) * Math.abs(further)
      const [one, other] = await scores([
        [compare!, current!, ...history],
        [compare!, more, ...history],
      ])
      expect(other!).toBeGreaterThanOrEqual(one! - 1e-12)
    }),
    RUNS,
  )
})

test('swapping the windows changes the sign of the change and keeps the score', async () => {
  await fc.assert(
    fc.asyncProperty(values, async (metric) => {
      const [there] = await movements([metric])
      const [back] = await movements([metric], true)
      expect(back!.change).toBe(0 - there!.change!)
      expect(back!.score).toBe(there!.score)
    }),
    RUNS,
  )
})

test('a metric that is new scores 2, as one that is gone', async () => {
  const pairs = [
    [0, 5],
    [5, 0],
    [100, 200],
    [100, 300],
  ]
  for (const [index, score] of (await scores(pairs)).entries()) {
    expect(score).toBeCloseTo([2, 2, 2 / 3, 1][index]!, 12)
  }
})
