import fc from 'fast-check'
import { drawRule } from './rules.ts'
import {
  type Cell,
  type ColumnType,
  listColumns,
  type Row,
  TABLE_NAMES,
  type TableName,
  type Tables,
} from './tables.ts'
import { type Rules, splitRows } from './visible-rows.ts'

/** Row conditions of some tables, all rows of the tables, and those that fulfil the conditions. */
export interface World {
  readonly rules: Rules
  /** The fact whose condition is one of each of its metrics, and not of the dataset. */
  readonly onMetrics: TableName | null
  readonly all: Tables
  readonly visible: Tables
}

const DAYS = [
  ...['2023-06-10', '2024-04-10', '2024-05-01', '2024-05-02', '2024-05-20', '2024-05-31'],
  ...['2024-06-01', '2024-06-02', '2024-06-15', '2024-06-30', null],
]
const SHOP_IDS = ['a', 'b', 'c', 'd']
const PEOPLE = ['anna', 'otto', 'stanislaw', 'sue', 'max', null]
const SMALL = ['0', '1', '2', '3', '4', '5', '6', '8', '-3', null]

/** Cells of ordinary rows, by table and column. */
const ORDINARY: Readonly<Record<TableName, Readonly<Record<string, readonly Cell[]>>>> = {
  zones: {
    ...{ zone: ['n', 's', 'w'], country: ['BE', 'BE', 'FR', 'NL'] },
    ...{ keeper: PEOPLE, rank: ['1', '2', '3', '9'] },
  },
  customers: {
    ...{ code: ['anna', 'otto', 'stanislaw', 'sue'], grade: ['gold', 'gold', 'tin', null] },
    ...{ born: ['1980-02-29', '2001-01-01'], score: SMALL },
  },
  prices: {
    ...{ id: ['0'], product: ['x', 'x', 'y', null] },
    since: ['2024-01-01', '2024-05-01', '2024-05-15', '2024-06-01', '2024-06-10'],
    until: [null, null, null, '2024-06-12'],
    ...{ level: ['low', 'low', 'high', null], cost: SMALL },
  },
  shops: {
    ...{ id: SHOP_IDS, city: ['Ghent', 'Ghent', 'Bruges', 'Lille', null] },
    ...{ zone: ['n', 's', 'w', null], size: SMALL, opened: ['2020-01-01', '2021-06-01'] },
  },
  visits: {
    ...{ day: DAYS, area: ['EU', 'US', 'eu', null], shop: [...SHOP_IDS, null] },
    ...{ visitor: PEOPLE, views: [...SMALL, '12'] },
  },
  sales: {
    ...{
      id: ['1', '2', '3', '4', '5'],
      day: DAYS,
      paid: DAYS,
      region: ['EU', 'EU', 'US', 'eu', null],
    },
    ...{ customer: PEOPLE, shop: [...SHOP_IDS, 'z', null], product: ['x', 'y', 'z', null] },
    ...{ amount: ['10', '20', '7', '-4', '0', '30', null], price: ['1.10', '2.25', '0.00', null] },
    ...{ weight: ['0.5', '1.25', '-2', null], note: ['a-1', '12', 'ss', null] },
  },
}

/** Cells that expressions fail on, that times and texts end with, or that are like those of others. */
const EXTREME: Readonly<Record<ColumnType, readonly Cell[]>> = {
  BIGINT: [
    ...['123456789012', '9223372036854775807', '-9223372036854775808', '4611686018427387904'],
    ...['0', '-1', '3037000500', null],
  ],
  DECIMAL: [
    ...['999999999999999999999999999999999999.99', '-999999999999999999999999999999999999.99'],
    ...['0.01', null],
  ],
  DOUBLE: ['1e308', '-1e308', '5e-324', '1e18', null],
  DATE: ['0001-01-01', '9999-12-31', '1900-02-28', '2099-01-01', '2024-06-16', null],
  VARCHAR: [
    ...['stanislaw', 'szymon', '99999999999999999999', '2024-13-45', 'a', 'x', 'EU', 'Ghent'],
    ...['q\'u"o,te', 'é😀ſ', '%_\\', 'long '.repeat(600), null],
  ],
}

