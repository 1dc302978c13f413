import { from, table } from 'arquero'
import { describe, expect, test } from 'vitest'
import { attributeTable } from '../../src/attribute/attribute-table.ts'
import type { TableQuestion } from '../../src/question/table-question.ts'
import { type AttributionAnswer, toWireTable } from '../../src/tables/answer.ts'

const windows = { current: '[w] = 1', compare: '[w] = 0' }

function rowsOf(answer: AttributionAnswer, index: number): readonly object[] {
  return answer.tables[index]!.table.objects()
}

const ratio: TableQuestion['metric'] = {
  measures: { n: { sum: '[n]' }, d: { sum: '[d]' } },
  formula: '[n] / [d]',
}

describe('attribute an additive metric', () => {
  const channels = from([
    { channel: 'web', w: 0, v: 100 },
    { channel: 'web', w: 1, v: 150 },
    { channel: 'app', w: 0, v: 80 },
    { channel: 'app', w: 1, v: 100 },
    { channel: 'store', w: 0, v: 60 },
    { channel: 'store', w: 1, v: 50 },
    { channel: 'new', w: 1, v: 5 },
    { channel: 'gone', w: 0, v: 20 },
  ])
  const question: TableQuestion = {
    metric: { sum: '[v]' },
    dimensions: ['channel'],
    ...windows,
  }

  test('gives the overall table first', async () => {
    const answer = await attributeTable(channels, question)
    expect(answer.warning).toBeNull()
    expect(answer.tables.map(({ dimension, empty }) => ({ dimension, empty }))).toEqual([
      { dimension: null, empty: false },
      { dimension: 'channel', empty: false },
    ])
    expect(toWireTable(answer.tables[0]!.table)).toEqual({
      '@currentValue': [305],
      '@compareValue': [260],
      '@growth': ['45'],
      '@growthRate': ['0.1730769231'],
      '@overallContributionRate': [1],
      '@relativeContributionRate': [1],
    })
  })

  test('splits the change among the groups, also those on one side', async () => {
    const answer = await attributeTable(channels, question)
    const rates = [1.1111111111, 0.4444444444, 0.1111111111, -0.2222222222, -0.4444444444]
    expect(toWireTable(answer.tables[1]!.table)).toEqual({
      channel: ['web', 'app', 'new', 'store', 'gone'],
      '@currentValue': [150, 100, 5, 50, 0],
      '@compareValue': [100, 80, 0, 60, 20],
      '@growth': ['50', '20', '5', '-10', '-20'],
      '@growthRate': ['0.5', '0.25', null, '-0.1666666667', '-1'],
      '@overallContributionRate': rates,
      '@relativeContributionRate': rates,
    })
  })

  test('drills down into a group that is on one side only', async () => {
    const answer = await attributeTable(channels, { ...question, drillDown: '[channel] = "gone"' })
    expect(answer.warning).toBeNull()
    expect(rowsOf(answer, 1)).toMatchObject([
      {
        channel: 'gone',
        '@currentValue': 0,
        '@compareValue': 20,
        '@growth': '-20',
        '@relativeContributionRate': 1,
        '@overallContributionRate': -0.4444444444,
      },
    ])
  })

  test('computes relative rates within the drill-down and overall rates against the total', async () => {
    const drillDown = '[channel] = "store" OR [channel] = "gone"'
    const answer = await attributeTable(channels, { ...question, drillDown })
    expect(rowsOf(answer, 0)).toMatchObject([
      {
        '@growth': '-30',
        '@overallContributionRate': -0.6666666667,
        '@relativeContributionRate': 1,
      },
    ])
    expect(rowsOf(answer, 1)).toMatchObject([
      {
        channel: 'gone',
        '@overallContributionRate': -0.4444444444,
        '@relativeContributionRate': 0.6666666667,
      },
      {
        channel: 'store',
        '@overallContributionRate': -0.2222222222,
        '@relativeContributionRate': 0.3333333333,
      },
    ])
    expect(answer.executed).toHaveLength(2)
  })

  test('keeps the rows that contribute most and says what it left out', async () => {
    const answer = await attributeTable(channels, { ...question, maxRows: 2 })
    expect(rowsOf(answer, 1)).toMatchObject([{ channel: 'web' }, { channel: 'app' }])
    expect(answer.tables[1]!.warning).toBe('TRUNCATED rows=5 explained=0.6666666667')
  })
})

