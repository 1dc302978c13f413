import { LongList, runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { VertexRef } from '@tributary/lineage'
import type { SeenLineage } from './shown-lineage.ts'

/**
 * Asks a question of a lineage as it is when the question begins: changes meanwhile do not show in the answer. The event
 * loop runs between the slices of the question. Rejects with the reason of the signal when it is aborted.
 */
export async function askLineage<T>(
  seen: SeenLineage | Promise<SeenLineage>,
  question: (lineage: SeenLineage) => SlicedWork<T>,
  signal?: AbortSignal,
): Promise<T> {
  const lineage = seen instanceof Promise ? await seen : seen
  signal?.throwIfAborted()
  const view = lineage.view.pin()
  const { hiddenBeside } = lineage
  try {
    const asked: SeenLineage = hiddenBeside === undefined ? { view } : { view, hiddenBeside }
    return await runInSlices(question(asked), signal)
  } finally {
    view.release()
  }
}

/** Items between two yields: less than a millisecond of work. */
const AT_ONCE = 2048

/** The items as they are sent. */
export function* mapInSlices<From, To>(
  items: Iterable<From>,
  to: (item: From) => To,
): SlicedWork<To[]> {
  const mapped = new LongList<To>()
  for (const item of items) {
    mapped.push(to(item))
    if (mapped.length % AT_ONCE === 0) yield
  }
  return yield* mapped.take()
}

/**
 * How many assets beside those of an answer the caller may not see. Each is counted once. 0 for a caller who may see
 * everything.
 */
export function* countHidden(
  { hiddenBeside }: SeenLineage,
  ...lists: readonly Iterable<VertexRef>[]
): SlicedWork<number> {
  return hiddenBeside === undefined ? 0 : yield* hiddenBeside(allOf(lists))
}

function* allOf<T>(lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list
}
