import type { VertexLineageData, VertexRefData } from '@tributary/contract'

/** An asset of a graph. */
export type GraphVertex = VertexLineageData['vertexList'][number]

/** An edge of a graph. */
export type GraphEdge = VertexLineageData['edgeList'][number]

/** Several neighbourhoods as one graph. */
export interface LineageGraphData {
  readonly vertices: readonly GraphVertex[]
  readonly edges: readonly GraphEdge[]
  /** By asset, how many neighbours are not shown. */
  readonly further: ReadonlyMap<string, Further>
  /** Assets that the caller may not see, beside the first neighbourhood. */
  readonly hidden: number
  /** Whether a neighbourhood has more assets than are shown. */
  readonly isCut: boolean
}

/** How many neighbours of an asset are not shown. */
export interface Further {
  readonly up: number
  readonly down: number
}

/** A text that is equal for equal assets. */
export function toAssetKey({
  vertexType,
  vertexId,
}: {
  readonly vertexType: string
  readonly vertexId: string
}): string {
  return `${vertexType} ${vertexId}`
}

/**
 * Puts neighbourhoods together: each asset and each edge once, in the order in which they were first found. How many
 * neighbours an asset has is known from the answers; those that another answer brought are taken off.
 */
export function mergeLineage(answers: readonly VertexLineageData[]): LineageGraphData {
  const vertices = new Map<string, GraphVertex>()
  const edges = new Map<string, GraphEdge>()
  for (const { vertexList, edgeList } of answers) {
    for (const vertex of vertexList) {
      const key = toAssetKey(vertex)
      if (!vertices.has(key)) vertices.set(key, vertex)
    }
    for (const edge of edgeList) {
      const key = JSON.stringify([
        toAssetKey(edge.srcVertex),
        toAssetKey(edge.dstVertex),
        edge.edgeType,
      ])
      if (!edges.has(key)) edges.set(key, edge)
    }
  }
  const merged = [...edges.values()]
  const visibleNeighbors = collectNeighbors(merged)
  const further = new Map<string, Further>()
  const totalCounts = wholeCounts(answers)
  for (const key of vertices.keys()) {
    const count = totalCounts.get(key)
    if (count === undefined) continue
    const up = Math.max(0, count.up - (visibleNeighbors.up.get(key)?.size ?? 0))
    const down = Math.max(0, count.down - (visibleNeighbors.down.get(key)?.size ?? 0))
    if (up + down > 0) further.set(key, { up, down })
  }
  return {
    vertices: [...vertices.values()],
    edges: merged,
    further,
    hidden: answers[0]?.extras?.hidden ?? 0,
    isCut: answers.some(({ extras }) => extras?.truncated === true),
  }
}

/** The neighbours of each asset, shown or not, as far as an answer counts them. */
function wholeCounts(answers: readonly VertexLineageData[]): ReadonlyMap<string, Further> {
  const counts = new Map<string, Further>()
  for (const { edgeList, extras } of answers) {
    const listed = collectNeighbors(edgeList)
    for (const { vertex, upstream, downstream } of extras?.boundary ?? []) {
      const key = toAssetKey(vertex)
      const before = counts.get(key) ?? { up: 0, down: 0 }
      counts.set(key, {
        up: Math.max(before.up, upstream + (listed.up.get(key)?.size ?? 0)),
        down: Math.max(before.down, downstream + (listed.down.get(key)?.size ?? 0)),
      })
    }
  }
  return counts
}

/** The distinct assets that feed each asset, and those that it feeds. */
export function collectNeighbors(edges: readonly GraphEdge[]): {
  readonly up: ReadonlyMap<string, ReadonlySet<string>>
  readonly down: ReadonlyMap<string, ReadonlySet<string>>
} {
  const up = new Map<string, Set<string>>()
  const down = new Map<string, Set<string>>()
  const add = (map: Map<string, Set<string>>, key: string, value: string) => {
    const set = map.get(key)
    if (set === undefined) map.set(key, new Set([value]))
    else set.add(value)
  }
  for (const { srcVertex, dstVertex } of edges) {
    add(up, toAssetKey(dstVertex), toAssetKey(srcVertex))
    add(down, toAssetKey(srcVertex), toAssetKey(dstVertex))
  }
  return { up, down }
}

const COLUMN = '_COLUMN'

/** Tells whether an asset is on a way of columns: one of its columns or, for others, the asset itself. */
export function wayThrough({
  vertices,
}: Pick<LineageGraphData, 'vertices'>): (asset: VertexRefData) => boolean {
  const keys = new Set(vertices.map(toAssetKey))
  const columns = vertices.filter(({ vertexType }) => vertexType.endsWith(COLUMN))
  return (asset) =>
    keys.has(toAssetKey(asset)) ||
    columns.some(
      ({ vertexType, vertexId }) =>
        vertexType === `${asset.vertexType}${COLUMN}` && vertexId.startsWith(`${asset.vertexId}.`),
    )
}