describe('attribute a ratio', () => {
  const groups = from([
    { g: 'A', w: 0, n: 50, d: 100 },
    { g: 'A', w: 1, n: 60, d: 100 },
    { g: 'B', w: 0, n: 30, d: 50 },
    { g: 'B', w: 1, n: 20, d: 80 },
    { g: 'C', w: 1, n: 10, d: 20 },
  ])

  test('gives contributions that add up, also for a group on one side', async () => {
    const answer = await attributeTable(groups, { metric: ratio, dimensions: ['g'], ...windows })
    const [overall] = rowsOf(answer, 0) as [Record<string, unknown>]
    expect(overall['@currentValue']).toBe(0.45)
    expect(overall['@compareValue']).toBe(80 / 150)
    const wire = toWireTable(answer.tables[1]!.table)
    expect(wire.g).toEqual(['B', 'C', 'A'])
    expect(wire['@currentValue']).toEqual([0.25, 0.5, 0.6])
    expect(wire['@compareValue']).toEqual([0.6, null, 0.5])
    expect(wire['@growth']).toEqual(['-0.35', null, '0.1'])
    expect(wire['@relativeContributionRate']).toEqual([1.7046991582, -0.0142621843, -0.6904369739])
  })

  test('splits a percentage like the ratio', async () => {
    const metric = { ...ratio, formula: '100 * [n] / [d]' }
    const plain = await attributeTable(groups, { metric: ratio, dimensions: ['g'], ...windows })
    const percent = await attributeTable(groups, { metric, dimensions: ['g'], ...windows })
    const rates = (answer: AttributionAnswer) =>
      toWireTable(answer.tables[1]!.table)['@relativeContributionRate']
    expect(rates(percent)).toEqual(rates(plain))
  })
})

