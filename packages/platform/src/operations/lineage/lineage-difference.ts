import type {
  LineageDifferenceData,
  VertexLineageData,
  VertexLineageQuery,
} from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import type { LineageDifference, NeighbourhoodQuery } from '@tributary/lineage'
import { differenceInSlices } from '@tributary/lineage/internal'
import { askLineage, countHidden, mapLazily } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import { invalidRequestError } from '../../model/errors.ts'
import type { Session } from '../../tenant/session.ts'
import type { LineageDifferenceQuery } from './lineage-answers.ts'
import { parseVertexRef, vertexLineage } from './vertex-lineage.ts'

/** E16 as of a moment: what was there then, and nothing else. */
export async function readPastVertexLineage(
  session: Session,
  query: VertexLineageQuery,
  { at, signal }: { readonly at: string; readonly signal: AbortSignal | undefined },
): Promise<VertexLineageData> {
  const past = await session.lineageRepository.asOf(readMoment('as_of', at), signal)
  const isPast = true
  return askLineage(
    past,
    (lineage) => vertexLineage(session, lineage, { ...query, isPast }),
    signal,
  )
}

/** What is different between two moments; without `to`, between a moment and now. */
export async function lineageDifference(
  session: Pick<Session, 'lineageRepository' | 'visibleLineage'>,
  { from, to, around: center }: LineageDifferenceQuery,
  signal?: AbortSignal,
): Promise<LineageDifferenceData> {
  const { lineageRepository } = session
  const query: NeighbourhoodQuery | undefined = center && {
    root: parseVertexRef(center),
    upstream: center.inputStep,
    downstream: center.outputStep,
  }
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
        return yield* toData(young, yield* differenceInSlices({ view: old }, young, query))
      } finally {
        old.release()
      }
    },
    signal,
  )
}

function* toData(
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

const MOMENT =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** A moment in ISO 8601; without a zone in UTC, without a time the beginning of the day. */
export function readMoment(path: string, text: string): Date {
  const match = MOMENT.exec(text)
  const hasTime = text.length > 10
  const moment = new Date(match !== null && hasTime && match[1] === undefined ? `${text}Z` : text)
  if (match !== null && !Number.isNaN(moment.getTime()) && isDay(text.slice(0, 10))) return moment
  throw invalidRequestError(
    path,
    `${path} is ${JSON.stringify(text)}; it must be a moment such as 2026-01-31T12:00:00Z.`,
  )
}

/** JavaScript takes the 30th of February for a day in March. */
function isDay(text: string): boolean {
  return new Date(text).toISOString().startsWith(text)
}
