import type { EdgeType, Vertex } from '@tributary/lineage'
import { vertexKey } from '@tributary/lineage/internal'
import { DirectedGraph } from 'graphology'
import { bfsFromNode } from 'graphology-traversal'
import { answerFrom, type Engine, type Pair } from './engine.ts'
import type { GeneratedLineage } from './generate.ts'
import type { ListedEdge } from './listing.ts'
import { saying } from './ours.ts'

/** A vertex with a number, which is quicker to look up than its key. */
interface NodeFacts {
  readonly vertex: Vertex
  readonly number: number
  [more: string]: unknown
}

interface EdgeFacts {
  readonly edgeType: EdgeType
  [more: string]: unknown
}

type Graph = DirectedGraph<NodeFacts, EdgeFacts>

/** Told of every edge of a walk. */
type Take = (src: NodeFacts, dst: NodeFacts, edge: EdgeFacts) => void

/** A way to walk a graphology graph. */
type Walk = (graph: Graph, root: string, steps: number, take: { up: Take; down: Take }) => void

/** Each vertex once, and the edges of each walk. */
interface Found {
  readonly vertices: readonly Vertex[]
  readonly upstream: readonly ListedEdge[]
  readonly downstream: readonly ListedEdge[]
}

/** graphology asked by our own breadth-first walk over its API. */
export function graphologyByHand(lineage: GeneratedLineage): Engine<Found> {
  return engineOn(build(lineage), walkByHand)
}

/** graphology asked by graphology-traversal. */
export function graphologyTraversal(lineage: GeneratedLineage): Engine<Found> {
  return engineOn(build(lineage), walkByTraversal)
}

function build({ vertices, sources, targets, types }: GeneratedLineage): Graph {
  const graph: Graph = new DirectedGraph()
  const keys = vertices.map(vertexKey)
  for (const [number, ref] of vertices.entries()) {
    graph.addNode(keys[number]!, { vertex: saying(ref), number })
  }
  for (let i = 0; i < sources.length; i++) {
    const edgeType = types[i] === 1 ? 'COLUMN_IMPACT' : 'TABLE_IMPACT'
    graph.addDirectedEdge(keys[sources[i]!]!, keys[targets[i]!]!, { edgeType })
  }
  return graph
}

function engineOn(graph: Graph, walk: Walk): Engine<Found> {
  return {
    ask: ({ ref }, steps) => {
      const vertices = new Map<number, Vertex>()
      const takeInto =
        (edges: ListedEdge[]): Take =>
        (src, dst, { edgeType }) => {
          if (!vertices.has(src.number)) vertices.set(src.number, src.vertex)
          if (!vertices.has(dst.number)) vertices.set(dst.number, dst.vertex)
          edges.push({ src: src.vertex, dst: dst.vertex, edgeType })
        }
      const [upstream, downstream]: [ListedEdge[], ListedEdge[]] = [[], []]
      walk(graph, vertexKey(ref), steps, { up: takeInto(upstream), down: takeInto(downstream) })
      return { vertices: [...vertices.values()], upstream, downstream }
    },
    answer: ({ upstream, downstream }, root, { size, numberOf }) => {
      const pair = ({ src, dst }: ListedEdge): Pair => [numberOf(src), numberOf(dst)]
      return answerFrom(root, size, { up: upstream.map(pair), down: downstream.map(pair) })
    },
  }
}

const walkByHand: Walk = (graph, root, steps, take) => {
  for (const way of ['up', 'down'] as const) {
    const seen = new Set([root])
    let level = [root]
    for (let hop = 0; hop < steps && level.length > 0; hop++) {
      const next: string[] = []
      const meet = (key: string): void => {
        if (seen.has(key)) return
        seen.add(key)
        next.push(key)
      }
      for (const near of level) {
        if (way === 'up') {
          graph.forEachInEdge(near, (_edge, facts, source, _target, src, dst) => {
            take.up(src, dst, facts)
            meet(source)
          })
        } else {
          graph.forEachOutEdge(near, (_edge, facts, _source, target, src, dst) => {
            take.down(src, dst, facts)
            meet(target)
          })
        }
      }
      level = next
    }
  }
}

const walkByTraversal: Walk = (graph, root, steps, take) => {
  bfsFromNode(
    graph,
    root,
    (near, _facts, depth) => {
      if (depth >= steps) return true
      graph.forEachInEdge(near, (_edge, facts, _source, _target, src, dst) =>
        take.up(src, dst, facts),
      )
      return false
    },
    { mode: 'inbound' },
  )
  bfsFromNode(
    graph,
    root,
    (near, _facts, depth) => {
      if (depth >= steps) return true
      graph.forEachOutEdge(near, (_edge, facts, _source, _target, src, dst) =>
        take.down(src, dst, facts),
      )
      return false
    },
    { mode: 'outbound' },
  )
}
