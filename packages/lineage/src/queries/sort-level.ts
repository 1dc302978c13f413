import { compareVertices } from '../model/vertex.ts'
import type { SortColumns } from '../view/query-buffers.ts'
import type { LineageView } from '../view/view.ts'

/** Up to so many are sorted by insertion. */
const FEW = 40

/** A span of vertex numbers in a larger array: from `start`, before `end`. */
export interface Level {
  readonly vertices: Uint32Array
  /** A number for each vertex that moves with it. */
  readonly tags: Uint32Array
  readonly start: number
  readonly end: number
}

/** Sorts vertex numbers in place by type and id, by labels when there are any, because comparing texts is slow. */
export function sortLevel(view: LineageView, level: Level): void {
  const count = level.end - level.start
  if (count < 2) return
  const labels = view.labels(count)
  if (count <= FEW) sortFew(view, level, labels)
  else if (labels === null) sortTexts(view, level)
  else {
    sortByLabel(view, level, labels)
    sortTies(view, level, labels)
  }
}

/** Vertex numbers sorted by type and id. */
export function inOrder(view: LineageView, numbers: readonly number[]): number[] {
  const vertices = Uint32Array.from(numbers)
  const tags = new Uint32Array(vertices.length)
  sortLevel(view, { vertices, tags, start: 0, end: vertices.length })
  return Array.from(vertices)
}

function compareTexts(view: LineageView, a: number, b: number): number {
  return compareVertices(view.vertexAt(a), view.vertexAt(b))
}

function sortTexts(view: LineageView, { vertices, tags, start, end }: Level): void {
  const sorted = Array.from(vertices.subarray(start, end), (vertex, i) => {
    return { vertex, tag: tags[start + i]! }
  })
  sorted.sort((a, b) => compareTexts(view, a.vertex, b.vertex))
  for (const [i, { vertex, tag }] of sorted.entries()) {
    vertices[start + i] = vertex
    tags[start + i] = tag
  }
}

/** Insertion sort; without labels texts are compared. */
function sortFew(
  view: LineageView,
  { vertices, tags, start, end }: Level,
  labels: Uint32Array | null,
): void {
  for (let next = start + 1; next < end; next++) {
    const vertex = vertices[next]!
    const tag = tags[next]!
    const label = labels === null ? 0 : labels[vertex]!
    let at = next
    for (; at > start; at--) {
      const other = vertices[at - 1]!
      const otherLabel = labels === null ? 0 : labels[other]!
      if (label > otherLabel) break
      if (label === otherLabel && compareTexts(view, vertex, other) >= 0) break
      vertices[at] = other
      tags[at] = tags[at - 1]!
    }
    vertices[at] = vertex
    tags[at] = tag
  }
}

/**
 * Radix sort with as many digits as the labels differ in; shorter digits for few vertices. Sorted input, common
 * among the neighbours of one vertex, is left alone.
 */
function sortByLabel(
  view: LineageView,
  { vertices, tags, start, end }: Level,
  byNumber: Uint32Array,
): void {
  const count = end - start
  const columns = view.buffers.sort(count)
  const { labels } = columns
  let least = 0xffff_ffff
  let largest = 0
  let before = 0
  let isInOrder = true
  for (let i = 0; i < count; i++) {
    const label = byNumber[vertices[start + i]!]!
    labels[i] = label
    if (label < before) isInOrder = false
    before = label
    if (label < least) least = label
    if (label > largest) largest = label
  }
  if (isInOrder) return
  const order = orderOf(columns, count, { least, largest })
  const moved = order === columns.order ? columns.other : columns.order
  move(vertices, start, order, moved, count)
  move(tags, start, order, moved, count)
}

/** The places of the labels in their order. */
function orderOf(
  columns: SortColumns,
  count: number,
  { least, largest }: { readonly least: number; readonly largest: number },
): Uint32Array {
  const { labels, starts } = columns
  const bits = count < 2_000 ? 8 : 11
  const mask = (1 << bits) - 1
  let from = columns.order
  let to = columns.other
  for (let i = 0; i < count; i++) from[i] = i
  for (let shift = 0; shift < 32 && (largest - least) >>> shift > 0; shift += bits) {
    starts.fill(0, 0, mask + 2)
    for (let i = 0; i < count; i++) starts[(((labels[i]! - least) >>> shift) & mask) + 1]! += 1
    for (let digit = 0; digit < mask; digit++) starts[digit + 1]! += starts[digit]!
    for (let i = 0; i < count; i++) {
      const at = from[i]!
      to[starts[((labels[at]! - least) >>> shift) & mask]!++] = at
    }
    ;[from, to] = [to, from]
  }
  return from
}

function move(
  numbers: Uint32Array,
  start: number,
  order: Uint32Array,
  room: Uint32Array,
  count: number,
): void {
  for (let i = 0; i < count; i++) room[i] = numbers[start + order[i]!]!
  for (let i = 0; i < count; i++) numbers[start + i] = room[i]!
}

function sortTies(view: LineageView, level: Level, labels: Uint32Array): void {
  const { vertices, start, end } = level
  let first = start
  let label = labels[vertices[start]!]!
  for (let at = start + 1; at <= end; at++) {
    const next = at < end ? labels[vertices[at]!]! : -1
    if (next === label) continue
    if (at - first > 1) sortTexts(view, { ...level, start: first, end: at })
    first = at
    label = next
  }
}
