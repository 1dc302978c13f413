import type { LineageDifferenceData, RequestOf } from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import type { LineageDifference, NeighbourhoodQuery } from '@tributary/lineage'
import { differenceInSlices } from '@tributary/lineage/internal'
import { askLineage, countHidden, mapLazily } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import { invalidRequestError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { readMoment } from './read-moment.ts'
import { parseVertexRef } from './vertex-ref.ts'

/** The differences of the lineage between two moments; without `to`, between a moment and now. */
export async function lineageDifference(
  session: Pick<Session, 'lineageRepository' | 'visibleLineage'>,
  { from, to, ...center }: RequestOf<'lineageDifference'>,
  { signal }: CallOptions = {},
): Promise<LineageDifferenceData> {
  const { lineageRepository } = session
  const query = toNeighbourhoodQuery(center)
  const before = await lineageRepository.asOf(readMoment('from', from), signal)
  // Not before the past has been read: the lineage may change meanwhile.
  const after =
    to === undefined
      ? session.visibleLineage
      : await lineageRepository.asOf(readMoment('to', to), signal)
  return askLineage(
    after,
    function* compare(young) {
      const old = before.view.pin()
      try {
        return yield* toDifferenceData(
          young,
          yield* differenceInSlices({ view: old }, young, query),
        )
      } finally {
        old.release()
      }
    },
    signal,
  )
}

function* toDifferenceData(
  lineage: CallerLineage,
  { vertices, edges }: LineageDifference,
): SlicedWork<LineageDifferenceData> {
  const { added, removed, changed } = vertices
  const young = changed.map(({ after }) => after)
  const hidden = yield* countHidden(lineage, added, removed, young)
  return {
    vertices,
    edges: {
      added: mapLazily(edges.added, toEdgeData),
      removed: mapLazily(edges.removed, toEdgeData),
    },
    hidden,
  }
}

function toEdgeData({ src, dst, edgeType }: LineageDifference['edges']['added'][number]) {
  return { srcVertex: src, dstVertex: dst, edgeType }
}

/** The part of the lineage to compare; undefined for the whole lineage. */
function toNeighbourhoodQuery(
  center: Omit<RequestOf<'lineageDifference'>, 'from' | 'to'>,
): NeighbourhoodQuery | undefined {
  if (Object.values(center).every((value) => value === undefined)) return undefined
  const { vertex_id, vertex_type, input_step = 0, output_step = 0 } = center
  if (vertex_id === undefined) throw missingError('vertex_id')
  if (vertex_type === undefined) throw missingError('vertex_type')
  const root = parseVertexRef({ vertex_id, vertex_type })
  return { root, upstream: input_step, downstream: output_step }
}

function missingError(path: string): Error {
  const reason = `${path} is missing: a neighbourhood is that of an asset, which vertex_id and vertex_type name together.`
  return invalidRequestError(path, reason)
}
