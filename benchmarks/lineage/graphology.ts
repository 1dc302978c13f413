import { type Vertex, vertexKey } from '@tributary/lineage'
import { DirectedGraph } from 'graphology'
import { bfsFromNode } from 'graphology-traversal'
import { answerFrom, type Engine, type Pair, type Root } from './engine.ts'
import type { GeneratedLineage } from './generate.ts'
import { saying } from './ours.ts'

interface NodeFacts {
  readonly vertex: Vertex
  readonly number: number
  [more: string]: unknown
}

interface EdgeFacts {
  readonly edgeType: string
  [more: string]: unknown
}

type Graph = DirectedGraph<NodeFacts, EdgeFacts>

/** Told of every edge of a walk. */
type Take = (src: NodeFacts, dst: NodeFacts, edge: EdgeFacts) => void

/** A way to walk a graphology graph. */
type Walk = (graph: Graph, root: string, steps: number, take: { up: Take; down: Take }) => void

/** graphology asked in two ways: by our own breadth-first walk over its API, and by graphology-traversal. */
export function graphologyEngines(lineage: GeneratedLineage): readonly Engine[] {
  const graph = build(lineage)
  return [
    engine('graphology, own BFS', graph, walkByHand),
    engine('graphology-traversal', graph, walkByTraversal),
  ]
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

function engine(name: string, graph: Graph, walk: Walk): Engine {
  return {
    name,
    givesObjects: true,
    ask: ({ ref }, steps) => {
      const vertices = new Map<number, Vertex>()
      const edges: object[] = []
      const take: Take = (src, dst, { edgeType }) => {
        if (!vertices.has(src.number)) vertices.set(src.number, src.vertex)
        if (!vertices.has(dst.number)) vertices.set(dst.number, dst.vertex)
        edges.push({ src: src.vertex, dst: dst.vertex, edgeType })
      }
      walk(graph, vertexKey(ref), steps, { up: take, down: take })
      return { vertices: [...vertices.values()], edges }
    },
    answer: async (root: Root, steps) => {
      const rows: { up: Pair[]; down: Pair[] } = { up: [], down: [] }
      const into =
        (pairs: Pair[]): Take =>
        (src, dst) =>
          pairs.push([src.number, dst.number])
      walk(graph, vertexKey(root.ref), steps, { up: into(rows.up), down: into(rows.down) })
      return answerFrom(root, graph.order, rows)
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
