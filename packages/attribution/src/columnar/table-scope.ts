import type { Resolution, Scope, TypedReference, ValueType } from '@tributary/expression'

/** The columns of a table that questions are asked about. */
export interface TableColumns {
  /** The table's name, which is its alias too. */
  readonly table: string
  readonly names: readonly string[]
  typeOf(column: string): ValueType
}

/** The names that an expression over a table may use: its columns, as `[column]`. */
export function tableScope({ table, names, typeOf }: TableColumns): Scope {
  return referenceScope(names, (name) => ({ ...toReference(name, typeOf(name)), table }))
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
