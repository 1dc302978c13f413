import { bfsFromNode } from 'graphology-traversal'
import type { AbstractGraph } from 'graphology-types'
import { assertHops } from './neighbourhood.ts'

/** Where the neighbourhood of a node starts and how far it goes. */
export interface GraphNeighbourhoodQuery {
  /** Key of a node. */
  readonly root: string
  /** The most edges against their direction; 0 for none. */
  readonly upstream: number
  /** The most edges along their direction; 0 for none. */
  readonly downstream: number
}

/** The neighbourhood of a node in a graphology graph. */
export interface GraphNeighbourhood {
  /** The root and all nodes within reach, each once, closest first. */
  readonly nodes: readonly {
    readonly key: string
    /** The fewest edges from here to the root; null when it is not reached upstream. */
    readonly upstreamHop: number | null
    /** The fewest edges from the root to here; null when it is not reached downstream. */
    readonly downstreamHop: number | null
  }[]
  /** Keys of the edges on a walk of at most so many edges, each once. */
  readonly edges: readonly string[]
}

/**
 * The neighbourhood of a node in any graphology graph. `neighbourhood` gives the same vertices, hops and edges for a
 * lineage graph, faster; this function needs no index and reads the graph as it is. An undirected edge leads both
 * ways. Takes time and memory in proportion to the whole graph. Throws LINEAGE_INVALID_STEP for a hop count that is
 * not a whole number from 0, and the error of graphology when there is no such node.
 *
 * @example
 * ```ts
 * import { DirectedGraph } from 'graphology'
 * import { findGraphNeighbourhood } from '@tributary/lineage'
 * const graph = new DirectedGraph()
 * for (const node of ['file', 'table', 'metric']) graph.addNode(node)
 * graph.addEdge('file', 'table')
 * graph.addEdge('table', 'metric')
 * const { nodes } = findGraphNeighbourhood(graph, { root: 'metric', upstream: 1, downstream: 0 })
 * nodes.map(({ key, upstreamHop }) => [key, upstreamHop]) // => [['metric', 0], ['table', 1]]
 * ```
 */
export function findGraphNeighbourhood(
  graph: AbstractGraph,
  { root, upstream, downstream }: GraphNeighbourhoodQuery,
): GraphNeighbourhood {
  assertHops({ upstream, downstream })
  const edges = new Set<string>()
  const up = new Map<string, number>()
  const down = new Map<string, number>()
  const add = (edge: string): void => {
    edges.add(edge)
  }
  const walkUp = (key: string, _: unknown, hop: number): boolean => {
    up.set(key, hop)
    if (hop < upstream) graph.forEachInboundEdge(key, add)
    return hop >= upstream
  }
  const walkDown = (key: string, _: unknown, hop: number): boolean => {
    down.set(key, hop)
    if (hop < downstream) graph.forEachOutboundEdge(key, add)
    return hop >= downstream
  }
  bfsFromNode(graph, root, walkUp, { mode: 'inbound' })
  bfsFromNode(graph, root, walkDown, { mode: 'outbound' })
  const findNearestHop = (key: string): number =>
    Math.min(up.get(key) ?? Number.POSITIVE_INFINITY, down.get(key) ?? Number.POSITIVE_INFINITY)
  const keys = [...new Set([...up.keys(), ...down.keys()])]
  return {
    nodes: keys
      .sort((a, b) => findNearestHop(a) - findNearestHop(b))
      .map((key) => ({
        key,
        upstreamHop: up.get(key) ?? null,
        downstreamHop: down.get(key) ?? null,
      })),
    edges: [...edges],
  }
}
