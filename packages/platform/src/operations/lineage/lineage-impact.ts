import type { ImpactData, RequestOf } from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import { type ImpactQuery, impactInSlices } from '@tributary/lineage/internal'
import { askLineage, countHidden } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { parseEdgeTypes, parseVertexRef } from './vertex-ref.ts'

/** The assets that break and those that degrade without an asset. */
export async function lineageImpact(
  session: Session,
  { edge_types, ...vertex }: RequestOf<'lineageImpact'>,
  { signal }: CallOptions = {},
): Promise<ImpactData> {
  const removed = [parseVertexRef(vertex)]
  const query = { removed, ...(edge_types && { edgeTypes: parseEdgeTypes(edge_types) }) }
  return askLineage(session.visibleLineage, (lineage) => findImpact(lineage, query), signal)
}

function* findImpact(lineage: CallerLineage, query: ImpactQuery): SlicedWork<ImpactData> {
  const { breaks, degrades } = yield* impactInSlices(lineage, query)
  const hidden = yield* countHidden(lineage, query.removed, breaks, degrades)
  return { breaks, degrades, hidden }
}
