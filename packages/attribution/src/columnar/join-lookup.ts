import { type TypedExpr, toText, type Value } from '@tributary/expression'
import { type ColumnTable, escape as onRow } from 'arquero'
import { fanOut } from '../errors.ts'
import type { Lookup } from '../source.ts'
import type { Row, RowReader } from './row-reader.ts'

/**
 * Extends every row of `left` by the columns of the row of `right` with the same key, or by NULLs. A NULL
 * in a key matches nothing. Throws {@link AttributionError} when a key stands twice in `right`.
 */
export function joinLookup(
  left: ColumnTable,
  right: ColumnTable,
  context: { readonly lookup: Lookup; readonly reader: RowReader },
): ColumnTable {
  const { lookup, reader } = context
  const key = (side: 'left' | 'right') =>
    onRow((row: Row) => keyText(reader, lookup, { side, row }))
  const keyed = right.derive({ key: key('right') })
  assertUnique(keyed, lookup)
  const added = right.columnNames((name) => name !== 'row')
  return left
    .derive({ key: key('left') })
    .lookup(keyed, ['key', 'key'], added)
    .select(...left.columnNames(), ...added)
}

function assertUnique(keyed: ColumnTable, lookup: Lookup): void {
  const seen = new Set<string>()
  for (const key of keyed.array('key') as Iterable<string | null>) {
    if (key === null) continue
    if (seen.has(key)) throw fanOut(lookup.table.join('.'), key)
    seen.add(key)
  }
}

function keyText(
  reader: RowReader,
  lookup: Lookup,
  at: { readonly side: 'left' | 'right'; readonly row: Row },
): string | null {
  const parts = lookup.on.map((pair) =>
    partText(pair[at.side], reader.value(pair[at.side], at.row)),
  )
  return parts.includes(null) ? null : JSON.stringify(parts)
}

/** A DATE equals the TIMESTAMP of its midnight. */
function partText(expr: TypedExpr, value: Value): string | null {
  if (expr.type !== 'DATE' || value === null) return toText(value, expr.type)
  return toText(BigInt(value as number) * 86_400_000_000n, 'TIMESTAMP')
}
