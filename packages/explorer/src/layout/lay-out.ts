import { assignLayers, type Digraph, withoutCycles } from './layers.ts'

/** Where a vertex stands: its layer from left to right, and its middle from top to bottom in pixels. */
export interface Place {
  readonly layer: number
  readonly y: number
}

/** The height of each vertex and the least gap between two of a layer, in pixels. */
export interface Sizes {
  readonly heights: readonly number[]
  readonly gap: number
}

/** A layout: a place a vertex, and for each edge the places it goes through between its ends. */
export interface Layout {
  readonly places: readonly Place[]
  /** By edge of the graph; an edge from a vertex to itself has none. */
  readonly bends: readonly (readonly Place[])[]
}

const SWEEPS = 6
/** The room of an edge that passes between two vertices. */
const PASSING = 10

/**
 * Lays a graph out in layers (Sugiyama, Tagawa, Toda 1981): cycles are broken, layers found by longest paths, an edge over
 * several layers goes through points of its own, the order within layers is found by barycentres, and vertices are drawn
 * towards the middle of their neighbours as far as their order allows.
 */
export function layOut(graph: Digraph, { heights, gap }: Sizes): Layout {
  const chained = withPassingPoints(graph)
  const size = chained.layers.length
  const height = (vertex: number) => (vertex < graph.size ? heights[vertex]! : PASSING)
  const neighbours = listLayoutNeighbors({ size, edges: chained.edges })
  const rows = orderWithin(chained.layers, neighbours)
  const y = new Array<number>(size).fill(0)
  for (const row of rows) stack(row, { y, height, gap })
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed()) {
      settle(row, { y, height, gap, neighbours })
    }
  }
  const place = (vertex: number): Place => ({ layer: chained.layers[vertex]!, y: y[vertex]! })
  return {
    places: Array.from({ length: graph.size }, (_, vertex) => place(vertex)),
    bends: chained.passing.map((points) => points.map(place)),
  }
}

interface Chained {
  readonly layers: readonly number[]
  readonly edges: Digraph['edges']
  readonly passing: readonly (readonly number[])[]
}

/** Cuts each edge over several layers into pieces, with a new vertex in every layer between. */
function withPassingPoints(graph: Digraph): Chained {
  const { edges, turned } = withoutCycles(graph)
  const layers = [...assignLayers({ size: graph.size, edges })]
  const pieces: (readonly [number, number])[] = []
  const chains = edges.map(([from, to], at) => {
    const points: number[] = []
    let last = from
    for (let layer = layers[from]! + 1; layer < layers[to]!; layer += 1) {
      layers.push(layer)
      const point = layers.length - 1
      points.push(point)
      pieces.push([last, point])
      last = point
    }
    pieces.push([last, to])
    return turned[at] ? points.toReversed() : points
  })
  let next = 0
  const passing = graph.edges.map(([from, to]) => (from === to ? [] : chains[next++]!))
  return { layers, edges: pieces, passing }
}

interface Neighbours {
  readonly before: readonly (readonly number[])[]
  readonly after: readonly (readonly number[])[]
}

function listLayoutNeighbors({ size, edges }: Digraph): Neighbours {
  const before: number[][] = Array.from({ length: size }, () => [])
  const after: number[][] = Array.from({ length: size }, () => [])
  for (const [from, to] of edges) {
    after[from]!.push(to)
    before[to]!.push(from)
  }
  return { before, after }
}

/** The vertices of each layer from top to bottom: by the mean place of their neighbours, forwards and backwards in turn. */
function orderWithin(layers: readonly number[], { before, after }: Neighbours): number[][] {
  const rows: number[][] = Array.from({ length: Math.max(-1, ...layers) + 1 }, () => [])
  layers.forEach((layer, vertex) => {
    rows[layer]!.push(vertex)
  })
  const at = new Array<number>(layers.length).fill(0)
  const number = (row: readonly number[]) =>
    row.forEach((vertex, index) => {
      at[vertex] = index
    })
  rows.forEach(number)
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isForward = sweep % 2 === 0
    for (const row of isForward ? rows : rows.toReversed()) {
      const mean = (vertex: number) => {
        const near = (isForward ? before : after)[vertex]!
        return near.length === 0
          ? at[vertex]!
          : sum(near.map((neighbor) => at[neighbor]!)) / near.length
      }
      const means = new Map(row.map((vertex) => [vertex, mean(vertex)]))
      row.sort((left, right) => means.get(left)! - means.get(right)! || at[left]! - at[right]!)
      number(row)
    }
  }
  return rows
}

interface Room {
  readonly y: number[]
  readonly height: (vertex: number) => number
  readonly gap: number
}

/** Puts the vertices of a layer below one another, around 0. */
function stack(row: readonly number[], { y, height, gap }: Room): void {
  const totalHeight = sum(row.map(height)) + gap * (row.length - 1)
  let top = -totalHeight / 2
  for (const vertex of row) {
    y[vertex] = top + height(vertex) / 2
    top += height(vertex) + gap
  }
}

/**
 * Draws each vertex of a layer to the mean of its neighbours, in least squares, while they keep their order and their
 * gaps: pooling of adjacent violators.
 */
function settle(
  row: readonly number[],
  { y, height, gap, neighbours }: Room & { readonly neighbours: Neighbours },
): void {
  const offsets: number[] = []
  const blocks: { mean: number; count: number }[] = []
  row.forEach((vertex, index) => {
    const above = row[index - 1]
    const least = above === undefined ? 0 : (height(above) + height(vertex)) / 2 + gap
    offsets.push((offsets.at(-1) ?? 0) + least)
    const near = [...neighbours.before[vertex]!, ...neighbours.after[vertex]!]
    const wish =
      near.length === 0 ? y[vertex]! : sum(near.map((neighbor) => y[neighbor]!)) / near.length
    let block = { mean: wish - offsets[index]!, count: 1 }
    for (
      let last = blocks.at(-1);
      last !== undefined && last.mean > block.mean;
      last = blocks.at(-1)
    ) {
      const count = last.count + block.count
      block = { mean: (last.mean * last.count + block.mean * block.count) / count, count }
      blocks.pop()
    }
    blocks.push(block)
  })
  let index = 0
  for (const { mean, count } of blocks) {
    for (const end = index + count; index < end; index += 1) y[row[index]!] = mean + offsets[index]!
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
