import type { Chance } from '../chance.ts'
import {
  type Column,
  type ColumnType,
  drawColumn,
  drawTable,
  drawTimeColumn,
  REGIONS,
  type Table,
} from './rows.ts'

/** Makes a name that no other text has by chance. */
export type MakeName = (base: string) => string

/** A dataset with its rows: facts, or a table that is looked up. */
export interface Dataset {
  readonly name: string
  /** Its columns by what they are for. */
  readonly columns: Readonly<Record<string, Column>>
  readonly table: Table
  /** Keys of its definition beside name, source and columns. */
  readonly definition: Readonly<Record<string, unknown>>
}

/** What has the row condition: facts by their column or by a relation, or a table that they look up. */
export type LimitedBy = 'column' | 'relation' | 'places' | 'prices'

/** The tables of a workspace. */
export interface Tables {
  readonly facts: readonly Dataset[]
  /** Looked up by a key, with a zone that limits rows. */
  readonly places: Dataset
  /** Looked up by a key as of a time, with a level that limits rows. */
  readonly prices: Dataset
  /** By what the facts look up `places` and `prices`: the names of the relations of each fact. */
  readonly relations: readonly { readonly place: string; readonly price: string }[]
}

const PLACES = ['Ghent', 'Bruges', 'Zoë', "O'Hare", '北京'] as const
const ITEMS = ['x', 'y', 'z'] as const
/** A day before all others. */
const EARLIEST = '1000-01-01'

/** Draws one or two tables of facts, and two that they look up. */
export function drawTables(chance: Chance, name: MakeName, limitedBy: LimitedBy): Tables {
  const timeType = chance.pick(['DATE', 'TIMESTAMP'] as const)
  const places = drawPlaces(chance, name, limitedBy)
  const prices = drawPrices(chance, name, timeType)
  const relations = Array.from({ length: chance.integer(1, 2) }, () => ({
    place: name('of_place'),
    price: name('of_price'),
  }))
  const facts: Dataset[] = []
  for (const relation of relations) {
    facts.push(drawFact(chance, name, { timeType, places, prices, relation, earlier: facts[0] }))
  }
  return { facts, places, prices, relations }
}

interface FactSurroundings {
  readonly timeType: 'DATE' | 'TIMESTAMP'
  readonly places: Dataset
  readonly prices: Dataset
  readonly relation: { readonly place: string; readonly price: string }
  /** Facts that these may follow, as purchases follow visits. */
  readonly earlier: Dataset | undefined
}

function drawFact(
  chance: Chance,
  name: MakeName,
  { timeType, places, prices, relation, earlier }: FactSurroundings,
): Dataset {
  const column = (base: string, type: ColumnType) => drawColumn(chance, name(base), type)
  const columns: Record<string, Column> = {
    day: drawTimeColumn(chance, name('day'), timeType),
    region: { ...column('region', 'VARCHAR'), draw: (row) => row.pick(REGIONS) },
    place: { ...column('place', 'VARCHAR'), draw: (row) => row.pick(PLACES) },
    item: { ...column('item', 'VARCHAR'), draw: (row) => row.pick(ITEMS) },
    kind: column('kind', 'VARCHAR'),
    note: column('note', 'VARCHAR'),
    count: column('count', 'BIGINT'),
    big: column('big', 'BIGINT'),
    weight: column('weight', 'DOUBLE'),
    price: column('price', 'DECIMAL'),
    flag: column('flag', 'BOOLEAN'),
    moment: column('moment', 'TIMESTAMP'),
  }
  const follows = earlier !== undefined && chance.happens(0.4)
  const followed = name('follows')
  const on = (of: string, key: string, other: Dataset, to: string) => ({
    name: of,
    to: other.name,
    on: { [columns[key]!.name]: other.columns[to]!.name },
  })
  const grain = chance.pick(['DAY', 'DAY', 'DAY', 'WEEK', 'MONTH'])
  return {
    name: name('facts'),
    columns,
    table: withVisibleRow(columns, drawTable(chance, Object.values(columns), drawCount(chance))),
    definition: {
      time: follows
        ? { via: followed, column: earlier.columns.day!.name, grain }
        : { column: columns.day!.name, grain },
      relations: [
        on(relation.place, 'place', places, 'key'),
        {
          ...on(relation.price, 'item', prices, 'key'),
          asOf: { column: columns.day!.name, toColumn: prices.columns.since!.name },
        },
        ...(follows
          ? [
              {
                ...on(followed, 'place', earlier, 'place'),
                asOf: {
                  column: columns.day!.name,
                  toColumn: earlier.columns.day!.name,
                  within: '7 DAY',
                },
              },
            ]
          : []),
      ],
    },
  }
}

