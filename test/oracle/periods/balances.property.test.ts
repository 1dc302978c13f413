import { type Caller, createPlatform, type Platform } from '@tributary/platform'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../../support/folder-of.ts'
import {
  BASES,
  type Day,
  dayOf,
  endOf,
  SALES,
  SALES_FILE,
  type Sale,
  startOf,
  textOf,
  type Unit,
} from './sales.ts'

const LONG = process.env.TRIBUTARY_LONG !== undefined

/** The aggregates of one time, and the dimensions of which each combination has a time of its own. */
const TAKES = ['FIRST', 'LAST'] as const
const PERS: Readonly<Record<string, readonly ('user' | 'region')[]>> = {
  all: [],
  user: ['user'],
  region: ['region'],
  both: ['region', 'user'],
}
/** Over the values of all days. */
const OVER: Readonly<Record<string, (values: readonly number[]) => number>> = {
  MIN: (values) => Math.min(...values),
  MAX: (values) => Math.max(...values),
  AVG: (values) => values.reduce((a, b) => a + b, 0) / values.length,
}
const DAILY = ['revenue', 'users', 'top'] as const

const AGGREGATES: Readonly<Record<string, string>> = {
  revenue: 'SUM, expr: "[amount]"',
  users: 'COUNT_DISTINCT, expr: "[user]"',
  mean: 'AVG, expr: "[amount]"',
  top: 'MAX, expr: "[amount]"',
}

const metric = (name: string, base: string, nonAdditive: string): string =>
  `  - { name: ${name}, type: ATOMIC, dataset: sales, aggregate: ${AGGREGATES[base]}, nonAdditive: { over: time, ${nonAdditive} } }`

const METRICS = [
  ...Object.keys(BASES).flatMap((base) =>
    TAKES.flatMap((take) =>
      Object.entries(PERS).flatMap(([of, per]) => {
        const name = `${base}_${take}_${of}`
        const list = per.length === 0 ? '' : `, per: [${per.join(', ')}]`
        return [
          metric(name, base, `take: ${take}${list}`),
          `  - { name: north_${name}, type: DERIVED, metric: ${name}, filters: ['[region] = "north"'] }`,
        ]
      }),
    ),
  ),
  ...DAILY.flatMap((base) =>
    Object.keys(OVER).map((take) => metric(`${base}_${take}`, base, `take: ${take}`)),
  ),
]

const WORKSPACE = `tenant: sales
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: sales
    source: { datasource: local, file: sales.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: region, type: VARCHAR }
      - { name: user, type: VARCHAR }
      - { name: amount, type: INT }
dimensions:
  - { name: region, dataset: sales, column: region }
  - { name: user, dataset: sales, column: user }
metrics:
${METRICS.join('\n')}
`

/** On the engine, and on columns in memory where the files were read before. */
const platforms: Platform[] = []
let ann: Caller
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const made = await folderOf({ 'workspace.yaml': WORKSPACE, 'sales.csv': SALES_FILE })
  cleanups.push(made.remove)
  for (const memoryBytes of [0, 2 ** 28]) {
    const options = { workspace: made.folder, trustIdentityHeaders: true, memoryBytes }
    const platform = await createPlatform(options)
    platforms.push(platform)
    cleanups.push(() => platform.close())
  }
  const credentials = { tenantId: 'sales', authType: 'ACCOUNT', authValue: 'ann' } as const
  ann = await platforms[0]!.authenticate(credentials)
}, 60_000)
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

type Rows = readonly Sale[]
type Value = number | null

interface Balance {
  readonly name: string
  /** The value of the rows of a group, which are some of those in a window. */
  readonly of: (group: Rows, window: Rows) => Value
}

function takenOf(base: string, take: 'FIRST' | 'LAST', per: readonly ('user' | 'region')[]) {
  const keyOf = (row: Sale): string => JSON.stringify(per.map((one) => row[one]))
  return (group: Rows, window: Rows): Value => {
    const times = new Map<string, Day>()
    for (const row of window) {
      const known = times.get(keyOf(row)) ?? row.day
      times.set(keyOf(row), Math[take === 'LAST' ? 'max' : 'min'](known, row.day))
    }
    return BASES[base]!(group.filter((row) => row.day === times.get(keyOf(row))))
  }
}

/** A day of which nothing is known has no value among the others. */
function valueOfDay(base: string, rows: Rows): Value {
  const isNothing = base === 'revenue' && rows.every(({ amount }) => amount === null)
  return isNothing ? null : BASES[base]!(rows)
}

const taken = fc
  .record({
    base: fc.constantFrom(...Object.keys(BASES)),
    take: fc.constantFrom(...TAKES),
    per: fc.constantFrom(...Object.keys(PERS)),
    isNorth: fc.boolean(),
  })
  .map(({ base, take, per, isNorth }): Balance => {
    const name = `${base}_${take}_${per}`
    const of = takenOf(base, take, PERS[per]!)
    const north = (rows: Rows): Rows => rows.filter(({ region }) => region === 'north')
    return isNorth
      ? { name: `north_${name}`, of: (group, window) => of(north(group), north(window)) }
      : { name, of }
  })

