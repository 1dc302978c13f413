import { assertNever } from '@tributary/core'
import { exactSum } from '../../numbers/exact-sum.ts'
import type { NestedAggregate, NumberColumn } from '../../request/source.ts'
import type { GroupTable } from './group-table.ts'
import { meanColumn } from './mean.ts'

/** A nested measure's inner groups, and which outer group each belongs to. */
export interface InnerGroups {
  readonly table: GroupTable
  readonly window: number
  /** An inner key divided by this is the outer key. */
  readonly inner: number
}

/** Computes the outer aggregate over the inner numbers of each outer group, for the groups of `keys`. */
export function foldNestedAggregate(
  { aggregate }: NestedAggregate,
  { table, window, inner }: InnerGroups,
  keys: Float64Array,
): NumberColumn {
  const outer = new Map<number, number>()
  for (let group = 0; group < keys.length; group++) outer.set(keys[group]!, group)
  const members = Array.from(keys, (): number[] => [])
  const present = table.present[window]!
  table.keys.forEach((key, place) => {
    const group = outer.get(Math.floor(key / inner))
    if (group !== undefined && present[place]! > 0) members[group]!.push(place)
  })
  return foldColumn(aggregate, table.numbers[window]!.get(0)!, members)
}

function foldColumn(
  aggregate: NestedAggregate['aggregate'],
  column: NumberColumn,
  members: readonly (readonly number[])[],
): NumberColumn {
  switch (aggregate) {
    case 'COUNT':
      return counts(members.map((places) => valuesAt(column, places).length))
    case 'COUNT_DISTINCT':
      return counts(members.map((places) => new Set(valuesAt(column, places)).size))
    case 'SUM':
      return joinExact(column, members, 'sum')
    case 'MIN':
      return joinExact(column, members, 'least')
    case 'MAX':
      return joinExact(column, members, 'greatest')
    case 'AVG':
      return meanColumn(
        joinExact(column, members, 'sum'),
        members.map((places) => valuesAt(column, places).length),
      )
    default:
      return assertNever(aggregate)
  }
}

function counts(values: readonly number[]): NumberColumn {
  return { kind: 'safe', scale: 0, units: Float64Array.from(values) }
}

/** The values at some places without NULLs. */
function valuesAt(column: NumberColumn, places: readonly number[]): readonly (number | bigint)[] {
  if (column.kind === 'exact') {
    return places.flatMap((place) => column.units[place] ?? [])
  }
  const values = column.kind === 'safe' ? column.units : column.values
  return places.map((place) => values[place]!).filter((value) => !Number.isNaN(value))
}

/**
 * The sum, minimum or maximum of some numbers of a column for each group; exact when the numbers
 * are. A group without numbers has no value.
 */
export function joinExact(
  column: NumberColumn,
  members: readonly (readonly number[])[],
  how: 'sum' | 'least' | 'greatest',
): NumberColumn {
  if (column.kind === 'double') {
    const values = members.map((places) => joinDoubles(column.values, places, how))
    return { kind: 'double', values: Float64Array.from(values) }
  }
  const unitsAt = (place: number): bigint | null => {
    if (column.kind === 'exact') return column.units[place] ?? null
    const units = column.units[place]!
    return Number.isNaN(units) ? null : BigInt(units)
  }
  const units = members.map((places) => {
    const presentUnits = places.map(unitsAt).filter((unit) => unit !== null)
    if (presentUnits.length === 0) return null
    if (how === 'sum') return presentUnits.reduce((sum, unit) => sum + unit)
    return presentUnits.reduce((best, unit) =>
      (how === 'least' ? unit < best : unit > best) ? unit : best,
    )
  })
  return { kind: 'exact', scale: column.scale, units }
}

function joinDoubles(
  values: Float64Array,
  places: readonly number[],
  how: 'sum' | 'least' | 'greatest',
): number {
  const presentValues = places
    .map((place) => values[place]!)
    .filter((value) => !Number.isNaN(value))
  if (presentValues.length === 0) return Number.NaN
  if (how === 'sum') return exactSum(presentValues)
  return presentValues.reduce((best, value) =>
    how === 'least' ? Math.min(best, value) : Math.max(best, value),
  )
}
