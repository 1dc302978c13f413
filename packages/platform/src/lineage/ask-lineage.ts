import { lazyList, runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { VertexRef } from '@tributary/lineage'
import type { CallerLineage } from './visible-lineage.ts'

/**
 * Asks a question of a lineage as it is when the question begins: changes meanwhile do not show in the answer. The event
 * loop runs between the slices of the question. Rejects with the reason of the signal when it is aborted.
 */
export async function askLineage<T>(
  visibleLineage: CallerLineage | Promise<CallerLineage>,
  question: (lineage: CallerLineage) => SlicedWork<T>,
  signal?: AbortSignal,
): Promise<T> {
  const lineage = visibleLineage instanceof Promise ? await visibleLineage : visibleLineage
  return runInSlices(askPinnedView(lineage, question), signal)
}

/** Pins at the first slice, so that a question that is answered at once uses the memory of the one before. */
function* askPinnedView<T>(
  lineage: CallerLineage,
  question: (lineage: CallerLineage) => SlicedWork<T>,
): SlicedWork<T> {
  const view = lineage.view.pin()
  try {
    return yield* question({ ...lineage, view })
  } finally {
    view.release()
  }
}

/** The items as they are sent; of a long list they are made when they are read. */
export function mapLazily<From, To>(items: readonly From[], to: (item: From) => To): readonly To[] {
  return lazyList(items.length, (place) => to(items[place]!))
}

/**
 * How many assets beside those of an answer the caller may not see. Each is counted once. 0 for a caller who may see
 * everything.
 */
export function* countHidden(
  { countHiddenNeighbours }: CallerLineage,
  ...lists: readonly Iterable<VertexRef>[]
): SlicedWork<number> {
  return countHiddenNeighbours === undefined ? 0 : yield* countHiddenNeighbours(iterateLists(lists))
}

function* iterateLists<T>(lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list
}
