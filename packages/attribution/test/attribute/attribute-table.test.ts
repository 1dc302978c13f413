import { ExpressionError } from '@tributary/expression'
import { table } from 'arquero'
import { describe, expect, test } from 'vitest'
import { attributeTable } from '../../src/attribute/attribute-table.ts'
import type { MetricQuestion, TableQuestion } from '../../src/question/table-question.ts'
import { toWireTable } from '../../src/tables/answer.ts'

const flights = table({
  week: [18, 18, 18, 19, 19, 19],
  origin: ['ATL', 'ORD', 'ORD', 'ATL', 'ORD', 'DEN'],
  delay: [10, 20, null, 40, 5, 30.5],
})
const question: TableQuestion = {
  metric: { sum: '[delay]' },
  dimensions: [],
  current: '[week] = 19',
  compare: '[week] = 18',
}

async function overall(change: Partial<TableQuestion>) {
  const answer = await attributeTable(flights, { ...question, ...change })
  const wire = toWireTable(answer.tables[0]!.table)
  return [wire['@currentValue']![0], wire['@compareValue']![0]]
}

describe('attributeTable', () => {
  test.each<[MetricQuestion, number, number]>([
    [{ sum: '[delay]' }, 75.5, 30],
    [{ sum: '[delay] * 2' }, 151, 60],
    [{ count: '[delay]' }, 3, 2],
    [{ countRows: true }, 3, 3],
    [{ countRows: true, where: '[delay] > 15' }, 2, 1],
    [{ countDistinct: '[origin]' }, 3, 2],
    [{ min: '[delay]' }, 5, 10],
    [{ max: '[delay]', where: '[origin] = "ATL"' }, 40, 10],
    [
      { measures: { all: { countRows: true }, d: { sum: '[delay]' } }, formula: '[d] / [all] - 1' },
      75.5 / 3 - 1,
      9,
    ],
  ])('measures %o', async (metric, current, compare) => {
    expect(await overall({ metric })).toEqual([current, compare])
  })

  test.each([
    [{ avg: '[delay]' }, 'it has avg'],
    [{}, 'it has nothing'],
  ])('does not count rows for %o', async (metric, found) => {
    await expect(overall({ metric: metric as unknown as MetricQuestion })).rejects.toThrow(found)
  })

  test('applies a filter to the overall total, but not a drill-down', async () => {
    const filter = '[origin] != "DEN"'
    expect(await overall({ filter })).toEqual([45, 30])
    const answer = await attributeTable(flights, {
      ...question,
      filter,
      drillDown: '[origin] = "ATL"',
    })
    const wire = toWireTable(answer.tables[0]!.table)
    expect(wire['@overallContributionRate']).toEqual([2])
  })

  test('groups by columns, expressions and combinations', async () => {
    const late = { name: 'late', expr: '[delay] > 15' }
    const { tables } = await attributeTable(flights, {
      ...question,
      metric: { countRows: true },
      dimensions: ['origin', late, ['origin', late]],
    })
    expect(tables.map(({ dimension }) => dimension)).toEqual([
      null,
      'origin',
      'late',
      'origin,late',
    ])
    expect(toWireTable(tables[2]!.table)).toMatchObject({
      late: [null, 'false', 'true'],
      '@compareValue': [1, 1, 1],
    })
    expect(tables[3]!.table.columnNames().slice(0, 2)).toEqual(['origin', 'late'])
  })

  test('takes the moment of Now() as an option', async () => {
    const now = new Date('2001-06-15')
    const days = table({ day: ['2001-06-15', '2001-06-14', '2001-06-14'].map((d) => new Date(d)) })
    const answer = await attributeTable(
      days,
      {
        metric: { countRows: true },
        dimensions: [],
        current: '[day] = DateTrunc(Now(), "DAY")',
        compare: '[day] = DateAdd(DateTrunc(Now(), "DAY"), -1, "DAY")',
      },
      { now },
    )
    expect(toWireTable(answer.tables[0]!.table)).toMatchObject({
      '@currentValue': [1],
      '@compareValue': [2],
    })
  })

  test.each<[string, Partial<TableQuestion>]>([
    ['current', { current: '[weak] = 19' }],
    ['compare', { compare: '[week] = ' }],
    ['filter', { filter: '[week]' }],
    ['metric', { metric: { sum: '[origin]' } }],
    ['metric.where', { metric: { countRows: true, where: '1' } }],
    ['metric.measures.d', { metric: { measures: { d: { sum: '[nothing]' } }, formula: '[d]' } }],
    ['metric.formula', { metric: { measures: { d: { countRows: true } }, formula: '[e]' } }],
    ['dimensions[0]', { dimensions: [{ name: 'x', expr: 'Nope([week])' }] }],
  ])('names the text that is wrong: %s', async (path, change) => {
    const failure = attributeTable(flights, { ...question, ...change })
    await expect(failure).rejects.toBeInstanceOf(ExpressionError)
    await expect(failure).rejects.toMatchObject({ details: { path } })
  })

  test('suggests a column for a dimension that is none', async () => {
    await expect(
      attributeTable(flights, { ...question, dimensions: ['orign'] }),
    ).rejects.toMatchObject({
      code: 'ATTRIBUTION_UNKNOWN_COLUMN',
      message: 'Table "table" has no column "orign"; did you mean "origin"?',
    })
  })
})
