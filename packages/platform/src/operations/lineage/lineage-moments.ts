import type { LineageMomentsData, LineageMomentsQuery } from '@tributary/contract'
import type { VertexRef } from '@tributary/lineage'
import { resolveVertex, type VersionChanges } from '@tributary/lineage/internal'
import type { ChangesQuery } from '../../lineage/lineage-repository.ts'
import { invalidRequestError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import { readCursor, writeCursor } from '../../requests/page-after.ts'
import type { Session } from '../../tenant/session.ts'
import { readMoment } from './read-moment.ts'
import { parseVertexRef } from './vertex-ref.ts'

const USUAL_LIMIT = 100

/** Changes of one author that follow one another within so many milliseconds are one moment. */
const APART = 1_000

/**
 * The moments when the lineage changed, the newest first; only changes that the caller may see. Rejects with
 * `LINEAGE_UNKNOWN_VERTEX` for an asset that never existed.
 */
export async function lineageMoments(
  session: Pick<Session, 'lineageRepository' | 'visibleLineage'>,
  query: LineageMomentsQuery,
  { signal }: CallOptions = {},
): Promise<LineageMomentsData> {
  const { lineageRepository, visibleLineage } = session
  const { limit = USUAL_LIMIT } = query
  const vertex = readVertex(query)
  const changesQuery: ChangesQuery = {
    ...(query.from !== undefined && { from: readMoment('from', query.from) }),
    ...(query.to !== undefined && { to: readMoment('to', query.to) }),
    ...(query.cursor !== undefined && { before: readVersion(query.cursor) }),
    isCounted:
      vertex === null ? () => true : (ends) => ends.some((endpoint) => isSame(endpoint, vertex)),
  }
  const changes = await lineageRepository.changes(changesQuery, signal)
  if (vertex !== null && changes.length === 0) {
    const { isCounted } = changesQuery
    const ever = await lineageRepository.changes({ isCounted }, signal)
    if (ever.length === 0)
      resolveVertex((await visibleLineage).view, vertex, 'whose changes are wanted')
  }
  const moments = groupIntoMoments(changes).toReversed()
  const page = moments.slice(0, limit)
  const last = page.at(-1)
  return {
    moments: page.map(({ first: _, ...moment }) => moment),
    cursor: moments.length > limit && last ? writeCursor([String(last.first)]) : null,
  }
}

interface Moment {
  /** The version that it begins with. */
  readonly first: number
  time: string
  readonly by: string
  readonly added: { vertices: number; edges: number }
  readonly removed: { vertices: number; edges: number }
  changed: number
}

/** Oldest first; the time of a moment is that of its last change. */
function groupIntoMoments(changes: readonly VersionChanges[]): readonly Moment[] {
  const moments: Moment[] = []
  for (const { version, at, actor, added, removed, changed } of changes) {
    const open = moments.at(-1)
    if (open?.by !== actor || Date.parse(at) - Date.parse(open.time) > APART) {
      const parts = { added: { ...added }, removed: { ...removed }, changed }
      moments.push({ first: version, time: at, by: actor, ...parts })
      continue
    }
    open.time = at
    open.added.vertices += added.vertices
    open.added.edges += added.edges
    open.removed.vertices += removed.vertices
    open.removed.edges += removed.edges
    open.changed += changed
  }
  return moments
}

function readVertex({ vertex_id, vertex_type }: LineageMomentsQuery): VertexRef | null {
  if (vertex_id === undefined && vertex_type === undefined) return null
  if (vertex_id !== undefined && vertex_type !== undefined) {
    return parseVertexRef({ vertex_id, vertex_type })
  }
  const missing = vertex_id === undefined ? 'vertex_id' : 'vertex_type'
  throw invalidRequestError(
    missing,
    `${missing} is missing: vertex_id and vertex_type name an asset together; give both or none.`,
  )
}

function isSame(a: VertexRef, b: VertexRef): boolean {
  return a.vertexId === b.vertexId && a.vertexType === b.vertexType
}

function readVersion(cursor: string): number {
  const version = Number(readCursor(cursor, 1)[0])
  if (Number.isSafeInteger(version)) return version
  const reason =
    'cursor is not one that this operation gave: take it from the page before, or leave it out for the first page.'
  throw invalidRequestError('cursor', reason)
}
