import type { SlicedWork } from '@tributary/core/internal'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { affectedBy, type DefinitionRef } from './affected-by.ts'
import { lineageOfSome } from './collect-lineage.ts'
import type { CatalogLineage } from './lineage-set.ts'

/** The lineage of some definitions before and after a change. */
export interface CatalogLineageChange {
  readonly before: CatalogLineage
  readonly after: CatalogLineage
}

/**
 * Where the lineage of `after` may differ from that of `before`, worked out from the `changed` definitions and those
 * that depend on them alone: outside of it both are the same. Null when definitions have changed their order,
 * since of two that claim one vertex the first counts: then all must be compared. Work in slices.
 */
export function* lineageChange(
  before: Catalog,
  after: Catalog,
  changed: readonly DefinitionRef[],
): SlicedWork<CatalogLineageChange | null> {
  const { datasets, dimensions, metrics } = after
  if (!(yield* isInOrder(before.datasets, datasets))) return null
  if (!(yield* isInOrder(before.dimensions, dimensions))) return null
  if (!(yield* isInOrder(before.metrics, metrics))) return null
  if (changed.length === 0) return { before: NOTHING, after: NOTHING }
  const some = yield* affectedBy(before, after, changed)
  return {
    before: yield* lineageOfSome(before, some),
    after: yield* lineageOfSome(after, some),
  }
}

const NOTHING: CatalogLineage = { vertices: [], edges: [] }

interface Names {
  readonly all: readonly { readonly name: string }[]
  byName(name: string): unknown
}

/** Definitions between two yields: less than a millisecond of work. */
const AT_ONCE = 2_048

/** Whether the definitions that are in both have the same order. */
function* isInOrder(before: Names, after: Names): SlicedWork<boolean> {
  let next = 0
  let read = 0
  for (const { name } of before.all) {
    if (++read % AT_ONCE === 0) yield
    if (after.byName(name) === undefined) continue
    // New definitions stand between those that are in both.
    for (; after.all[next]?.name !== name; next++) {
      if (next >= after.all.length) return false
      if (++read % AT_ONCE === 0) yield
    }
    next += 1
  }
  return true
}
