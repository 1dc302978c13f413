import type { AggregateRequest, Leaf } from '@tributary/attribution'
import { evaluate, type TypedExpr, toText, type Value } from '@tributary/expression'

/** A row of a table: values of the language by column. */
export type Row = Readonly<Record<string, Value>>

/** Groups of a grouping by the JSON text of their keys: rows present and leaf values of both windows. */
export type Groups = Record<string, { present: number[]; leaves: (number | null)[] }>

type Joined = Readonly<Record<string, Row | null>>

/** What a request means, said in plain loops over rows in memory. */
export function naiveGroups(
  request: AggregateRequest,
  tables: Readonly<Record<string, readonly Row[]>>,
): Groups[] {
  const value = (typed: TypedExpr, row: Joined): Value =>
    evaluate(typed, ({ table, name }) => row[table ?? '']?.[name] ?? null)
  const { base, lookups } = request.rows
  const joined = tables[base.table.join('.')]!.map((one): Joined => {
    let row: Joined = { [base.alias]: one }
    for (const { alias, table, on } of lookups) {
      const match = tables[table.join('.')]!.find((other) =>
        on.every(({ left, right }) => {
          const wanted = value(left, row)
          return wanted !== null && wanted === value(right, { [alias]: other })
        }),
      )
      row = { ...row, [alias]: match ?? null }
    }
    return row
  })
  const kept = joined.filter(
    (row) => request.filter === null || value(request.filter, row) === true,
  )
  const windows = [request.windows.current, request.windows.compare].map((condition) =>
    kept.filter((row) => value(condition, row) === true),
  )
  return request.groupings.map((keys) => {
    const keyOf = (row: Joined) =>
      JSON.stringify(keys.map((key) => toText(value(key.value, row), key.value.type)))
    const groups: Groups = {}
    for (const group of new Set([
      ...(keys.length === 0 ? ['[]'] : []),
      ...windows.flat().map(keyOf),
    ])) {
      const sides = windows.map((rows) => rows.filter((row) => keyOf(row) === group))
      groups[group] = {
        present: sides.map((rows) => rows.length),
        leaves: request.leaves.flatMap((leaf) =>
          sides.map((rows) => {
            const counted = rows.filter(
              (row) => leaf.filter === null || value(leaf.filter, row) === true,
            )
            return aggregate(
              leaf,
              counted.map((row) => (leaf.argument === null ? true : value(leaf.argument, row))),
            )
          }),
        ),
      }
    }
    return groups
  })
}

function aggregate(leaf: Leaf, all: readonly Value[]): number | null {
  const values = all.filter((value) => value !== null)
  if (leaf.aggregate === 'COUNT') return values.length
  if (leaf.aggregate === 'COUNT_DISTINCT') return new Set(values).size
  if (values.length === 0) return null
  const numbers = values.map(Number)
  if (leaf.aggregate === 'SUM') return numbers.reduce((sum, one) => sum + one)
  return leaf.aggregate === 'MIN' ? Math.min(...numbers) : Math.max(...numbers)
}
