import {
  type CausesAnswer,
  createColumnarSource,
  findCauses,
  type Measure,
  questionRequest,
} from '@tributary/attribution'
import { createSqlSource } from '@tributary/sql'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numbersFrom } from '../../packages/attribution/test/causes/made-leaves.ts'
import { replaceTable } from '../../packages/sql/test/support/replace-table.ts'
import { patienceOn, runsOn } from '../../packages/sql/test/support/runs.ts'
import { TEST_ENGINES, type TestDatabase } from '../../packages/sql/test/support/test-databases.ts'

const MONTHS = ['01', '02', '03', '04', '05', '06']
const TYPES = {
  day: 'DATE',
  shop: 'STRING',
  kind: 'STRING',
  amount: 'INT',
  price: 'DECIMAL',
  weight: 'DOUBLE',
} as const
const NAMES = Object.keys(TYPES) as (keyof typeof TYPES)[]
type Row = Readonly<Record<keyof typeof TYPES, string | null>>

/** Sales of shops by kind on two days of each month; one shop moved in the last month. Sums are exact in any order. */
function rowsOf({ seed, shops, times }: Pick<Asked, 'seed' | 'shops' | 'times'>): readonly Row[] {
  const next = numbersFrom(seed)
  const kinds = ['plain', 'ß', 'Ünï "quoted"', null]
  return MONTHS.flatMap((month) =>
    Array.from({ length: shops }).flatMap((_, s) =>
      kinds.flatMap((kind, k): Row[] => {
        if (next() < 0.1) return []
        const moved = month === MONTHS.at(-1) && s === seed % shops ? times : 1
        const size = (50 + 40 * s + 90 * k) * (0.98 + 0.04 * next())
        return ['03', '17'].map((day) => ({
          day: `2026-${month}-${day}`,
          shop: s === 0 ? null : `S${s}`,
          kind,
          amount: String(Math.round(size * moved)),
          price: next() < 0.05 ? null : (size * moved * (0.5 + next())).toFixed(2),
          weight: String(Math.round(8 * size * (1 + next())) / 8),
        }))
      }),
    ),
  )
}

interface Asked {
  readonly seed: number
  readonly shops: number
  /** What the sales of one shop are multiplied by in the last month. */
  readonly times: number
  readonly formula: string
  readonly windows: keyof typeof WINDOWS
  readonly history: number
  readonly where: string | null
}

const WINDOWS = {
  months: {
    current: '[day] >= "2026-06-01" AND [day] < "2026-07-01"',
    compare: '[day] >= "2026-05-01" AND [day] < "2026-06-01"',
  },
  days: { current: '[day] = "2026-06-17"', compare: '[day] = "2026-06-03"' },
  peers: { current: '[shop] = "S1"', compare: '[shop] = "S2"' },
} as const

const asked = fc.record<Asked>({
  seed: fc.integer({ min: 1, max: 1e6 }),
  shops: fc.integer({ min: 3, max: 12 }),
  times: fc.constantFrom(0.25, 1, 2.5),
  formula: fc.constantFrom(
    ...['[amount]', '[price]', '[rows]', '[stock]', '[price] - 2 * [weight]'],
    ...['[price] / [amount]', '[price] / [rows]', '[stock] / [weight]'],
    ...['[price] / [rows] * [weight]', 'Sqrt([amount]) + [price] / [rows]', '[weight] + [top]'],
  ),
  windows: fc.constantFrom('months', 'days', 'peers'),
  history: fc.constantFrom(0, 2, 8),
  where: fc.constantFrom(null, '[kind] IS NOT NULL', '[amount] > 60'),
})

describe.each(TEST_ENGINES)('causes in the tables of $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
  })
  afterAll(() => database.close())

  const columnTypes = Object.fromEntries(
    NAMES.map((name) => [name, engine.types[TYPES[name]]]),
  ) as Record<keyof Row, string>

  /** The answer from memory and that of the engine; or what each rejects with. */
  async function answers(rows: readonly Row[], { formula, windows, history, where }: Asked) {
    const columns = Object.fromEntries(NAMES.map((name) => [name, rows.map((row) => row[name])]))
    const memory = createColumnarSource(
      {
        ...columns,
        amount: rows.map(({ amount }) => BigInt(amount!)),
        price: rows.map(({ price }) => (price === null ? null : Number(price))),
        weight: rows.map(({ weight }) => Number(weight)),
      },
      { name: 'sales', types: TYPES },
    )
    await replaceTable(database.driver, 'sales', columnTypes, rows)
    const { groupings, metric, ...rest } = questionRequest(memory, {
      metric: {
        measures: {
          ...{
            amount: { sum: '[amount]' },
            price: { sum: '[price]' },
            weight: { sum: '[weight]' },
          },
          ...{ stock: { sum: '[amount]' }, rows: { countRows: true }, top: { max: '[price]' } },
        },
        formula,
      },
      dimensions: [['shop', 'kind']],
      time: { column: 'day', grain: 'DAY' },
      ...(where !== null && { filter: where }),
      ...WINDOWS[windows],
    })
    const [grouping] = groupings
    const per = [grouping!.keys[0]!.value]
    const snapshot = { take: 'LAST', time: rest.time!.value, grain: 'DAY', per } as const
    const measures = metric.measures.map(
      (measure): Measure => (measure.name === 'stock' ? { ...measure, snapshot } : measure),
    )
    const request = { ...rest, metric: { ...metric, measures }, grouping: grouping! }
    const told = (source: Parameters<typeof findCauses>[0]) =>
      findCauses(source, request, { history }).then(
        ({ executed: _, ...answer }) => answer,
        (error: unknown) => String(error),
      )
    return { memory: await told(memory), stored: await told(createSqlSource(database)) }
  }

  test(
    'are those of the same rows in memory',
    async () => {
      await fc.assert(
        fc.asyncProperty(asked, async (one) => {
          const { memory, stored } = await answers(rowsOf(one), one)
          expect(stored).toEqual(memory)
        }),
        runsOn(engine, 20, 1_000),
      )
    },
    patienceOn(engine),
  )

  test(
    'are those of the same rows in memory when values beyond the 1,000 largest are dropped',
    async () => {
      // All are as large as the others, in both windows together.
      const shops = Array.from({ length: 1_300 }, (_, i) => `S${(i * 7_919) % 1_300}`)
      const rows = ['05', '06'].flatMap((month, at) =>
        shops.map((shop, i): Row => {
          const more = shop === 'S177' ? 90 : (i % 5) - 2
          const amount = String(100 + (at === 0 ? -more : more))
          return { day: `2026-${month}-03`, shop, kind: 'plain', amount, price: '1.5', weight: '1' }
        }),
      )
      const { memory, stored } = await answers(rows, {
        ...{ seed: 0, shops: 0, times: 1, where: null },
        ...{ formula: '[amount]', windows: 'months', history: 8 },
      })
      expect((memory as CausesAnswer).cut).toEqual([
        { dimension: 'shop', values: 1_300, kept: 1_000 },
      ])
      expect((memory as CausesAnswer).causes[0]?.conditions).toEqual([
        { dimension: 'shop', value: 'S177' },
      ])
      expect(stored).toEqual(memory)
    },
    patienceOn(engine),
  )
})
