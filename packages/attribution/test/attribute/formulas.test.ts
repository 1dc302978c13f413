import { describe, expect, test } from 'vitest'
import { attributeTable } from '../../src/attribute/attribute-table.ts'
import { createColumnarSource } from '../../src/columnar/source/columnar-source.ts'
import { toWireTable } from '../../src/tables/answer.ts'

const orders = {
  w: [0, 0, 0, 1, 1, 1, 1],
  region: ['A', 'B', 'C', 'A', 'B', 'C', 'D'],
  paid: [50, 30, 0, 60, 20, 5, 3],
  all: [100, 50, 0, 100, 80, 20, 0],
  day: [
    '2026-05-01',
    '2026-05-01',
    '2026-05-02',
    '2026-06-01',
    '2026-06-01',
    '2026-06-02',
    '2026-06-02',
  ],
}
const source = createColumnarSource(orders, { types: { day: 'DATE' } })
const MEASURES = { x: { sum: '[paid]' }, y: { sum: '[all]' }, n: { countRows: true } } as const

async function ask(formula: string, question: Partial<Parameters<typeof attributeTable>[1]> = {}) {
  const { tables, explanation } = await attributeTable(source, {
    metric: { measures: MEASURES, formula },
    dimensions: ['region'],
    current: '[w] = 1',
    compare: '[w] = 0',
    ...question,
  })
  return {
    form: explanation?.form,
    tables: tables.map(({ table, warning }) => ({ ...toWireTable(table), warning })),
  }
}

describe('a quotient with a guard', () => {
  test.each([
    '[x] / NullIf([y], 0)',
    'Case([y] = 0, NULL, [x] / [y])',
    'CASE WHEN [y] <> 0 THEN 1.0 * [x] / [y] END',
    'Coalesce([x], 0) / NullIf(Coalesce([y], 0), 0)',
    'Coalesce([x] / NullIf([y], 0), NULL)',
    'Cast([x], "Double") / NullIf([y], 0)',
  ])('%s has the tables of the quotient', async (formula) => {
    expect(await ask(formula)).toEqual(await ask('[x] / [y]'))
  })

  test('keeps its own value in place of NULL, and is split as the quotient', async () => {
    const [overall, byRegion] = (await ask('[x] / [y]')).tables as [
      object,
      Record<string, unknown[]>,
    ]
    const guarded = await ask('Coalesce([x] / [y], 0)')
    const [total, groups] = guarded.tables as [object, Record<string, unknown[]>]
    expect(guarded.form).toBe('path')
    expect(total).toEqual(overall)
    const row = groups.region!.indexOf('D')
    expect(groups['@currentValue']![row]).toBe(0)
    expect(byRegion['@currentValue']![byRegion.region!.indexOf('D')]).toBeNull()
    for (const [at, region] of groups.region!.entries()) {
      const plain = byRegion['@relativeContributionRate']![byRegion.region!.indexOf(region)]
      expect(groups['@relativeContributionRate']![at]).toBeCloseTo(plain as number, 9)
    }
  })
})

describe('a formula that cannot be split', () => {
  test.each([
    [
      'Round([x] / [y], 2)',
      'NOT_ATTRIBUTABLE the formula calls Round, whose value jumps: leave rounding to whoever shows the number',
    ],
    [
      'Cast([x], "Decimal(10, 0)") / [y]',
      'NOT_ATTRIBUTABLE the formula calls Cast to a type that may change the number: cast to DOUBLE, or leave the cast out',
    ],
    [
      '[x] % 7',
      'NOT_ATTRIBUTABLE the formula uses %, whose value jumps: take the remainder of a column, below the aggregate',
    ],
  ])('%s says why, and what to do', async (formula, warning) => {
    expect((await ask(formula)).tables[0]!.warning).toBe(warning)
  })
})

test('a square root that starts near zero has the same rates in both directions', async () => {
  const there = await ask('Sqrt([x] * [x] + [n] * [n])', {
    current: '[region] = "C"',
    compare: '[region] = "A"',
  })
  const back = await ask('Sqrt([x] * [x] + [n] * [n])', {
    current: '[region] = "A"',
    compare: '[region] = "C"',
  })
  const rates = ({ tables }: typeof there) =>
    (tables[1] as Record<string, unknown>)['@relativeContributionRate']
  expect(rates(there)).not.toContain(null)
  expect(rates(back)).toEqual(rates(there))
})

test('a mean of whole numbers takes the place of a decimal', async () => {
  const { tables } = await ask('Coalesce([top], 0.5)', {
    metric: { measures: { top: { max: '[paid]' } }, formula: 'Coalesce([top], 0.5)' },
    calculation: 'AVG',
    time: { column: 'day', grain: 'DAY' },
    current: '[day] >= "2026-06-01" AND [day] < "2026-06-03"',
    compare: '[day] >= "2026-05-01" AND [day] < "2026-05-03"',
  })
  expect(tables[0]).toMatchObject({ '@currentValue': [32.5], '@compareValue': [25] })
})
