import type { Materialisation } from '@tributary/attribution/internal'
import type { Grain, TypedExpr, TypedReference } from '@tributary/expression'
import { compareGrains } from '@tributary/expression/internal'
import type { Canonical } from './canonical-form.ts'
import { toFormKey } from './form-key.ts'
import { toPeriodTruncation } from './periods.ts'

/** The alias of a materialised table in a rewritten request. */
export const TABLE_ALIAS = 'materialised'

/** The columns of a materialised table by their contents. */
export interface TableColumns {
  /** By the identity of the canonical form of what they hold. */
  readonly values: ReadonlyMap<string, TypedReference>
  /** Columns that hold the period of a time, the finest first. */
  readonly periods: readonly PeriodColumn[]
  /** Together they identify a row of an aggregated table. */
  readonly keyColumns: readonly KeyColumn[]
}

/** A column with the beginning of the period that a time is in. */
export interface PeriodColumn {
  /** The time, in canonical form. */
  readonly time: TypedExpr
  readonly grain: Grain
  readonly column: TypedReference
}

/** A column of the key of a table. */
export interface KeyColumn {
  readonly name: string
  /** The identity of what it holds. */
  readonly identity: string
  readonly period: Omit<PeriodColumn, 'column'> | null
}

/** The columns of a materialised table by what they hold. */
export function tableColumns(table: Materialisation, canonical: Canonical): TableColumns {
  const values = new Map<string, TypedReference>()
  const periods: PeriodColumn[] = []
  const keyColumns = new Map<string, KeyColumn>()
  const add = (name: string, value: TypedExpr): TypedReference => {
    const column = toTableColumn(name, value.type)
    values.set(toFormKey(value), column)
    return column
  }
  // The partition is part of the key even where it is no dimension of the plan.
  const partitions = table.partition === null ? [] : [table.partition]
  for (const dimension of [...table.dimensions, ...partitions]) {
    if (keyColumns.has(dimension.column)) continue
    const value = canonical(dimension.value)
    const column = add(dimension.column, value)
    const period = toPeriodTruncation(value)
    if (period !== null) periods.push({ ...period, column })
    keyColumns.set(dimension.column, { name: dimension.column, identity: toFormKey(value), period })
  }
  for (const { measure, argument, filter } of table.form === 'DETAIL' ? table.measures : []) {
    if (argument !== null && measure.argument !== null) add(argument, canonical(measure.argument))
    if (filter !== null && measure.filter !== null) add(filter, canonical(measure.filter))
  }
  return { values, periods: periods.sort(byFineness), keyColumns: [...keyColumns.values()] }
}

/** A column of a materialised table. */
export function toTableColumn(name: string, type: TypedExpr['type']): TypedReference {
  return { kind: 'reference', type, table: TABLE_ALIAS, name }
}

function byFineness(a: PeriodColumn, b: PeriodColumn): number {
  return compareGrains(a.grain, b.grain)
}
