/** A directed graph on the numbers from 0 to `size` − 1. */
export interface Digraph {
  readonly size: number
  readonly edges: readonly (readonly [from: number, to: number])[]
}

/**
 * The edges of a graph without cycles: an edge that closes a cycle on the way of a depth-first search is turned round, an
 * edge from a vertex to itself is left out. The second result says which edges were turned.
 */
export function withoutCycles({ size, edges }: Digraph): {
  readonly edges: Digraph['edges']
  readonly turned: readonly boolean[]
} {
  const out = outgoing({ size, edges })
  const state = new Uint8Array(size)
  const closing = new Set<number>()
  for (let root = 0; root < size; root += 1) {
    if (state[root] === 0) visit(root, out, state, closing)
  }
  const acyclicEdges = edges.flatMap(([from, to], edge) => {
    if (from === to) return []
    const isTurned = closing.has(edge)
    return [{ edge: isTurned ? ([to, from] as const) : ([from, to] as const), isTurned }]
  })
  return {
    edges: acyclicEdges.map(({ edge }) => edge),
    turned: acyclicEdges.map(({ isTurned }) => isTurned),
  }
}

const OPEN = 1
const DONE = 2

/** Depth-first search with a stack of its own: a chain may be longer than the stack of calls. */
function visit(
  root: number,
  out: readonly Outgoing[][],
  state: Uint8Array,
  closing: Set<number>,
): void {
  const stack = [{ vertex: root, next: 0 }]
  state[root] = OPEN
  while (stack.length > 0) {
    const top = stack.at(-1)!
    const step = out[top.vertex]![top.next]
    top.next += 1
    if (step === undefined) {
      state[top.vertex] = DONE
      stack.pop()
    } else if (state[step.to] === OPEN) {
      closing.add(step.edge)
    } else if (state[step.to] !== DONE) {
      state[step.to] = OPEN
      stack.push({ vertex: step.to, next: 0 })
    }
  }
}

interface Outgoing {
  readonly edge: number
  readonly to: number
}

function outgoing({ size, edges }: Digraph): readonly Outgoing[][] {
  const out: Outgoing[][] = Array.from({ length: size }, () => [])
  edges.forEach(([from, to], edge) => {
    if (from !== to) out[from]!.push({ edge, to })
  })
  return out
}

/**
 * The layer of each vertex of a graph without cycles, from 0 on: every edge leads to a later layer. A vertex that nothing
 * feeds stands just before the first that it feeds.
 */
export function assignLayers({ size, edges }: Digraph): readonly number[] {
  const layers = new Array<number>(size).fill(0)
  const waiting = new Array<number>(size).fill(0)
  const out: number[][] = Array.from({ length: size }, () => [])
  for (const [from, to] of edges) {
    out[from]!.push(to)
    waiting[to]! += 1
  }
  const isSource = waiting.map((count) => count === 0)
  const ready = isSource.flatMap((is, vertex) => (is ? [vertex] : []))
  for (let at = 0; at < ready.length; at += 1) {
    const vertex = ready[at]!
    for (const to of out[vertex]!) {
      layers[to] = Math.max(layers[to]!, layers[vertex]! + 1)
      waiting[to]! -= 1
      if (waiting[to] === 0) ready.push(to)
    }
  }
  return layers.map((layer, vertex) =>
    isSource[vertex] && out[vertex]!.length > 0
      ? Math.min(...out[vertex]!.map((to) => layers[to]!)) - 1
      : layer,
  )
}
