import type { AnswerOf, EdgeData } from '@tributary/contract'
import { LongList, runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { Lineage } from '@tributary/lineage'
import { pairs } from '@tributary/lineage/internal'
import type { Session } from '../../tenant/session.ts'

/**
 * Every edge of the tenant, each pair of vertices once, made one by one: a list of millions would fill the memory. Edges
 * of one vertex are consecutive and share its object. The lineage may change during the iteration.
 */
export async function iterateEdges({
  visibleLineage,
}: Pick<Session, 'visibleLineage'>): Promise<Iterable<EdgeData>> {
  return iterateEdgeData(await visibleLineage)
}

function* iterateEdgeData(lineage: Lineage): Generator<EdgeData, void, undefined> {
  for (const { src, dst } of pairs(lineage)) yield { srcVertex: src, dstVertex: dst }
}

/** The edges as one list. */
export function collectEdges(
  edges: Iterable<EdgeData>,
  signal: AbortSignal | undefined,
): Promise<AnswerOf<'allLineage'>> {
  return runInSlices(collect(edges), signal)
}

/** Edges between two yields: less than a millisecond of work. */
const AT_ONCE = 2_048

function* collect(edges: Iterable<EdgeData>): SlicedWork<AnswerOf<'allLineage'>> {
  const list = new LongList<EdgeData>()
  for (const edge of edges) {
    list.push(edge)
    if (list.length % AT_ONCE === 0) yield
  }
  return { edgeList: yield* list.take() }
}
