import type { CyclesData } from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import type { VertexRef } from '@tributary/lineage'
import { cyclesInSlices } from '@tributary/lineage/internal'
import { askLineage, countHidden, mapLazily } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'

/** The cycles in the lineage. */
export async function lineageCycles(
  session: Session,
  _request: null,
  { signal }: CallOptions = {},
): Promise<CyclesData> {
  return askLineage(session.visibleLineage, findCycles, signal)
}

function* findCycles(lineage: CallerLineage): SlicedWork<CyclesData> {
  const cycleList: CyclesData['cycleList'][number][] = []
  for (const { vertices, closedBy } of yield* cyclesInSlices(lineage)) {
    const edges = mapLazily(closedBy, ({ src, dst, edgeType }) => {
      return { srcVertex: src, dstVertex: dst, edgeType }
    })
    cycleList.push({ vertexList: vertices, closedBy: edges })
  }
  const lists = cycleList.map(({ vertexList }) => vertexList as readonly VertexRef[])
  return { cycleList, hidden: yield* countHidden(lineage, ...lists) }
}
