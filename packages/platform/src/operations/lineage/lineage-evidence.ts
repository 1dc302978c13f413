import type { EvidenceData, RequestOf } from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import type { VertexRef } from '@tributary/lineage'
import { evidenceInSlices } from '@tributary/lineage/internal'
import { askLineage, countHidden } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { parseVertexRef } from './vertex-ref.ts'

/** A shortest path by which data flows from one asset to another, and the number of paths. */
export async function lineageEvidence(
  session: Session,
  { from_id, from_type, to_id, to_type }: RequestOf<'lineageEvidence'>,
  { signal }: CallOptions = {},
): Promise<EvidenceData> {
  const ends = {
    from: parseVertexRef({ vertex_id: from_id, vertex_type: from_type }, 'from_type'),
    to: parseVertexRef({ vertex_id: to_id, vertex_type: to_type }, 'to_type'),
  }
  return askLineage(session.visibleLineage, (lineage) => findEvidence(lineage, ends), signal)
}

function* findEvidence(
  lineage: CallerLineage,
  ends: { readonly from: VertexRef; readonly to: VertexRef },
): SlicedWork<EvidenceData> {
  const evidence = yield* evidenceInSlices(lineage, ends)
  const hidden = yield* countHidden(lineage, [ends.from, ends.to], evidence?.path ?? [])
  if (evidence === null) return { path: [], steps: [], paths: '0', shortestPaths: '0', hidden }
  const { path, steps, paths, shortestPaths } = evidence
  return {
    path,
    steps,
    paths: paths?.toString() ?? null,
    shortestPaths: shortestPaths?.toString() ?? null,
    hidden,
  }
}
