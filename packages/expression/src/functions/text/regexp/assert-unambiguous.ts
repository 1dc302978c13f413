import { assertNever } from '@tributary/core'
import { refuse } from './read-set.ts'
import type { CharacterRange, CharacterSet, RegexpNode } from './regexp-node.ts'

/** A character of a pattern, each repetition written out, and those that may follow it. */
interface Position {
  readonly set: CharacterSet
  readonly next: Set<Position>
}

/** A part of a pattern: whether it matches the empty text, and its first and last characters. */
interface Part {
  readonly isEmpty: boolean
  readonly first: readonly Position[]
  readonly last: readonly Position[]
}

const EMPTY: Part = { isEmpty: true, first: [], last: [] }

/**
 * Refuses a pattern of which engines find different stretches of a text. Some engines take the first alternative that fits,
 * others the longest; both are the same when the next character alone says where in the pattern it stands (a
 * deterministic expression, A. Brüggemann-Klein and D. Wood, 1998), and nothing that may be empty is repeated or chosen.
 */
export function assertUnambiguous(node: RegexpNode): void {
  const parts = node.kind === 'sequence' ? node.parts : [node]
  assertGroups(parts)
  const positions: Position[] = []
  const inner = parts.slice(
    isEdge(parts[0], 'start') ? 1 : 0,
    isEdge(parts.at(-1), 'end') ? -1 : undefined,
  )
  const whole = inner.map((one) => partOf(one, positions)).reduce(joined, EMPTY)
  if (whole.isEmpty) refuse('it matches the empty text')
  for (const places of [whole.first, ...positions.map(({ next }) => [...next])]) {
    assertApart(places)
  }
}

function isEdge(node: RegexpNode | undefined, edge: 'start' | 'end'): boolean {
  return node?.kind === 'edge' && node.edge === edge
}

function assertGroups(parts: readonly RegexpNode[]): void {
  const inner = parts.flatMap((one) => (one.kind === 'group' ? [one.part] : [one]))
  const isNested = inner.some(hasGroup)
  const count = parts.filter(({ kind }) => kind === 'group').length
  if (isNested || count > 1) {
    refuse("it may have one '(' outside of all repetitions and choices; write '(?:' for others")
  }
}

function hasGroup(node: RegexpNode): boolean {
  switch (node.kind) {
    case 'character':
    case 'edge':
      return false
    case 'group':
      return true
    case 'sequence':
      return node.parts.some(hasGroup)
    case 'choice':
      return node.options.some(hasGroup)
    case 'repeat':
      return hasGroup(node.part)
    default:
      return assertNever(node)
  }
}

function partOf(node: RegexpNode, positions: Position[]): Part {
  switch (node.kind) {
    case 'character': {
      const position: Position = { set: node.set, next: new Set() }
      positions.push(position)
      return { isEmpty: false, first: [position], last: [position] }
    }
    case 'edge':
      return refuse("'^' may stand only at its beginning, and '$' only at its end")
    case 'group':
      return partOf(node.part, positions)
    case 'sequence':
      return node.parts.map((one) => partOf(one, positions)).reduce(joined, EMPTY)
    case 'choice': {
      const options = node.options.map((one) => partOf(one, positions))
      if (options.some(({ isEmpty }) => isEmpty)) refuse('one of several choices may be empty')
      return {
        isEmpty: false,
        first: options.flatMap(({ first }) => first),
        last: options.flatMap(({ last }) => last),
      }
    }
    case 'repeat':
      return repeated(node, positions)
    default:
      return assertNever(node)
  }
}

function repeated(
  { part, least, most }: Extract<RegexpNode, { kind: 'repeat' }>,
  positions: Position[],
): Part {
  const copy = (): Part => {
    const made = partOf(part, positions)
    if (made.isEmpty) refuse('a part that may be empty is repeated')
    return made
  }
  const needed = Array.from({ length: least }, copy).reduce(joined, EMPTY)
  if (most === null) {
    const loop = copy()
    follow(loop.last, loop.first)
    return joined(needed, { ...loop, isEmpty: true })
  }
  let more = EMPTY
  for (let count = least; count < most; count++) more = { ...joined(copy(), more), isEmpty: true }
  return joined(needed, more)
}

/** One part behind another. */
function joined(a: Part, b: Part): Part {
  follow(a.last, b.first)
  return {
    isEmpty: a.isEmpty && b.isEmpty,
    first: a.isEmpty ? [...a.first, ...b.first] : a.first,
    last: b.isEmpty ? [...a.last, ...b.last] : b.last,
  }
}

function follow(from: readonly Position[], to: readonly Position[]): void {
  for (const { next } of from) for (const one of to) next.add(one)
}

/** Refuses places that may follow one another's beginning with the same character. */
function assertApart(places: readonly Position[]): void {
  const ranges = places.flatMap(({ set }) => rangesOf(set)).toSorted(([a], [b]) => a - b)
  const overlaps = ranges.some(([from], index) => index > 0 && ranges[index - 1]![1] >= from)
  if (overlaps) {
    refuse(
      'a character fits two places of it, so engines find different stretches; use sets that exclude each other, as in "[^-]*-"',
    )
  }
}

const LAST_CODE_POINT = 0x10ffff

/** The code points of a set as ranges that do not overlap, in order. */
function rangesOf({ ranges, negated }: CharacterSet): readonly CharacterRange[] {
  const merged: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = merged.at(-1)
    if (before !== undefined && from <= before[1] + 1) before[1] = Math.max(before[1], to)
    else merged.push([from, to])
  }
  if (!negated) return merged
  const gaps: CharacterRange[] = []
  let next = 0
  for (const [from, to] of merged) {
    if (from > next) gaps.push([next, from - 1])
    next = to + 1
  }
  return next > LAST_CODE_POINT ? gaps : [...gaps, [next, LAST_CODE_POINT]]
}