/** The first row is one that everybody sees: a CSV without rows has no types. */
function withVisibleRow(columns: Readonly<Record<string, Column>>, table: Table): Table {
  const fixed = new Map([
    [columns.region, REGIONS[0]],
    [columns.place, PLACES[0]],
  ])
  const [first, ...others] = table.rows
  const visible = first!.map((cell, index) => fixed.get(table.columns[index]) ?? cell)
  return { ...table, rows: [visible, ...others] }
}

/** From a row to tens of thousands, small tables mostly. */
function drawCount(chance: Chance): number {
  return Math.round(Math.exp(chance.next() * chance.pick([4, 7, 10.8])))
}

/** Places of which some are in another zone where the relation limits the facts. */
export const FOREIGN: ReadonlySet<string> = new Set(PLACES.slice(2))

/**
 * A row of each place. Where the places are limited, everybody sees one of each, and sometimes there are others with its
 * key that are hidden.
 */
function drawPlaces(chance: Chance, name: MakeName, limitedBy: LimitedBy): Dataset {
  const columns = {
    key: { ...drawColumn(chance, name('key'), 'VARCHAR'), draw: () => '' },
    zone: { ...drawColumn(chance, name('zone'), 'VARCHAR'), draw: () => '' },
    tax: drawColumn(chance, name('tax'), 'DOUBLE'),
    size: drawColumn(chance, name('size'), 'BIGINT'),
  }
  const isRepeated = limitedBy === 'places' && chance.happens(0.3)
  const rows = PLACES.flatMap((place) => {
    const isForeign = limitedBy === 'relation' && FOREIGN.has(place)
    const zones = isRepeated && chance.happens(0.5) ? ['EU', 'SECRET'] : [isForeign ? 'US' : 'EU']
    return zones.map((zone) => [place, zone, columns.tax.draw(chance), columns.size.draw(chance)])
  })
  for (let hidden = 0; hidden < 3; hidden++) {
    rows.push([`SECRET ${hidden}`, 'SECRET', columns.tax.draw(chance), '7'])
  }
  const table = { columns: Object.values(columns), rows }
  return { name: name('places'), columns, table, definition: {} }
}

/** A price of each item before all times that everybody sees, and later ones that some see. */
function drawPrices(chance: Chance, name: MakeName, timeType: 'DATE' | 'TIMESTAMP'): Dataset {
  const time = drawTimeColumn(chance, name('since'), timeType)
  const columns = {
    key: { ...drawColumn(chance, name('key'), 'VARCHAR'), draw: () => '' },
    since: time,
    level: { ...drawColumn(chance, name('level'), 'VARCHAR'), draw: () => '' },
    amount: drawColumn(chance, name('amount'), 'BIGINT'),
  }
  const earliest = timeType === 'DATE' ? EARLIEST : `${EARLIEST} 00:00:00`
  const rows = ITEMS.flatMap((item) => [
    [item, earliest, 'EU', '5'],
    ...Array.from({ length: chance.integer(0, 6) }, (_, index) => [
      item,
      time.draw(chance) || earliest,
      chance.pick(['EU', 'SECRET', '']),
      String(index),
    ]),
  ])
  const seen = new Set<string>()
  const distinct = rows.filter(([item, since]) => {
    const key = `${item} ${since}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  const table = { columns: Object.values(columns), rows: distinct }
  return { name: name('prices'), columns, table, definition: {} }
}
