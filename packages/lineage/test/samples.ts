import {
  createLineageGraph,
  type Edge,
  LineageError,
  type LineageGraph,
  VERTEX_TYPES,
  type Vertex,
  type VertexRef,
  type VertexType,
} from '@tributary/lineage'
import fc from 'fast-check'

/** What a source states that states nothing. */
export const NOTHING = { vertices: [], edges: [] }

/** A vertex that says nothing but what it is. */
export function bare({ vertexType, vertexId }: VertexRef): Vertex {
  return { vertexId, vertexType, displayName: null, description: null, custom: null }
}

/** `METRIC late_rate` as a reference. */
export function ref(text: string): VertexRef {
  const space = text.indexOf(' ')
  const vertexType = text.slice(0, space) as VertexType
  return { vertexId: text.slice(space + 1), vertexType }
}

/** `DATASET flights > METRIC total_delay` as a TABLE_IMPACT edge. */
export function edge(text: string, edgeType: Edge['edgeType'] = 'TABLE_IMPACT'): Edge {
  const [src, dst] = text.split(' > ')
  return { src: ref(src!), dst: ref(dst!), edgeType }
}

/** A reference as text; unlike keys it is only for reading test results. */
export function text({ vertexType, vertexId }: VertexRef): string {
  return `${vertexType} ${vertexId}`
}

/** An edge as text, its type last. */
export function edgeText({ src, dst, edgeType }: Edge): string {
  return `${text(src)} > ${text(dst)} ${edgeType}`
}

/** A graph of these edges and their ends, and of vertices that stand alone. */
export function graphOf(edges: readonly Edge[], vertices: readonly VertexRef[] = []): LineageGraph {
  const graph = createLineageGraph()
  for (const vertex of vertices) graph.setVertex(bare(vertex))
  for (const one of edges) {
    graph.setVertex(bare(one.src))
    graph.setVertex(bare(one.dst))
    graph.addEdge(one)
  }
  return graph
}

/** The LineageError that `call` throws; anything else fails the test. */
export function failureOf(call: () => unknown): LineageError {
  try {
    call()
  } catch (error) {
    if (error instanceof LineageError) return error
    throw error
  }
  throw new Error('expected a LineageError, nothing was thrown')
}

/** Few types and few ids, so that ids meet in two types; many ids that plain objects stumble over. */
export const anyRef: fc.Arbitrary<VertexRef> = fc.record({
  vertexId: fc.constantFrom(
    'constructor',
    '__proto__',
    'toString',
    'METRIC:a',
    'a',
    '',
    '\u{1f600}',
    '\uffff',
  ),
  vertexType: fc.constantFrom(...VERTEX_TYPES.slice(6, 8)),
})

/** A graph as two plain lists: distinct vertices, and edges between them that may stand twice. */
export interface Lists {
  readonly vertices: readonly VertexRef[]
  readonly edges: readonly Edge[]
}

/** Small graphs with cycles, self-loops and edges of both types. */
export const anyLists: fc.Arbitrary<Lists> = fc
  .uniqueArray(anyRef, { minLength: 1, maxLength: 7, selector: text })
  .chain((vertices) => {
    const end = fc.constantFrom(...vertices)
    const edgeType = fc.constantFrom<Edge['edgeType']>('COLUMN_IMPACT', 'TABLE_IMPACT')
    const edges = fc.array(fc.record({ src: end, dst: end, edgeType }), { maxLength: 12 })
    return edges.map((list) => ({ vertices, edges: list }))
  })

/** A small graph and one of its vertices. */
export const anyRooted: fc.Arbitrary<Lists & { readonly root: VertexRef }> = anyLists.chain(
  (lists) => fc.constantFrom(...lists.vertices).map((root) => ({ ...lists, root })),
)
