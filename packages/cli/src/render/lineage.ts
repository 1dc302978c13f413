import type {
  VertexData,
  VertexLineageData,
  VertexLineageQuery,
  VertexRefData,
} from '@tributary/contract'
import type { Paint } from '../terminal/paint.ts'
import { printable } from './text.ts'

/** The lines of a neighbourhood: a tree for each direction with at least one step. */
export function renderLineage(
  lineage: VertexLineageData,
  query: VertexLineageQuery,
  paint: Paint,
): readonly string[] {
  const root = { vertexId: query.vertex_id, vertexType: query.vertex_type }
  const tree = (direction: Direction): readonly string[] =>
    renderLineageTree(lineage, root, direction, paint)
  const part = (title: string, steps: number, direction: Direction): readonly string[] => {
    const heading = `${title} (${steps} ${steps === 1 ? 'step' : 'steps'} ${direction})`
    const lines = tree(direction)
    const body = lines.length === 1 ? [paint('faint', 'nothing')] : lines
    return [paint('heading', heading), '', ...indent(body)]
  }
  const { input_step, output_step } = query
  const upstream = input_step === 0 ? [] : part('comes from', input_step, 'upstream')
  const downstream = output_step === 0 ? [] : part('is used by', output_step, 'downstream')
  if (upstream.length + downstream.length === 0) return indent(tree('upstream'))
  const gap = upstream.length > 0 && downstream.length > 0 ? [''] : []
  return [...upstream, ...gap, ...downstream]
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`)
}

/** `upstream` leads to what feeds the root, `downstream` to what uses it. */
export type Direction = 'upstream' | 'downstream'

/**
 * The lines of a lineage tree: the root, below it its neighbours in `direction`, below them theirs, in the order of the
 * vertex list. A vertex with several paths from the root is expanded on the shortest and ends in `…` on the others.
 */
export function renderLineageTree(
  lineage: VertexLineageData,
  root: VertexRefData,
  direction: Direction,
  paint: Paint,
): readonly string[] {
  const vertices = new Map(lineage.vertexList.map((vertex) => [toLineageKey(vertex), vertex]))
  const next = neighbours(lineage, direction)
  const parents = nearestParents(toLineageKey(root), next)
  const lines = [renderVertexLabel(vertices.get(toLineageKey(root)) ?? root, paint)]
  const grow = (key: string, indent: string): void => {
    const children = next.get(key) ?? []
    children.forEach((child, index) => {
      const last = index === children.length - 1
      const isExpanded = parents.get(child) === key
      const closed = !isExpanded && (next.get(child) ?? []).length > 0
      const label =
        renderVertexLabel(vertices.get(child)!, paint) + (closed ? paint('faint', ' …') : '')
      lines.push(paint('faint', `${indent}${last ? '└─ ' : '├─ '}`) + label)
      if (isExpanded) grow(child, `${indent}${last ? '   ' : '│  '}`)
    })
  }
  grow(toLineageKey(root), '')
  return lines
}

/** The neighbours of each vertex in `direction`, each once, in the order of the vertex list. */
function neighbours(
  lineage: VertexLineageData,
  direction: Direction,
): ReadonlyMap<string, readonly string[]> {
  const position = new Map(lineage.vertexList.map((vertex, index) => [toLineageKey(vertex), index]))
  const neighborKeys = new Map<string, Set<string>>()
  for (const { srcVertex, dstVertex } of lineage.edgeList) {
    const [from, to] = direction === 'upstream' ? [dstVertex, srcVertex] : [srcVertex, dstVertex]
    if (!position.has(toLineageKey(to))) continue
    const keys = neighborKeys.get(toLineageKey(from)) ?? new Set()
    neighborKeys.set(toLineageKey(from), keys.add(toLineageKey(to)))
  }
  const inOrder = (a: string, b: string): number => position.get(a)! - position.get(b)!
  return new Map([...neighborKeys].map(([key, set]) => [key, [...set].sort(inOrder)]))
}

/** The vertex below which each vertex is expanded, found breadth first; null for the root. */
function nearestParents(
  root: string,
  next: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, string | null> {
  const parents = new Map<string, string | null>([[root, null]])
  for (const key of parents.keys()) {
    for (const child of next.get(key) ?? []) if (!parents.has(child)) parents.set(child, key)
  }
  return parents
}

function renderVertexLabel(vertex: VertexRefData & Partial<VertexData>, paint: Paint): string {
  const type = paint('faint', vertex.vertexType)
  const name = `${type} ${printable(vertex.vertexId)}`
  const displayName = vertex.displayName
  if (displayName === undefined || displayName === null || displayName === vertex.vertexId)
    return name
  return `${name}${paint('faint', `  ${printable(displayName)}`)}`
}

/** The key of a vertex; an id is unique within its type only. */
function toLineageKey(vertex: VertexRefData): string {
  return `${vertex.vertexType}\u0000${vertex.vertexId}`
}
