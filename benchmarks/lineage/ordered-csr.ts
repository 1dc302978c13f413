import type { Vertex } from '@tributary/lineage'
import { vertexKey } from '@tributary/lineage/internal'
import type { Engine } from './engine.ts'
import type { GeneratedLineage } from './generate.ts'
import { type Listing, orderedListingAnswer } from './listing.ts'
import { saying } from './ours.ts'
import { Packed } from './packed.ts'

interface Arrays {
  readonly up: Packed
  readonly down: Packed
  readonly told: readonly Vertex[]
  /** By vertex its place in the order of type and id, and the other way round. */
  readonly ranks: Uint32Array
  readonly byRank: Uint32Array
  /** By vertex its place in the answer. */
  readonly positions: Uint32Array
}

/**
 * Raw CSR that also gives the order of our answer, by sorting numbers; still without totals. For lineages without
 * cycles.
 */
export function orderedCsr(lineage: GeneratedLineage): Engine<Listing> {
  const { vertices, sources, targets, types } = lineage
  const size = vertices.length
  const numbers = new Map(vertices.map((ref, number) => [vertexKey(ref), number]))
  const keys = vertices.map(({ vertexType, vertexId }) => `${vertexType} ${vertexId}`)
  const byRank = Uint32Array.from(keys.keys()).sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1))
  const ranks = new Uint32Array(size)
  for (const [rank, vertex] of byRank.entries()) ranks[vertex] = rank
  const arrays: Arrays = {
    up: new Packed(size, targets, sources, types),
    down: new Packed(size, sources, targets, types),
    told: vertices.map(saying),
    ranks,
    byRank,
    positions: new Uint32Array(size),
  }
  return {
    ask: ({ ref }, steps) => list(arrays, numbers.get(vertexKey(ref))!, steps),
    answer: (found, _root, numbering) => orderedListingAnswer(found, numbering),
  }
}

const RANKS = 2 ** 32

function list(arrays: Arrays, root: number, steps: number): Listing {
  const { up, down, told, ranks, byRank, positions } = arrays
  const upCount = up.walk(root, steps)
  const downCount = down.walk(root, steps)
  const order = new Float64Array(upCount + downCount - 1)
  for (let place = 0; place < upCount; place++) {
    order[place] = up.hops[place]! * RANKS + ranks[up.queue[place]!]!
  }
  for (let place = 1; place < downCount; place++) {
    order[upCount + place - 1] = down.hops[place]! * RANKS + ranks[down.queue[place]!]!
  }
  order.sort()
  const vertices: Listing['vertices'][number][] = []
  for (let position = 0; position < order.length; position++) {
    const vertex = byRank[order[position]! % RANKS]!
    positions[vertex] = position
    const hop = Math.floor(order[position]! / RANKS)
    const { vertexId, vertexType, displayName, description, custom } = told[vertex]!
    const upstreamHop = up.marks[vertex]! >= up.base ? hop : null
    const downstreamHop = down.marks[vertex]! >= down.base ? hop : null
    const said = { vertexId, vertexType, displayName, description, custom }
    vertices.push({ ...said, upstreamHop, downstreamHop })
  }
  const edges = listEdges(arrays, { upCount, downCount, steps }, vertices)
  up.done(upCount)
  down.done(downCount)
  return { vertices, edges }
}

const PLACES = 2 ** 22

function listEdges(
  { up, down, positions }: Arrays,
  { upCount, downCount, steps }: Record<'upCount' | 'downCount' | 'steps', number>,
  vertices: Listing['vertices'],
): Listing['edges'] {
  const found: number[] = []
  for (const [packed, count] of [
    [up, upCount],
    [down, downCount],
  ] as const) {
    for (let place = 0; place < count && packed.hops[place]! < steps; place++) {
      const near = packed.queue[place]!
      const position = positions[near]!
      for (let at = packed.starts[near]!; at < packed.starts[near + 1]!; at++) {
        const other = positions[packed.neighbours[at]!]!
        // The direction is told by which walk it was and which end is later: two bits more, and the type.
        const isTurned = packed === up ? position < other : position > other
        const ends = Math.max(position, other) * PLACES + Math.min(position, other)
        found.push((ends * 2 + (isTurned ? 1 : 0)) * 2 + packed.types[at]! - 1)
      }
    }
  }
  const inOrder = Float64Array.from(found).sort()
  return Array.from(inOrder, (key) => {
    const pair = Math.floor(key / 4)
    const [later, earlier] = [vertices[Math.floor(pair / PLACES)]!, vertices[pair % PLACES]!]
    const rest = key % 4
    const isTurned = rest >= 2
    const edgeType = rest % 2 === 0 ? 'COLUMN_IMPACT' : 'TABLE_IMPACT'
    return isTurned
      ? { src: later, dst: earlier, edgeType }
      : { src: earlier, dst: later, edgeType }
  })
}
