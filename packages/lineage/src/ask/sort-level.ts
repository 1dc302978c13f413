import { compareVertices } from '../vertex-order.ts'
import type { LineageView } from '../view.ts'

/** So few are sorted faster by inserting each than by counting. */
const FEW = 48

/** Sorts vertex numbers in place by type and id; by labels where there are any, because comparing texts is slow. */
export function sortLevel(view: LineageView, level: number[]): number[] {
  if (level.length < 2) return level
  const labels = view.labels(level.length)
  if (level.length <= FEW) return sortFew(view, level, labels)
  if (labels === null) return level.sort((a, b) => compareTexts(view, a, b))
  sortByLabel(level, labels)
  sortTies(view, level, labels)
  return level
}

function compareTexts(view: LineageView, a: number, b: number): number {
  return compareVertices(view.vertexAt(a), view.vertexAt(b))
}

function sortFew(view: LineageView, level: number[], labels: Uint32Array | null): number[] {
  for (let end = 1; end < level.length; end++) {
    const vertex = level[end]!
    let at = end
    for (; at > 0 && isBefore(view, labels, vertex, level[at - 1]!); at--)
      level[at] = level[at - 1]!
    level[at] = vertex
  }
  return level
}

function isBefore(
  view: LineageView,
  labels: Uint32Array | null,
  vertex: number,
  other: number,
): boolean {
  if (labels !== null && labels[vertex] !== labels[other]) return labels[vertex]! < labels[other]!
  return compareTexts(view, vertex, other) < 0
}

const DIGIT = 2048

/** Least significant digit first, eleven bits a digit, as many as the largest label has. */
function sortByLabel(level: number[], labels: Uint32Array): void {
  let largest = 0
  for (const vertex of level) largest = Math.max(largest, labels[vertex]!)
  let from = Uint32Array.from(level)
  let to = new Uint32Array(level.length)
  const starts = new Uint32Array(DIGIT + 1)
  for (let shift = 0; shift < 32 && largest >>> shift > 0; shift += 11) {
    starts.fill(0)
    for (const vertex of from) starts[((labels[vertex]! >>> shift) & (DIGIT - 1)) + 1]! += 1
    for (let digit = 0; digit < DIGIT; digit++) starts[digit + 1]! += starts[digit]!
    for (const vertex of from) to[starts[(labels[vertex]! >>> shift) & (DIGIT - 1)]!++] = vertex
    ;[from, to] = [to, from]
  }
  for (let i = 0; i < level.length; i++) level[i] = from[i]!
}

function sortTies(view: LineageView, level: number[], labels: Uint32Array): void {
  let start = 0
  for (let at = 1; at <= level.length; at++) {
    if (at < level.length && labels[level[at]!] === labels[level[start]!]) continue
    if (at - start > 1) {
      const tied = level.slice(start, at).sort((a, b) => compareTexts(view, a, b))
      for (const [i, vertex] of tied.entries()) level[start + i] = vertex
    }
    start = at
  }
}
