import type { Lookup, RowSet, TableUse } from './source.ts'

/** Every use of a table by a row set: the base, its lookups, and what the conditions on visible rows look up. */
export function listTableUses({ base, lookups }: RowSet): readonly TableUse[] {
  return [base, ...lookups].flatMap((use) => [use, ...listLookupsIn([use])])
}

/** The lookups of a row set: its own, and those of the conditions on visible rows. */
export function listLookups({ base, lookups }: RowSet): readonly Lookup[] {
  return [
    ...listLookupsIn([base]),
    ...lookups.flatMap((lookup) => [lookup, ...listLookupsIn([lookup])]),
  ]
}

function listLookupsIn(uses: readonly TableUse[]): readonly Lookup[] {
  const lookups = uses.flatMap(({ visible }) => visible?.lookups ?? [])
  return lookups.flatMap((lookup) => [lookup, ...listLookupsIn([lookup])])
}

/** A row set with other names for its tables. */
export function renameTables(
  { base, lookups }: RowSet,
  nameOf: (table: readonly string[]) => readonly string[],
): RowSet {
  const renamed = <Use extends TableUse>(use: Use): Use => {
    const { table, visible } = use
    return {
      ...use,
      table: nameOf(table),
      ...(visible && { visible: { ...visible, lookups: visible.lookups.map(renamed) } }),
    }
  }
  return { base: renamed(base), lookups: lookups.map(renamed) }
}
