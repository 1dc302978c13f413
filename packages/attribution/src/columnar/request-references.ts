import { type TypedExpr, type TypedReference, typedReferences } from '@tributary/expression'
import type { AggregateRequest } from '../source.ts'

/** Every column reference of a request, alias → column → reference. */
export type ReferencesByAlias = ReadonlyMap<string, ReadonlyMap<string, TypedReference>>

/** Collects what a request reads, so that only that is loaded. */
export function requestReferences(request: AggregateRequest): ReferencesByAlias {
  const found = new Map<string, Map<string, TypedReference>>()
  for (const expr of expressionsOf(request)) {
    for (const reference of typedReferences(expr)) {
      const alias = reference.table ?? ''
      const columns = found.get(alias) ?? new Map<string, TypedReference>()
      found.set(alias, columns.set(reference.name, reference))
    }
  }
  return found
}

function expressionsOf(request: AggregateRequest): readonly TypedExpr[] {
  const { rows, filter, windows, leaves, groupings, time } = request
  const all = [
    ...rows.lookups.flatMap((lookup) => lookup.on.flatMap(({ left, right }) => [left, right])),
    filter,
    windows.current,
    windows.compare,
    ...leaves.flatMap((leaf) => [leaf.argument, leaf.filter]),
    ...groupings.flatMap((keys) => keys.map((key) => key.value)),
    time,
  ]
  return all.filter((expr) => expr !== null)
}
