import { compareVertices } from '../vertex-order.ts'
import type { LineageView } from '../view.ts'

/** So few are sorted faster by inserting each than by counting. */
const FEW = 40

/** Some vertex numbers in a larger array: from `start`, before `end`. */
export interface Level {
  readonly vertices: Uint32Array
  readonly start: number
  readonly end: number
}

/** Sorts vertex numbers in place by type and id; by labels where there are any, because comparing texts is slow. */
export function sortLevel(view: LineageView, level: Level): void {
  const { vertices, start, end } = level
  if (end - start < 2) return
  const labels = view.labels(end - start)
  if (end - start <= FEW) {
    if (labels === null) sortFewTexts(view, level)
    else sortFew(view, level, labels)
  } else if (labels === null) {
    const sorted = Array.from(vertices.subarray(start, end)).sort((a, b) =>
      compareTexts(view, a, b),
    )
    vertices.set(sorted, start)
  } else {
    sortByLabel(level, labels)
    sortTies(view, level, labels)
  }
}

/** Vertex numbers in the order of type and id. */
export function inOrder(view: LineageView, numbers: readonly number[]): number[] {
  const vertices = Uint32Array.from(numbers)
  sortLevel(view, { vertices, start: 0, end: vertices.length })
  return Array.from(vertices)
}

function compareTexts(view: LineageView, a: number, b: number): number {
  return compareVertices(view.vertexAt(a), view.vertexAt(b))
}

function sortFewTexts(view: LineageView, { vertices, start, end }: Level): void {
  for (let next = start + 1; next < end; next++) {
    const vertex = vertices[next]!
    let at = next
    for (; at > start && compareTexts(view, vertex, vertices[at - 1]!) < 0; at--) {
      vertices[at] = vertices[at - 1]!
    }
    vertices[at] = vertex
  }
}

function sortFew(view: LineageView, { vertices, start, end }: Level, labels: Uint32Array): void {
  for (let next = start + 1; next < end; next++) {
    const vertex = vertices[next]!
    const label = labels[vertex]!
    let at = next
    for (; at > start; at--) {
      const other = vertices[at - 1]!
      const otherLabel = labels[other]!
      if (label > otherLabel) break
      if (label === otherLabel && compareTexts(view, vertex, other) >= 0) break
      vertices[at] = other
    }
    vertices[at] = vertex
  }
}

const SCRATCH = { vertices: new Uint32Array(1024), starts: new Uint32Array(2049) }

/** Least significant digit first, as many digits as the largest label has; short ones where there is little to sort. */
function sortByLabel({ vertices, start, end }: Level, labels: Uint32Array): void {
  const count = end - start
  if (SCRATCH.vertices.length < count) SCRATCH.vertices = new Uint32Array(2 * count)
  const { starts } = SCRATCH
  const bits = count < 2_000 ? 8 : 11
  const mask = (1 << bits) - 1
  let largest = 0
  for (let at = start; at < end; at++) {
    const label = labels[vertices[at]!]!
    if (label > largest) largest = label
  }
  let from: Uint32Array = vertices
  let fromStart = start
  let to: Uint32Array = SCRATCH.vertices
  let toStart = 0
  for (let shift = 0; shift < 32 && largest >>> shift > 0; shift += bits) {
    starts.fill(0, 0, mask + 2)
    for (let i = 0; i < count; i++) {
      starts[((labels[from[fromStart + i]!]! >>> shift) & mask) + 1]! += 1
    }
    for (let digit = 0; digit < mask; digit++) starts[digit + 1]! += starts[digit]!
    for (let i = 0; i < count; i++) {
      const vertex = from[fromStart + i]!
      to[toStart + starts[(labels[vertex]! >>> shift) & mask]!++] = vertex
    }
    ;[from, to] = [to, from]
    ;[fromStart, toStart] = [toStart, fromStart]
  }
  if (from !== vertices) vertices.set(from.subarray(0, count), start)
}

function sortTies(view: LineageView, { vertices, start, end }: Level, labels: Uint32Array): void {
  let first = start
  for (let at = start + 1; at <= end; at++) {
    if (at < end && labels[vertices[at]!] === labels[vertices[first]!]) continue
    if (at - first > 1) {
      const tied = Array.from(vertices.subarray(first, at)).sort((a, b) => compareTexts(view, a, b))
      vertices.set(tied, first)
    }
    first = at
  }
}