const overDays = fc
  .record({
    base: fc.constantFrom(...DAILY),
    take: fc.constantFrom(...Object.keys(OVER)),
  })
  .map(({ base, take }): Balance => {
    const of = (group: Rows): Value => {
      const days = [...new Set(group.map(({ day }) => day))]
      const values = days.flatMap(
        (day) =>
          valueOfDay(
            base,
            group.filter((row) => row.day === day),
          ) ?? [],
      )
      // As everywhere, a sum of nothing is 0.
      const none = base === 'revenue' ? 0 : null
      return values.length === 0 ? none : OVER[take]!(values)
    }
    return { name: `${base}_${take}`, of }
  })

const range = fc
  .record({
    from: fc.integer({ min: dayOf('2024-01-10'), max: dayOf('2024-04-20') }),
    length: fc.integer({ min: 1, max: 45 }),
  })
  .map(({ from, length }) => ({ from, to: from + length }))

const rangeOf = ({ from, to }: { readonly from: Day; readonly to: Day }): string =>
  `[metric_time] >= "${textOf(from)}" AND [metric_time] < "${textOf(to)}"`

const near = (value: number | string | null | undefined): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(12)) : (value ?? null)

/** What a question filters by. */
const FILTERS: readonly { readonly text: string; readonly keeps: (row: Sale) => boolean }[] = [
  { text: 'TRUE', keeps: () => true },
  { text: '[user] != "u3"', keeps: ({ user }) => user !== 'u3' },
  { text: '[region] = "south"', keeps: ({ region }) => region === 'south' },
]

const inDays = (from: Day, to: Day): Rows => SALES.filter(({ day }) => day >= from && day < to)

const groupsOf = (rows: Rows): readonly [string | null, Rows][] => {
  const regions = [...new Set(rows.map(({ region }) => region))]
  return regions.map((one) => [one, rows.filter(({ region }) => region === one)])
}

