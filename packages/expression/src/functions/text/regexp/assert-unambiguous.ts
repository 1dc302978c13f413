import { assertNever } from '@tributary/core'
import { createPositionAutomaton, type Position } from './position-automaton.ts'
import { refuse } from './read-set.ts'
import type { CharacterRange, CharacterSet, RegexpNode } from './regexp-node.ts'

/**
 * Refuses a pattern of which engines find different stretches of a text. Some engines take the first alternative that fits,
 * others the longest; both are the same when the next character alone says where in the pattern it stands (a
 * deterministic expression, A. Brüggemann-Klein and D. Wood, 1998), and nothing that may be empty is repeated or chosen.
 */
export function assertUnambiguous(node: RegexpNode): void {
  assertGroups(node.kind === 'sequence' ? node.parts : [node])
  const { first, positions, isEmpty } = createPositionAutomaton(node)
  if (isEmpty) refuse('it matches the empty text')
  for (const followers of new Set([first, ...positions.map((position) => position.followers)])) {
    assertApart(followers.positions)
  }
}

function assertGroups(parts: readonly RegexpNode[]): void {
  const inner = parts.flatMap((part) => (part.kind === 'group' ? [part.part] : [part]))
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

/** Refuses places that may follow one another's beginning with the same character. */
function assertApart(places: readonly Position[]): void {
  const ranges = places.flatMap(({ set }) => toDisjointRanges(set)).toSorted(([a], [b]) => a - b)
  const overlaps = ranges.some(([from], index) => index > 0 && ranges[index - 1]![1] >= from)
  if (overlaps) {
    refuse(
      'a character fits two places of it, so engines find different stretches; use sets that exclude each other, as in "[^-]*-"',
    )
  }
}

const LAST_CODE_POINT = 0x10ffff

/** The code points of a set as ranges that do not overlap, in order. */
export function toDisjointRanges({ ranges, negated }: CharacterSet): readonly CharacterRange[] {
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
