import { loadWorkspace } from '@tributary/catalog'
import { afterEach, describe, expect, test } from 'vitest'
import { findPlanWarnings } from '../../src/tables/plan-warnings.ts'
import { folderOf, shopWith } from '../support/shop.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** The warnings of a plan of the shop, whose amounts have a type. */
async function warningsOf(plan: string, amounts = 'BIGINT'): Promise<readonly string[]> {
  const more = `  - { name: largest, type: ATOMIC, dataset: orders, aggregate: MAX, expr: '[amount]' }
  - { name: usual, type: ATOMIC, dataset: orders, aggregate: MEDIAN, expr: '[amount]' }
  - { name: shops_open, type: ATOMIC, dataset: orders, aggregate: COUNT_DISTINCT, expr: '[shop]' }
plans:
  - { name: table, ${plan} }
`
  const files = shopWith(more)
  const text = files['workspace.yaml']!.replace('type: BIGINT', `type: ${amounts}`)
  const { folder, remove } = await folderOf({ ...files, 'workspace.yaml': text })
  cleanups.push(remove)
  return findPlanWarnings(await loadWorkspace(folder)).map(({ message }) => message)
}

const BY_DAY = 'kind: RESULT, dimensions: [metric_time__day, shop]'

describe('the table of a plan', () => {
  test('answers sums of whole numbers and decimals, counts and largest values', async () => {
    const plan = `${BY_DAY}, metrics: [revenue, order_count, basket, largest]`
    expect(await warningsOf(plan)).toEqual([])
    expect(await warningsOf(plan, 'DECIMAL')).toEqual([])
  })

  test('does not answer sums of doubles, nor ratios of them', async () => {
    const plan = `${BY_DAY}, metrics: [revenue, order_count, basket, largest]`
    const warnings = await warningsOf(plan, 'DOUBLE')
    expect(warnings).toHaveLength(2)
    expect(warnings[0]).toMatch(
      /^The table of the plan "table" answers only questions by all of its dimensions at once and within one partition for the metric "revenue": "revenue" adds doubles.*DECIMAL/,
    )
    expect(warnings[1]).toContain('"basket"')
  })

  test('does not answer medians, and different values only of its dimensions', async () => {
    const metrics = 'metrics: [usual, shops_open]'
    const warnings = await warningsOf(`${BY_DAY}, ${metrics}`)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/"usual" is a PERCENTILE, which cannot be computed/)
    const withoutShop = await warningsOf(`kind: RESULT, dimensions: [metric_time__day], ${metrics}`)
    expect(withoutShop).toHaveLength(2)
  })

  test('answers everything where it has the rows themselves', async () => {
    const metrics = 'metrics: [revenue, basket, usual, shops_open]'
    const plan = `kind: ACCELERATION, dimensions: [metric_time__day, shop], ${metrics}`
    expect(await warningsOf(plan, 'DOUBLE')).toEqual([])
  })

  test('can have no time, and filters', async () => {
    const plan = `kind: RESULT, dimensions: [shop, city], filters: ['[shop] <> "c"'], metrics: [revenue, largest]`
    expect(await warningsOf(plan)).toEqual([])
    const [warning, ...others] = await warningsOf(plan, 'DOUBLE')
    expect(others).toEqual([])
    expect(warning).toContain('answers only questions by all of its dimensions at once for')
  })

  test.each(['DAY', 'WEEK', 'MONTH', 'YEAR'])('by %s', async (granularity) => {
    const plan = `kind: RESULT, dimensions: [metric_time__${granularity.toLowerCase()}, city], granularity: ${granularity}, metrics: [revenue]`
    expect(await warningsOf(plan)).toEqual([])
    expect(await warningsOf(plan, 'DOUBLE')).toHaveLength(1)
  })
})
