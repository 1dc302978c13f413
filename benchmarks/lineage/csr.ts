import type { EdgeType, Vertex } from '@tributary/lineage'
import { vertexKey } from '@tributary/lineage/internal'
import type { Engine } from './engine.ts'
import type { GeneratedLineage } from './generate.ts'
import { type ListedEdge, type ListedVertex, type Listing, listingAnswer } from './listing.ts'
import { saying } from './ours.ts'
import { Packed } from './packed.ts'

/**
 * The least that can be done: packed arrays that never change, walked breadth first. A text goes in and the same
 * objects come out as from ours, but in the order in which they are met, and without totals.
 */
export function rawCsr({ vertices, sources, targets, types }: GeneratedLineage): Engine<Listing> {
  const numbers = new Map(vertices.map((ref, number) => [vertexKey(ref), number]))
  const arrays: Arrays = {
    up: new Packed(vertices.length, targets, sources, types),
    down: new Packed(vertices.length, sources, targets, types),
    told: vertices.map(saying),
  }
  return {
    ask: ({ ref }, steps) => list(arrays, numbers.get(vertexKey(ref))!, steps),
    answer: (found, _root, numbering) => listingAnswer(found, numbering),
  }
}

interface Arrays {
  readonly up: Packed
  readonly down: Packed
  readonly told: readonly Vertex[]
}

/** Where it is seen that a vertex also stands downstream, its hop is added. */
interface OpenVertex extends ListedVertex {
  downstreamHop: number | null
}

function list({ up, down, told }: Arrays, root: number, steps: number): Listing {
  const upCount = up.walk(root, steps)
  const downCount = down.walk(root, steps)
  const vertices: OpenVertex[] = []
  const edges: ListedEdge[] = []
  for (let place = 0; place < upCount; place++) {
    vertices.push(listed(told[up.queue[place]!]!, up.hops[place]!, null))
  }
  const below: OpenVertex[] = []
  for (let place = 0; place < downCount; place++) {
    const vertex = down.queue[place]!
    const hop = down.hops[place]!
    if (up.marks[vertex]! >= up.base) {
      const known = vertices[up.marks[vertex]! - up.base]!
      known.downstreamHop = hop
      below.push(known)
      continue
    }
    const one = listed(told[vertex]!, null, hop)
    vertices.push(one)
    below.push(one)
  }
  for (let place = 0; place < upCount && up.hops[place]! < steps; place++) {
    const near = up.queue[place]!
    const dst = vertices[place]!
    for (let at = up.starts[near]!; at < up.starts[near + 1]!; at++) {
      const src = vertices[up.marks[up.neighbours[at]!]! - up.base]!
      edges.push({ src, dst, edgeType: nameOf(up.types[at]!) })
    }
  }
  for (let place = 0; place < downCount && down.hops[place]! < steps; place++) {
    const near = down.queue[place]!
    const src = below[place]!
    for (let at = down.starts[near]!; at < down.starts[near + 1]!; at++) {
      const dst = below[down.marks[down.neighbours[at]!]! - down.base]!
      edges.push({ src, dst, edgeType: nameOf(down.types[at]!) })
    }
  }
  up.done(upCount)
  down.done(downCount)
  return { vertices, edges }
}

function listed(
  vertex: Vertex,
  upstreamHop: number | null,
  downstreamHop: number | null,
): OpenVertex {
  const { vertexId, vertexType, displayName, description, custom } = vertex
  return { vertexId, vertexType, displayName, description, custom, upstreamHop, downstreamHop }
}

function nameOf(mask: number): EdgeType {
  return mask === 1 ? 'COLUMN_IMPACT' : 'TABLE_IMPACT'
}
