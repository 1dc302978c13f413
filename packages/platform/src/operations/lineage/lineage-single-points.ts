import type { RequestOf, SinglePointsData } from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import type { VertexRef } from '@tributary/lineage'
import { singlePointsInSlices } from '@tributary/lineage/internal'
import { askLineage, countHidden } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { parseVertexRef } from './vertex-ref.ts'

/** Every upstream asset whose removal alone breaks the asset. */
export async function lineageSinglePoints(
  session: Session,
  vertex: RequestOf<'lineageSinglePoints'>,
  { signal }: CallOptions = {},
): Promise<SinglePointsData> {
  const ref = parseVertexRef(vertex)
  return askLineage(session.visibleLineage, (lineage) => findSinglePoints(lineage, ref), signal)
}

function* findSinglePoints(lineage: CallerLineage, ref: VertexRef): SlicedWork<SinglePointsData> {
  const vertexList = yield* singlePointsInSlices(lineage, ref)
  return { vertexList, hidden: yield* countHidden(lineage, [ref], vertexList) }
}
