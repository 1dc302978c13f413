import type { Resolution, Scope, TypedReference, ValueType } from '@tributary/expression'
import type { ColumnTable } from 'arquero'
import { columnType } from './column-type.ts'

/** The alias of the one table of a table question. */
export const TABLE = 'table'

/** The names that an expression over a table may use: its columns, as `[column]`. */
export function tableScope(table: ColumnTable): Scope {
  const found = new Map<string, TypedReference>()
  return referenceScope(table.columnNames(), (name) => {
    const known = found.get(name)
    if (known !== undefined) return known
    const reference = { ...toReference(name, columnType(table, name)), table: TABLE }
    found.set(name, reference)
    return reference
  })
}

/** The names that a formula may use: its leaves, as `[leaf]`. */
export function leafScope(types: ReadonlyMap<string, ValueType>): Scope {
  return referenceScope([...types.keys()], (name) => toReference(name, types.get(name)!))
}

function referenceScope(
  names: readonly string[],
  referenceTo: (name: string) => TypedReference,
): Scope {
  return {
    names: () => names,
    resolve: (name): Resolution => {
      if (name.kind === 'column') {
        const message = `There is one table here: write [${name.column}]`
        return { problem: { kind: 'misplaced', message } }
      }
      if (!names.includes(name.name)) return { problem: { kind: 'unknown' } }
      return { found: referenceTo(name.name) }
    },
  }
}

function toReference(name: string, type: ValueType): TypedReference {
  return { kind: 'reference', type, table: null, name }
}
