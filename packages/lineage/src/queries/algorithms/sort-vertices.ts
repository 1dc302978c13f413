import { inSpans, runToEnd, type SlicedWork, sortInSlices } from '@tributary/core/internal'
import { compareVertices } from '../../model/vertex.ts'
import type { SortColumns } from '../../view/query-buffers.ts'
import type { LineageView } from '../../view/view.ts'

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

/** Up to so many are sorted by text without a yield. */
const FEW_TEXTS = 1024

/** Vertices that a radix sort moves between two yields. */
const MOVED_AT_ONCE = 16_384

/** Sorts up to 40 vertex numbers as {@link sortLevel} does. Returns false, with nothing changed, for more. */
export function sortAtOnce(view: LineageView, level: Level): boolean {
  const count = level.end - level.start
  if (count > FEW) return false
  if (count > 1) sortFew(view, level, view.labels(count))
  return true
}

/** Sorts vertex numbers in place by type and id, by labels when there are any, because comparing texts is slow. */
export function* sortLevel(view: LineageView, level: Level): SlicedWork<void> {
  if (sortAtOnce(view, level)) return
  const labels = view.labels(level.end - level.start)
  if (labels === null) yield* sortTexts(view, level)
  else {
    yield* sortByLabel(view, level, labels)
    yield* sortTies(view, level, labels)
  }
}

/** Sorts vertex numbers by type and id, in place. */
export function* sortVertices(view: LineageView, vertices: Uint32Array): SlicedWork<Uint32Array> {
  const tags = new Uint32Array(vertices.length)
  yield* sortLevel(view, { vertices, tags, start: 0, end: vertices.length })
  return vertices
}

/** A few vertex numbers sorted by type and id. */
export function sortNumbers(view: LineageView, numbers: readonly number[]): number[] {
  return Array.from(runToEnd(sortVertices(view, Uint32Array.from(numbers))))
}

function compareTexts(view: LineageView, a: number, b: number): number {
  return compareVertices(view.vertexAt(a), view.vertexAt(b))
}

function* sortTexts(view: LineageView, { vertices, tags, start, end }: Level): SlicedWork<void> {
  const tagged = Array.from(vertices.subarray(start, end), (vertex, i) => {
    return { vertex, tag: tags[start + i]! }
  })
  const compare = (a: Tagged, b: Tagged): number => compareTexts(view, a.vertex, b.vertex)
  const sorted =
    tagged.length <= FEW_TEXTS ? tagged.sort(compare) : yield* sortInSlices(tagged, compare)
  for (const [i, { vertex, tag }] of sorted.entries()) {
    vertices[start + i] = vertex
    tags[start + i] = tag
  }
}

interface Tagged {
  readonly vertex: number
  readonly tag: number
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
      const previousVertex = vertices[at - 1]!
      const otherLabel = labels === null ? 0 : labels[previousVertex]!
      if (label > otherLabel) break
      if (label === otherLabel && compareTexts(view, vertex, previousVertex) >= 0) break
      vertices[at] = previousVertex
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
function* sortByLabel(
  view: LineageView,
  { vertices, tags, start, end }: Level,
  byNumber: Uint32Array,
): SlicedWork<void> {
  const count = end - start
  const columns = view.buffers.sort(count)
  const { labels } = columns
  let least = 0xffff_ffff
  let largest = 0
  let before = 0
  let isInOrder = true
  const read = (from: number, to: number): void => {
    for (let i = from; i < to; i++) {
      const label = byNumber[vertices[start + i]!]!
      labels[i] = label
      if (label < before) isInOrder = false
      before = label
      if (label < least) least = label
      if (label > largest) largest = label
    }
  }
  yield* inSpans(count, read, MOVED_AT_ONCE)
  if (isInOrder) return
  const order = yield* radixSortLabels(columns, count, { least, largest })
  const room = order === columns.order ? columns.other : columns.order
  yield* move(vertices, { order, room, start, count })
  yield* move(tags, { order, room, start, count })
}

/** The places of the labels in their order. */
function* radixSortLabels(
  columns: SortColumns,
  count: number,
  { least, largest }: { readonly least: number; readonly largest: number },
): SlicedWork<Uint32Array> {
  const { labels, starts } = columns
  const bits = count < 2_000 ? 8 : 11
  const mask = (1 << bits) - 1
  let from = columns.order
  let to = columns.other
  const number = (begin: number, end: number): void => {
    for (let i = begin; i < end; i++) from[i] = i
  }
  yield* inSpans(count, number, MOVED_AT_ONCE)
  for (let shift = 0; shift < 32 && (largest - least) >>> shift > 0; shift += bits) {
    starts.fill(0, 0, mask + 2)
    const tally = (begin: number, end: number): void => {
      for (let i = begin; i < end; i++) starts[(((labels[i]! - least) >>> shift) & mask) + 1]! += 1
    }
    const place = (begin: number, end: number): void => {
      for (let i = begin; i < end; i++) {
        const at = from[i]!
        to[starts[((labels[at]! - least) >>> shift) & mask]!++] = at
      }
    }
    yield* inSpans(count, tally, MOVED_AT_ONCE)
    for (let digit = 0; digit < mask; digit++) starts[digit + 1]! += starts[digit]!
    yield* inSpans(count, place, MOVED_AT_ONCE)
    ;[from, to] = [to, from]
  }
  return from
}

/** Brings numbers from `start` on into the order; `room` is overwritten. */
function* move(
  numbers: Uint32Array,
  {
    order,
    room,
    start,
    count,
  }: {
    readonly order: Uint32Array
    readonly room: Uint32Array
    readonly start: number
    readonly count: number
  },
): SlicedWork<void> {
  const take = (from: number, to: number): void => {
    for (let i = from; i < to; i++) room[i] = numbers[start + order[i]!]!
  }
  yield* inSpans(count, take, MOVED_AT_ONCE)
  numbers.set(room.subarray(0, count), start)
}

function* sortTies(view: LineageView, level: Level, labels: Uint32Array): SlicedWork<void> {
  const { vertices, start, end } = level
  let first = start
  let label = labels[vertices[start]!]!
  for (let at = start + 1; at <= end; at++) {
    if ((at - start) % MOVED_AT_ONCE === 0) yield
    const next = at < end ? labels[vertices[at]!]! : -1
    if (next === label) continue
    if (at - first > 1) yield* sortTexts(view, { ...level, start: first, end: at })
    first = at
    label = next
  }
}
