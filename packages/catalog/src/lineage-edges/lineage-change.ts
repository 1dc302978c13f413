import type { SlicedWork } from '@tributary/core/internal'
import type { Catalog } from '../resolve/catalog.ts'
import { affectedBy, type DefinitionRef } from './affected-by.ts'
import { lineageOfSome } from './lineage-of.ts'
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
  if (!isInOrder(before.datasets, datasets)) return null
  if (!isInOrder(before.dimensions, dimensions) || !isInOrder(before.metrics, metrics)) return null
  if (changed.length === 0) return { before: NOTHING, after: NOTHING }
  yield
  const some = affectedBy(before, after, changed)
  yield
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

/** Whether the definitions that are in both have the same order. */
function isInOrder(before: Names, after: Names): boolean {
  const common = after.all.filter(({ name }) => before.byName(name) !== undefined)
  let next = 0
  for (const { name } of before.all) {
    if (after.byName(name) === undefined) continue
    if (common[next++]?.name !== name) return false
  }
  return true
}
