import { type Vertex, type VertexRef, vertexKey } from '@tributary/lineage'
import { answerFrom, type Engine, type Pair, type Root } from './engine.ts'
import type { GeneratedLineage } from './generate.ts'
import { saying } from './ours.ts'
import { Packed } from './packed.ts'

interface ListedVertex extends Vertex {
  readonly upstreamHop: number | null
  downstreamHop: number | null
}

interface ListedEdge {
  readonly src: VertexRef
  readonly dst: VertexRef
  readonly edgeType: string
}

/**
 * The least that can be done: packed arrays that never change, walked breadth first. A text goes in and the same
 * objects come out as from ours, but in the order in which they are met, and without totals.
 */
export function rawCsr({ vertices, sources, targets, types }: GeneratedLineage): Engine {
  const size = vertices.length
  const numbers = new Map(vertices.map((ref, number) => [vertexKey(ref), number]))
  const told = vertices.map(saying)
  const up = new Packed(size, targets, sources, types)
  const down = new Packed(size, sources, targets, types)

  const rows = (root: Root, steps: number, packed: Packed): readonly Pair[] => {
    const pairs: Pair[] = []
    const count = packed.walk(root.number, steps)
    for (let place = 0; place < count && packed.hops[place]! < steps; place++) {
      const near = packed.queue[place]!
      for (let at = packed.starts[near]!; at < packed.starts[near + 1]!; at++) {
        const far = packed.neighbours[at]!
        pairs.push(packed === up ? [far, near] : [near, far])
      }
    }
    packed.done(count)
    return pairs
  }
  return {
    name: 'raw CSR',
    givesObjects: true,
    ask: ({ ref }, steps) => list({ up, down, told }, numbers.get(vertexKey(ref))!, steps),
    answer: async (root, steps) =>
      answerFrom(root, size, { up: rows(root, steps, up), down: rows(root, steps, down) }),
  }
}

interface Arrays {
  readonly up: Packed
  readonly down: Packed
  readonly told: readonly Vertex[]
}

function list({ up, down, told }: Arrays, root: number, steps: number): object {
  const upCount = up.walk(root, steps)
  const downCount = down.walk(root, steps)
  const vertices: ListedVertex[] = []
  const edges: ListedEdge[] = []
  for (let place = 0; place < upCount; place++) {
    vertices.push(listed(told[up.queue[place]!]!, up.hops[place]!, null))
  }
  const below: ListedVertex[] = []
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
): ListedVertex {
  const { vertexId, vertexType, displayName, description, custom } = vertex
  return { vertexId, vertexType, displayName, description, custom, upstreamHop, downstreamHop }
}

function nameOf(mask: number): string {
  return mask === 1 ? 'COLUMN_IMPACT' : 'TABLE_IMPACT'
}