/** `[group, window, n, d]` rows, the metric, and what the tables say. */
describe('edge cases', () => {
  const rows = (list: readonly (readonly [string | null, number, number | null, number])[]) =>
    table({
      g: list.map(([g]) => g),
      w: list.map(([, w]) => w),
      n: list.map(([, , n]) => n),
      d: list.map(([, , , d]) => d),
    })
  const sum: TableQuestion['metric'] = { sum: '[n]' }
  const ask = (
    list: Parameters<typeof rows>[0],
    question: Partial<TableQuestion> & Pick<TableQuestion, 'metric'>,
  ) => attributeTable(rows(list), { dimensions: ['g'], ...windows, ...question })

  test('0 to 0 has growth 0, no growth rate and contributes nothing', async () => {
    const answer = await ask(
      [
        ['a', 0, 0, 1],
        ['a', 1, 0, 1],
        ['b', 0, 1, 1],
        ['b', 1, 2, 1],
      ],
      { metric: sum },
    )
    expect(rowsOf(answer, 1)[1]).toEqual({
      g: 'a',
      '@currentValue': 0,
      '@compareValue': 0,
      '@growth': '0',
      '@growthRate': null,
      '@overallContributionRate': 0,
      '@relativeContributionRate': 0,
    })
  })

  test('an unchanged total has no shares', async () => {
    const answer = await ask(
      [
        ['b', 0, 1, 1],
        ['b', 1, 2, 1],
        ['a', 0, 2, 1],
        ['a', 1, 1, 1],
      ],
      { metric: sum },
    )
    expect(answer.tables.map(({ warning }) => warning)).toEqual([
      'TOTAL_UNCHANGED',
      'TOTAL_UNCHANGED',
    ])
    expect(rowsOf(answer, 0)).toMatchObject([
      { '@growth': '0', '@growthRate': '0', '@relativeContributionRate': null },
    ])
    expect(rowsOf(answer, 1)).toMatchObject([
      { g: 'a', '@growth': '-1', '@relativeContributionRate': null },
      { g: 'b', '@growth': '1', '@relativeContributionRate': null },
    ])
  })

  test('an unchanged total has no overall shares, its drill-down has relative shares', async () => {
    const answer = await ask(
      [
        ['a', 0, 2, 1],
        ['a', 1, 1, 1],
        ['b', 0, 1, 1],
        ['b', 1, 2, 1],
      ],
      { metric: sum, drillDown: '[g] = "a"' },
    )
    expect(rowsOf(answer, 1)).toMatchObject([
      { g: 'a', '@overallContributionRate': null, '@relativeContributionRate': 1 },
    ])
  })

  test('a negative base is named once and turns the sign of the rate', async () => {
    const answer = await ask(
      [
        ['a', 0, -2, 1],
        ['a', 1, 1, 1],
        ['b', 0, -4, 1],
        ['b', 1, -4, 1],
      ],
      { metric: sum },
    )
    expect(answer.tables.map(({ warning }) => warning)).toEqual(['NEGATIVE_BASE', 'NEGATIVE_BASE'])
    expect(rowsOf(answer, 1)).toMatchObject([{ g: 'a', '@growthRate': '-1.5' }, { g: 'b' }])
  })

  test('changes that cancel each other are named', async () => {
    const answer = await ask(
      [
        ['a', 0, 0, 1],
        ['a', 1, 100, 1],
        ['b', 0, 100, 1],
        ['b', 1, 1, 1],
      ],
      { metric: sum },
    )
    expect(answer.tables.map(({ warning }) => warning)).toEqual([null, 'OFFSETTING_CHANGES'])
    expect(rowsOf(answer, 1)).toMatchObject([
      { '@relativeContributionRate': 100 },
      { '@relativeContributionRate': -99 },
    ])
  })

  test('a group whose denominator is zero has no value, but contributes', async () => {
    const answer = await ask(
      [
        ['a', 0, 1, 2],
        ['a', 1, 1, 0],
        ['b', 0, 1, 2],
        ['b', 1, 1, 2],
      ],
      { metric: ratio },
    )
    const a = rowsOf(answer, 1).find((row) => 'g' in row && row.g === 'a')
    expect(a).toMatchObject({ '@currentValue': null, '@growth': null, '@growthRate': null })
    expect(a).toMatchObject({ '@relativeContributionRate': 1 })
  })

  test.each([
    ['zero before', 0, 2],
    ['zero after', 2, 0],
    ['of another sign after', -2, 2],
  ])('a total denominator that is %s leaves shares undefined', async (_, before, after) => {
    const answer = await ask(
      [
        ['a', 0, 1, before],
        ['a', 1, 1, after],
      ],
      { metric: ratio },
    )
    for (const [index, { warning }] of answer.tables.entries()) {
      expect(warning?.split('; ')).toContain('RATIO_UNDEFINED')
      expect(rowsOf(answer, index)).toMatchObject([
        { '@overallContributionRate': null, '@relativeContributionRate': null },
      ])
    }
  })

  test('distinct values that move between groups leave a gap', async () => {
    const answer = await attributeTable(
      table({
        g: ['a', 'b', 'a', 'b', 'c'],
        w: [0, 0, 1, 1, 1],
        user: ['u1', 'u2', 'u1', 'u1', 'u1'],
      }),
      { metric: { countDistinct: '[user]' }, dimensions: ['g'], ...windows },
    )
    expect(rowsOf(answer, 0)).toMatchObject([{ '@currentValue': 1, '@compareValue': 2 }])
    expect(answer.tables.map(({ warning }) => warning)).toEqual([null, 'NOT_ADDITIVE gap=-2'])
    expect(rowsOf(answer, 1)).toMatchObject([
      { g: 'a', '@relativeContributionRate': 0 },
      { g: 'b', '@relativeContributionRate': 0 },
      { g: 'c', '@relativeContributionRate': -1 },
    ])
  })

  test('a count of distinct values that stay in their groups leaves no gap, neither does its ratio', async () => {
    const answer = await attributeTable(
      table({
        g: ['a', 'b', 'c', 'a', 'b', 'b'],
        w: [0, 0, 0, 1, 1, 1],
        user: ['u1', 'u2', 'u3', 'u1', 'u2', 'u4'],
        n: [1, 3, 7, 2, 6, 1],
      }),
      {
        metric: {
          measures: { n: { sum: '[n]' }, users: { countDistinct: '[user]' } },
          formula: '[n] / [users]',
        },
        dimensions: ['g'],
        ...windows,
      },
    )
    expect(answer.tables.map(({ warning }) => warning)).toEqual([null, null])
  })

  test('a constant is added once, and no group has a part of it', async () => {
    const answer = await ask(
      [
        ['a', 0, 3, 1],
        ['a', 1, 5, 1],
        ['b', 1, 7, 1],
      ],
      { metric: { measures: { n: { sum: '[n]' } }, formula: '[n] + 0.5' } },
    )
    expect(rowsOf(answer, 0)).toMatchObject([{ '@currentValue': 12.5, '@compareValue': 3.5 }])
    expect(rowsOf(answer, 1)).toMatchObject([
      {
        g: 'b',
        '@currentValue': 7.5,
        '@compareValue': null,
        '@relativeContributionRate': 0.7777777778,
      },
      {
        g: 'a',
        '@currentValue': 5.5,
        '@compareValue': 3.5,
        '@relativeContributionRate': 0.2222222222,
      },
    ])
  })

  test('a product has no shares within a part that a window does not have', async () => {
    const answer = await ask(
      [
        ['a', 0, 3, 1],
        ['a', 1, 5, 1],
        ['b', 1, 7, 1],
      ],
      {
        metric: { measures: { n: { sum: '[n]' }, d: { sum: '[d]' } }, formula: '[n] * [d]' },
        drillDown: '[g] = "b"',
      },
    )
    expect(answer.tables.map(({ warning }) => warning)).toEqual(['NOT_CLOSED', 'NOT_CLOSED'])
    for (const { table } of answer.tables) {
      expect(table.array('@overallContributionRate')).toEqual([null])
      expect(table.array('@relativeContributionRate')).toEqual([null])
    }
  })

  test('a maximum has values and growth, but no shares', async () => {
    const answer = await ask(
      [
        ['a', 0, 1.5, 1],
        ['a', 1, 4, 1],
        ['b', 1, 7, 1],
      ],
      { metric: { max: '[n]' } },
    )
    expect(answer.tables[1]!.warning).toBe('NOT_ATTRIBUTABLE measure "metric" is a MAX')
    expect(rowsOf(answer, 0)).toMatchObject([
      {
        '@currentValue': 7,
        '@compareValue': 1.5,
        '@growth': '5.5',
        '@relativeContributionRate': null,
      },
    ])
    expect(rowsOf(answer, 1)).toEqual([
      {
        g: 'a',
        '@currentValue': 4,
        '@compareValue': 1.5,
        '@growth': '2.5',
        '@growthRate': '1.6666666667',
        '@overallContributionRate': null,
        '@relativeContributionRate': null,
      },
      {
        g: 'b',
        '@currentValue': 7,
        '@compareValue': null,
        '@growth': null,
        '@growthRate': null,
        '@overallContributionRate': null,
        '@relativeContributionRate': null,
      },
    ])
  })

  test.each([
    ['NO_DATA_COMPARE', 1, 3, '3', null],
    ['NO_DATA_CURRENT', 0, -3, '-3', '-1'],
  ])(
    'a sum has its whole change from or to nothing: %s',
    async (warning, w, change, growth, rate) => {
      const rows = [
        ['a', w, 1, 1],
        ['b', w, 2, 1],
      ] as const
      const answer = await ask(rows, { metric: sum, contributions: true })
      expect(answer.warning).toBe(warning)
      expect(answer.tables.map(({ empty }) => empty)).toEqual([false, false])
      const values = (value: number) => (w === 1 ? [value, 0] : [0, value])
      const row = ([current, compare]: readonly number[], part: number) => ({
        '@currentValue': current,
        '@compareValue': compare,
        '@growth': String(part),
        '@growthRate': rate,
        '@overallContributionRate': Number((part / change).toFixed(10)),
        '@relativeContributionRate': Number((part / change).toFixed(10)),
        '@contribution': String(part),
      })
      expect(rowsOf(answer, 0)).toEqual([row(values(3), Number(growth))])
      const sign = Math.sign(change)
      expect(rowsOf(answer, 1)).toEqual([
        { g: 'b', ...row(values(2), 2 * sign) },
        { g: 'a', ...row(values(1), sign) },
      ])
    },
  )

  test('a ratio and a maximum have no value in a window without rows, and say so', async () => {
    const rows = [
      ['a', 0, 1, 2],
      ['b', 0, 2, 2],
    ] as const
    for (const [metric, code] of [
      [ratio, 'RATIO_UNDEFINED'],
      [{ ...ratio, formula: '[n] * [d]' }, 'NOT_CLOSED'],
      [{ max: '[n]' }, 'NOT_ATTRIBUTABLE measure "metric" is a MAX'],
    ] as const) {
      const answer = await ask(rows, { metric, contributions: true })
      for (const [index, { warning, empty }] of answer.tables.entries()) {
        expect(empty).toBe(false)
        expect(warning).toBe(`NO_DATA_CURRENT; ${code}`)
        for (const row of rowsOf(answer, index)) {
          expect(row).toMatchObject({
            '@currentValue': null,
            '@compareValue': expect.any(Number),
            '@growth': null,
            '@relativeContributionRate': null,
            '@contribution': null,
          })
        }
      }
    }
  })

  test('a drill-down is answered when a window has no rows', async () => {
    const rows = [
      ['a', 0, 1, 1],
      ['b', 0, 2, 1],
    ] as const
    const answer = await ask(rows, { metric: sum, drillDown: '[g] = "b"' })
    expect(answer.warning).toBe('NO_DATA_CURRENT')
    expect(rowsOf(answer, 1)).toMatchObject([
      { g: 'b', '@overallContributionRate': 0.6666666667, '@relativeContributionRate': 1 },
    ])
  })

  test('windows without rows give empty tables', async () => {
    const warning = 'NO_DATA_CURRENT; NO_DATA_COMPARE'
    const answer = await ask([['a', 2, 1, 1]], { metric: sum })
    expect(answer.warning).toBe(warning)
    expect(answer.tables).toMatchObject([
      { dimension: null, empty: true, warning },
      { dimension: 'g', empty: true, warning },
    ])
    expect(toWireTable(answer.tables[1]!.table)).toEqual({
      g: [],
      '@currentValue': [],
      '@compareValue': [],
      '@growth': [],
      '@growthRate': [],
      '@overallContributionRate': [],
      '@relativeContributionRate': [],
    })
  })

  test('rows in both windows give a warning, also in a drill-down', async () => {
    for (const drillDown of [undefined, '[g] = "b"', '[w] = 0']) {
      const answer = await ask(
        [
          ['a', 0, 1, 1],
          ['a', 1, 1, 1],
          ['b', 1, 1, 1],
        ],
        {
          metric: sum,
          current: '[w] = 1',
          compare: '[g] = "a"',
          ...(drillDown !== undefined && { drillDown }),
        },
      )
      expect(answer.warning).toBe('OBJECTS_OVERLAP rows=1')
    }
  })

  test.each([
    ['RATIO_UNDEFINED', ratio, -3],
    ['NOT_CLOSED', { ...ratio, formula: '[n] / [d] + [n]' }, -3],
    ['TOTAL_UNCHANGED', ratio, 1],
  ])('a drill-down says why it has no overall rates: %s', async (code, metric, d) => {
    const rows = [
      ['a', 0, 1, 1],
      ['a', 1, 3, 1],
      ['b', 0, 1, 1],
      ['b', 1, -1, d],
    ] as const
    const answer = await ask(rows, { metric, drillDown: '[g] = "a"' })
    for (const [index, { warning }] of answer.tables.entries()) {
      expect(warning).toBe(`OVERALL_UNDEFINED root=${code}`)
      expect(rowsOf(answer, index)).toMatchObject([
        { '@overallContributionRate': null, '@relativeContributionRate': 1 },
      ])
    }
  })

  test.each([
    [
      'two groups',
      [
        ['a', 0, 1, 1],
        ['a', 1, 1.5e308, 1],
        ['b', 1, 1.5e308, 1],
      ],
      'current=1',
      'total=current',
    ],
    [
      'a change',
      [
        ['a', 0, -1.5e308, 1],
        ['a', 1, 1.5e308, 1],
      ],
      'change=1',
      'change=1 total=change',
    ],
  ] as const)(
    'says what is null since %s leave the range of doubles',
    async (_, rows, total, groups) => {
      const answer = await ask(rows, { metric: sum })
      const [overall, byGroup] = answer.tables.map(({ warning }) => warning?.split('; '))
      expect(overall).toContain(`OVERFLOW ${total}`)
      expect(byGroup).toContain(`OVERFLOW ${groups}`)
      expect(rowsOf(answer, 0)).toMatchObject([{ '@relativeContributionRate': null }])
    },
  )

  test('sums that are large, but in range, have no warning', async () => {
    const answer = await ask(
      [
        ['a', 0, 1, 1],
        ['a', 1, 1.7e308, 1],
      ],
      { metric: sum },
    )
    expect(answer.tables.map(({ warning }) => warning)).toEqual([null, null])
  })

  test('the group without a value is null, and not an empty text', async () => {
    const list = [
      [null, 0, 1, 1],
      [null, 1, 2, 1],
      ['', 0, 1, 1],
      ['', 1, 1, 1],
    ] as const
    const answer = await ask(list, { metric: sum })
    expect(rowsOf(answer, 1)).toMatchObject([{ g: null }, { g: '' }])
  })
})

