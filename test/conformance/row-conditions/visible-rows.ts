import type { Look, Rule } from './rules.ts'
import {
  RELATIONS,
  type Relation,
  type Row,
  TABLE_NAMES,
  type TableName,
  type Tables,
} from './tables.ts'

/** Row conditions by table. */
export type Rules = Readonly<Partial<Record<TableName, Rule>>>

/** The columns with the keys of tables that unique relations lead to. */
const KEYS: Readonly<Partial<Record<TableName, string>>> = {
  zones: 'zone',
  customers: 'code',
  shops: 'id',
}

/**
 * The rows that fulfil the conditions, each looked up only in the rows that fulfil those of its table. Unless
 * `hasSecondKeys`, a visible row whose key an earlier visible row has is left out of `all` too; where a condition looks into
 * a table, always.
 */
export function splitRows(
  tables: Tables,
  rules: Rules,
  hasSecondKeys: boolean,
): { readonly all: Tables; readonly visible: Tables } {
  const all: Partial<Record<TableName, readonly Row[]>> = {}
  const visible: Partial<Record<TableName, readonly Row[]>> = {}
  for (const table of TABLE_NAMES) {
    const rule = rules[table]
    const look = createLook(table, visible)
    const shown = tables[table].filter((row) => rule?.keeps(row, look) ?? true)
    const isRead = Object.values(rules).some(({ through }) => through.includes(table))
    const key = hasSecondKeys && !isRead ? undefined : KEYS[table]
    const seconds = key === undefined ? new Set<Row>() : findSecondRows(shown, key)
    all[table] = tables[table].filter((row) => !seconds.has(row))
    visible[table] = shown.filter((row) => !seconds.has(row))
  }
  return { all: all as Tables, visible: visible as Tables }
}

function findSecondRows(rows: readonly Row[], key: string): ReadonlySet<Row> {
  const found = new Set<string>()
  return new Set(
    rows.filter((row) => {
      const value = row[key]
      if (value == null) return false
      const isSecond = found.has(value)
      found.add(value)
      return isSecond
    }),
  )
}

function createLook(table: TableName, visible: Partial<Tables>): Look {
  return (row, ...names) => {
    let at: { readonly table: TableName; readonly row: Row | null } = { table, row }
    for (const name of names) {
      const relation = RELATIONS[at.table].find((relation) => relation.name === name)!
      const found = at.row && followRelation(relation, at.row, visible[relation.to]!)
      at = { table: relation.to, row: found }
    }
    return at.row
  }
}

function followRelation({ on: [column, key], asOf }: Relation, row: Row, rows: readonly Row[]) {
  const value = row[column]
  if (value == null) return null
  const candidates = rows.filter((candidate) => candidate[key] === value)
  if (asOf === undefined) return candidates[0] ?? null
  const time = row[asOf.column]
  if (time == null) return null
  const earlier = candidates.filter(
    (candidate) => candidate[asOf.toColumn] != null && candidate[asOf.toColumn]! <= time,
  )
  const last = earlier.reduce<Row | null>(
    (found, candidate) =>
      found === null || isLater(candidate, found, asOf.toColumn) ? candidate : found,
    null,
  )
  const until = asOf.untilColumn === undefined ? null : (last?.[asOf.untilColumn] ?? null)
  return until !== null && until <= time ? null : last
}

/** Whether a row is after another one by its time, and at the same time by its number. */
function isLater(row: Row, before: Row, time: string): boolean {
  if (row[time] !== before[time]) return row[time]! > before[time]!
  return Number(row.id) > Number(before.id)
}
