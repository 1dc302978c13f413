import { type LineageSearchData, type LineageSearchQuery, VERTEX_TYPES } from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import { searchInSlices } from '@tributary/lineage/internal'
import { askLineage } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import type { CallOptions } from '../../model/options.ts'
import { requireChoice } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'

const USUAL_LIMIT = 20

/** The assets with all words of a text in their id or name, the best match first. */
export async function searchLineage(
  session: Session,
  query: LineageSearchQuery,
  { signal }: CallOptions = {},
): Promise<LineageSearchData> {
  return askLineage(session.visibleLineage, (lineage) => search(lineage, query), signal)
}

function* search(
  lineage: CallerLineage,
  { q, types, limit = USUAL_LIMIT }: LineageSearchQuery,
): SlicedWork<LineageSearchData> {
  const { found: matches, total } = yield* searchInSlices(lineage, {
    text: q,
    limit,
    ...(types && { types: types.map((type) => requireChoice('types', type, VERTEX_TYPES)) }),
  })
  const vertexList = matches.map(({ vertex, matched }) => {
    const { vertexId, vertexType, displayName, description, custom } = vertex
    return { vertexId, vertexType, displayName, description, custom, matched }
  })
  return { vertexList, total }
}