describe('attribute periods', () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const sales = table({
    day: ['2024-01-01', '2024-01-31', '2024-02-01', '2024-02-29'].map(day),
    shop: ['a', 'b', 'a', 'b'],
    v: [31, 62, 29, 87],
  })
  const question: TableQuestion = {
    metric: { sum: '[v]' },
    dimensions: ['shop'],
    current: 'DateTrunc([day], "MONTH") = "2024-02-01"',
    compare: 'DateTrunc([day], "MONTH") = "2024-01-01"',
    time: { column: 'day', grain: 'DAY' },
  }

  test('ALL warns when the windows differ in length', async () => {
    const answer = await attributeTable(sales, question)
    expect(answer.warning).toBe('RANGE_LENGTH_DIFFERS current=29 compare=31')
    expect(rowsOf(answer, 0)).toMatchObject([{ '@currentValue': 116, '@compareValue': 93 }])
  })

  test('AVG takes the mean per period, periods without rows included', async () => {
    const answer = await attributeTable(sales, { ...question, calculation: 'AVG' })
    expect(answer.warning).toBeNull()
    expect(rowsOf(answer, 0)).toMatchObject([
      { '@currentValue': 4, '@compareValue': 3, '@growth': '1' },
    ])
    expect(rowsOf(answer, 1)).toMatchObject([
      { shop: 'b', '@currentValue': 3, '@compareValue': 2, '@relativeContributionRate': 1 },
      { shop: 'a', '@currentValue': 1, '@compareValue': 1, '@relativeContributionRate': 0 },
    ])
  })

  test('AVG and ALL of a ratio have the same values', async () => {
    const metric: TableQuestion['metric'] = {
      measures: { v: { sum: '[v]' }, rows: { countRows: true } },
      formula: '[v] / [rows]',
    }
    const all = await attributeTable(sales, { ...question, metric })
    const average = await attributeTable(sales, { ...question, metric, calculation: 'AVG' })
    expect(rowsOf(average, 0)).toEqual(rowsOf(all, 0))
  })

  test('AVG of a product multiplies the means', async () => {
    const metric: TableQuestion['metric'] = {
      measures: { v: { sum: '[v]' }, rows: { countRows: true } },
      formula: '[v] * [rows] + 1',
    }
    const answer = await attributeTable(sales, { ...question, metric, calculation: 'AVG' })
    const [overall] = rowsOf(answer, 0) as [Record<string, number>]
    expect(overall['@currentValue']).toBeCloseTo((116 / 29) * (2 / 29) + 1, 12)
    expect(overall['@compareValue']).toBeCloseTo((93 / 31) * (2 / 31) + 1, 12)
  })

  test('warns when the data ends inside a window', async () => {
    const cut = sales.slice(0, 3)
    const answer = await attributeTable(cut, { ...question, calculation: 'AVG' })
    expect(answer.warning).toBe('PARTIAL_RANGE current=1 of=29 average=no')
    expect(rowsOf(answer, 0)).toMatchObject([{ '@currentValue': 29, '@compareValue': 3 }])
  })

  const march = 'DateTrunc([day], "MONTH") = "2024-03-01"'

  test('a window after the data says where the data ends, and how much of it there is', async () => {
    const data = 'first=2024-01-01 00:00:00 last=2024-02-29 00:00:00'
    const answer = await attributeTable(sales, { ...question, current: march })
    expect(answer.warning).toBe(`NO_DATA_CURRENT ${data}; PARTIAL_RANGE current=0 of=31`)
    expect(rowsOf(answer, 0)).toMatchObject([
      { '@currentValue': 0, '@compareValue': 93, '@growth': '-93', '@growthRate': '-1' },
    ])
    expect(rowsOf(answer, 1)).toMatchObject([{ shop: 'b' }, { shop: 'a' }])
    const neither = await attributeTable(sales, { ...question, current: march, compare: march })
    expect(neither.warning).toBe(
      `NO_DATA_CURRENT ${data}; NO_DATA_COMPARE ${data}; PARTIAL_RANGE current=0 of=31; PARTIAL_RANGE compare=0 of=31`,
    )
    expect(neither.tables.every(({ empty }) => empty)).toBe(true)
  })

  test('AVG has no value in a window without any base period, and 0 in one without rows', async () => {
    const average = { ...question, calculation: 'AVG' } as const
    const after = await attributeTable(sales, { ...average, current: march, contributions: true })
    expect(after.warning).toContain('; AVERAGE_UNDEFINED window=current')
    for (const index of [0, 1]) {
      for (const row of rowsOf(after, index)) {
        expect(row).toMatchObject({
          '@currentValue': null,
          '@compareValue': expect.any(Number),
          '@growth': null,
          '@relativeContributionRate': null,
          '@contribution': null,
        })
      }
    }
    const between = '[day] >= "2024-02-10" AND [day] < "2024-02-20"'
    const within = await attributeTable(sales, { ...average, current: between })
    expect(within.warning).toMatch(/^NO_DATA_CURRENT first=[^;]*$/)
    expect(rowsOf(within, 0)).toMatchObject([{ '@currentValue': 0, '@growth': '-3' }])
  })

  test('leaves conditions that are not about time aside', async () => {
    const current = '[day] >= "2024-02-01" AND [day] < "2024-03-01" AND [shop] = "b"'
    const answer = await attributeTable(sales, { ...question, current, calculation: 'AVG' })
    expect(rowsOf(answer, 0)).toMatchObject([{ '@currentValue': 3, '@compareValue': 3 }])
  })

  test.each([
    ['has no time', { current: '[shop] = "a"' }],
    ['mixes time with other conditions', { current: '[day] >= "2024-02-01" OR [shop] = "a"' }],
  ])('AVG refuses a window that %s', async (_, change) => {
    await expect(
      attributeTable(sales, { ...question, ...change, calculation: 'AVG' }),
    ).rejects.toMatchObject({
      code: 'ATTRIBUTION_AVG_NEEDS_INTERVAL',
      details: { window: 'current' },
    })
  })

  test('AVG refuses rows without a time', async () => {
    const { time: _, ...timeless } = question
    await expect(attributeTable(sales, { ...timeless, calculation: 'AVG' })).rejects.toMatchObject({
      code: 'ATTRIBUTION_AVG_NEEDS_INTERVAL',
    })
  })
})

test('rejects with the reason of an aborted signal', async () => {
  const reason = new Error('enough')
  await expect(
    attributeTable(
      table({ w: [0, 1] }),
      { metric: { countRows: true }, dimensions: [], ...windows },
      { signal: AbortSignal.abort(reason) },
    ),
  ).rejects.toBe(reason)
})

test.each([
  ['@growth', ['@growth']],
  ['g', ['g', 'g']],
])('refuses the key %s, whose name is taken', async (key, names) => {
  const dimension = names.map((name) => ({ name, expr: '[w]' }))
  await expect(
    attributeTable(table({ w: [0, 1] }), {
      metric: { countRows: true },
      dimensions: [dimension],
      ...windows,
    }),
  ).rejects.toMatchObject({ code: 'ATTRIBUTION_KEY_NAME', details: { key } })
})