/** A row, and what replaces some of its cells when it is hidden. */
interface Draft {
  readonly row: Row
  readonly extremes: Readonly<Record<string, Cell | undefined>>
}

/** Which extreme cells are drawn: `NEAR` leaves out the ends of time, up to which tables of plans count their partitions. */
export type Reach = 'NEAR' | 'FAR'

function drawDraft(table: TableName, reach: Reach): fc.Arbitrary<Draft> {
  const columns = listColumns(table)
  const cells = columns.map(([name]) => [name, fc.constantFrom(...ORDINARY[table][name]!)] as const)
  const extremes = columns.map(
    ([name, type]) =>
      [
        name,
        fc.constantFrom(...EXTREME[type].filter((cell) => reach === 'FAR' || !isEndOfTime(cell))),
      ] as const,
  )
  return fc.record({
    row: fc.record(Object.fromEntries(cells), { noNullPrototype: true }),
    extremes: fc.record(Object.fromEntries(extremes), { requiredKeys: [], noNullPrototype: true }),
  })
}

function isEndOfTime(cell: Cell): boolean {
  return cell === '0001-01-01' || cell === '9999-12-31'
}

const MOST_ROWS: Readonly<Record<TableName, number>> = {
  zones: 5,
  customers: 6,
  prices: 8,
  shops: 7,
  visits: 10,
  sales: 20,
}

function drawDrafts(reach: Reach): fc.Arbitrary<Readonly<Record<TableName, readonly Draft[]>>> {
  const rows = mapTables((table) =>
    fc.array(drawDraft(table, reach), { minLength: 1, maxLength: MOST_ROWS[table], size: 'max' }),
  )
  return fc.record(rows, { noNullPrototype: true })
}

const rules = fc
  .tuple(...TABLE_NAMES.map((table) => fc.option(drawRule(table), { nil: null, freq: 2 })))
  .map((drawn): Rules => {
    const pairs = TABLE_NAMES.map((table, index) => [table, drawn[index]] as const)
    return Object.fromEntries(pairs.filter(([, rule]) => rule !== null))
  })
  .filter((drawn) => Object.keys(drawn).length > 0)

/** Draws a world. Hidden rows have extreme cells, visible rows seldom. Keys of visible rows are seldom there twice. */
export function drawWorld(reach: Reach): fc.Arbitrary<World> {
  return fc
    .record({
      rules,
      onMetrics: fc.constantFrom<TableName | null>('sales', 'visits', null, null),
      spoilsRules: fc.boolean(),
      drafts: drawDrafts(reach),
      hasExtremes: fc.integer({ min: 0, max: 9 }).map((lot) => lot === 0),
      hasSecondKeys: fc.integer({ min: 0, max: 9 }).map((lot) => lot === 0),
    })
    .map(({ drafts, hasExtremes, hasSecondKeys, spoilsRules, ...world }): World => {
      const ordinary = mapTables((table) =>
        drafts[table].map(({ row }, at) => (table === 'prices' ? { ...row, id: `${at}` } : row)),
      )
      const { visible } = splitRows(ordinary, world.rules, true)
      const spoiled = mapTables((table) => {
        const read = spoilsRules ? [] : (world.rules[table]?.columns ?? [])
        const fixed = [...read, ...(table === 'prices' ? ['id'] : [])]
        return ordinary[table].map((row, at) => {
          if (visible[table].includes(row) && !hasExtremes) return row
          const cells = Object.entries(drafts[table][at]!.extremes).flatMap(([name, cell]) =>
            cell === undefined || fixed.includes(name) ? [] : [[name, cell] as const],
          )
          return { ...row, ...Object.fromEntries(cells) }
        })
      })
      // Of two errors an engine finds either first.
      return { ...world, ...splitRows(spoiled, world.rules, hasSecondKeys && !hasExtremes) }
    })
}

/** Each table from its name. */
export function mapTables<T>(map: (table: TableName) => T): Readonly<Record<TableName, T>> {
  const pairs = TABLE_NAMES.map((table) => [table, map(table)])
  return Object.fromEntries(pairs) as Record<TableName, T>
}