describe('a metric that does not add up over time', () => {
  test('has the values of a model in days, by period and by group', {
    timeout: 600_000,
  }, async () => {
    const units = fc.constantFrom<Unit>('DAY', 'WEEK', 'MONTH')
    const filters = fc.constantFrom(...FILTERS)
    await fc.assert(
      fc.asyncProperty(
        ...[fc.oneof(taken, overDays), range, fc.option(units), fc.boolean(), filters, fc.nat(1)],
        async (balance, { from, to }, by, isSplit, filter, at) => {
          const answer = await platforms[at as number]!.as(ann).queryMetrics({
            metrics: [balance.name],
            dimensions: [
              ...(by === null ? [] : [`metric_time__${by}`]),
              ...(isSplit ? ['region'] : []),
            ],
            filters: [filter.text],
            timeConstraint: rangeOf({ from, to }),
          })
          const columns = answer.columns.map(({ name }) => answer.table[name]!)
          const found = new Map(
            columns[0]!.map((_, row) => {
              const cells = columns.map((column) => column[row]!)
              return [JSON.stringify(cells.slice(0, -1)), near(cells.at(-1))]
            }),
          )
          const expected = new Map<string, unknown>()
          for (let start = from; start < to; start = by === null ? to : endOf(start, by)) {
            const end = by === null ? to : Math.min(endOf(start, by), to)
            const window = inDays(start, end)
            const rows = window.filter(filter.keeps)
            const time = by === null ? [] : [textOf(startOf(start, by))]
            const isWhole = by === null && !isSplit
            if (rows.length === 0 && !isWhole) continue
            const groups = isSplit ? groupsOf(rows) : [[null, rows] as const]
            for (const [region, group] of groups) {
              const key = JSON.stringify([...time, ...(isSplit ? [region] : [])])
              expected.set(key, near(rows.length === 0 ? null : balance.of(group, window)))
            }
          }
          expect(found).toEqual(expected)
        },
      ),
      { numRuns: LONG ? 2_000 : 24 },
    )
  })

  test('has contributions of regions that add up to its change', { timeout: 600_000 }, async () => {
    const sums = taken.filter(({ name }) => name.includes('revenue'))
    await fc.assert(
      fc.asyncProperty(sums, range, range, fc.nat(1), async (balance, current, compare, at) => {
        const { tables } = await platforms[at]!.as(ann).compareTimes({
          metric: balance.name,
          dimensions: ['region'],
          attribution: {
            attributionCalculateType: 'ALL',
            currentTimeConstraint: rangeOf(current),
            compareTimeConstraint: rangeOf(compare),
          },
        })
        const { table } = tables[1]!
        const [now, then] = [current, compare].map(({ from, to }) => inDays(from, to)) as [
          Rows,
          Rows,
        ]
        const changes = new Map(
          groupsOf([...now, ...then]).map(([region]) => {
            const ofRegion = (rows: Rows) => rows.filter((row) => row.region === region)
            const value = (rows: Rows) => balance.of(ofRegion(rows), rows) ?? 0
            return [region ?? '(null)', value(now) - value(then)]
          }),
        )
        const found = new Map(
          (table.region ?? []).map((region, row) => {
            const side = (column: string): number => Number(table[column]![row] ?? 0)
            return [region, side('@currentValue') - side('@compareValue')]
          }),
        )
        expect(found).toEqual(changes)
        const whole = [...found.values()].reduce((a, b) => a + b, 0)
        expect(whole).toBe((balance.of(now, now) ?? 0) - (balance.of(then, then) ?? 0))
        const rates = table['@relativeContributionRate'] ?? []
        const sum = rates.reduce<number>((all, rate) => all + Number(rate ?? 0), 0)
        if (whole !== 0) expect(sum).toBeCloseTo(1, 6)
      }),
      { numRuns: LONG ? 1_000 : 12 },
    )
  })
  test('has the same values as peers, in comparisons and causes', {
    timeout: 600_000,
  }, async () => {
    const sums = taken.filter(({ name }) => name.includes('revenue'))
    await fc.assert(
      fc.asyncProperty(sums, range, range, fc.nat(1), async (balance, current, compare, at) => {
        const operations = platforms[at]!.as(ann)
        const peer = (region: string, days: typeof current) => ({
          filters: [`[region] = "${region}"`],
          timeConstraint: rangeOf(days),
        })
        const attribution = {
          attributionCalculateType: 'ALL' as const,
          compareDimension: 'region',
          currentObject: peer('north', current),
          compareObject: peer('south', compare),
        }
        const question = { metric: balance.name, dimensions: ['user'], attribution }
        const { tables } = await operations.comparePeers(question)
        const valueIn = (region: string, { from, to }: typeof current) => {
          const window = inDays(from, to)
          const group = window.filter((row) => row.region === region)
          return balance.of(group, window) ?? 0
        }
        const values = [valueIn('north', current), valueIn('south', compare)]
        const { table } = tables[0]!
        const sides = ['@currentValue', '@compareValue'].map((side) => table[side]![0] ?? 0)
        if (!tables[0]!.empty) expect(sides.map(Number)).toEqual(values)
        const causes = await operations.findCauses(question)
        expect([causes.current ?? 0, causes.compare ?? 0]).toEqual(values)
      }),
      { numRuns: LONG ? 1_000 : 12 },
    )
  })

  test('has causes that add up to its change', { timeout: 600_000 }, async () => {
    const sums = taken.filter(({ name }) => name.includes('revenue'))
    await fc.assert(
      fc.asyncProperty(sums, range, fc.nat(1), async (balance, current, at) => {
        const { from, to } = current
        const compare = { from: from - (to - from), to: from }
        const found = await platforms[at]!.as(ann).findCauses({
          metric: balance.name,
          attribution: {
            currentTimeConstraint: rangeOf(current),
            compareTimeConstraint: rangeOf(compare),
          },
        })
        const [now, then] = [inDays(from, to), inDays(compare.from, from)]
        expect(found.current).toBe(balance.of(now, now) ?? 0)
        expect(found.compare).toBe(balance.of(then, then) ?? 0)
        const ofCauses = found.causes.reduce((sum, { contribution }) => sum + contribution, 0)
        const sum = ofCauses + (found.common?.contribution ?? 0) + found.unexplained
        expect(sum).toBeCloseTo(found.change!, 9)
      }),
      { numRuns: LONG ? 1_000 : 12 },
    )
  })

  test('has a cause among the movements', async () => {
    const { movements } = await platforms[0]!.as(ann).metricMovements({
      current: '2024-03',
      metrics: ['revenue_LAST_user'],
    })
    expect(movements[0]!.cause!.headline).toMatch(/^revenue_LAST_user (rose|fell)/)
  })

  test('has its values per segment where it has no exact shares', {
    timeout: 600_000,
  }, async () => {
    const balances = fc.oneof(overDays, taken)
    await fc.assert(
      fc.asyncProperty(balances, range, fc.nat(1), async (balance, current, at) => {
        const { from, to } = current
        const compare = { from: from - (to - from), to: from }
        const found = await platforms[at]!.as(ann).findCauses({
          metric: balance.name,
          maxCauses: 100,
          attribution: {
            currentTimeConstraint: rangeOf(current),
            compareTimeConstraint: rangeOf(compare),
          },
        })
        const isSum = /revenue_(FIRST|LAST)|mean_/.test(balance.name)
        expect(found.ranking === null).toBe(isSum)
        if (found.ranking === null) return
        const hasChange = found.change !== null && found.change !== 0
        expect(found.headline.includes('has no exact shares')).toBe(hasChange)
        const [now, then] = [inDays(from, to), inDays(compare.from, from)]
        expect(found.ranking.groups).toBe(found.ranking.segments.length)
        for (const segment of found.ranking.segments) {
          const [{ dimension, value }] = segment.conditions as [(typeof segment.conditions)[number]]
          const evaluate = (rows: Rows): number => {
            const group = rows.filter((row) => row[dimension as 'region' | 'user'] === value)
            return balance.of(group, rows) ?? 0
          }
          expect(segment.current ?? 0).toBeCloseTo(evaluate(now), 9)
          expect(segment.compare ?? 0).toBeCloseTo(evaluate(then), 9)
        }
      }),
      { numRuns: LONG ? 1_000 : 20 },
    )
  })
})
