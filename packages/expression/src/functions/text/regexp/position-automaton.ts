import { assertNever } from '@tributary/core'
import { refuse } from './read-set.ts'
import type { CharacterSet, RegexpNode } from './regexp-node.ts'

/** A pattern as its characters, each repetition written out, and which of them may follow which (V. M. Glushkov, 1961). */
export interface PositionAutomaton {
  readonly positions: readonly Position[]
  /** The positions at which a match may begin. */
  readonly first: Followers
  /** Whether the empty text matches. */
  readonly isEmpty: boolean
  /** Whether a match begins with the text, and whether it ends with it. */
  readonly fromStart: boolean
  readonly toEnd: boolean
}

/** A character of a pattern. */
export interface Position {
  readonly index: number
  readonly set: CharacterSet
  /** Whether it belongs to the group that is extracted. */
  readonly isGrouped: boolean
  /** Whether a match may end with it. */
  readonly isLast: boolean
  readonly followers: Followers
}

/** Positions that may follow. Those that follow several positions alike are one object. */
export interface Followers {
  readonly positions: readonly Position[]
}

/** A position that is being made. */
interface OpenPosition extends Position {
  isLast: boolean
  followers: Followers
  /** Lists of positions that may follow; parts of the pattern share them. */
  readonly lists: OpenPositions[]
}

type OpenPositions = readonly OpenPosition[]

/** A part of a pattern: whether it matches the empty text, and its first and last characters. */
interface Part {
  readonly isEmpty: boolean
  readonly first: OpenPositions
  readonly last: OpenPositions
}

/** The state that the parts of a pattern share while the automaton is built. */
interface Making {
  readonly positions: OpenPosition[]
  isGrouped: boolean
}

const EMPTY: Part = { isEmpty: true, first: [], last: [] }
const NONE: Followers = { positions: [] }

/** More followers than that no pattern for people has: 200 parts in a row that may all be missing. */
const MOST_FOLLOWERS = 20_000

/**
 * Makes the automaton of a pattern for what it finds. Refuses what finds different stretches in different engines: parts that
 * may be empty and are repeated or chosen, and edges within.
 */
export function createPositionAutomaton(node: RegexpNode): PositionAutomaton {
  const parts = node.kind === 'sequence' ? node.parts : [node]
  const fromStart = isEdge(parts[0], 'start')
  const toEnd = isEdge(parts.at(-1), 'end')
  const making: Making = { positions: [], isGrouped: false }
  const inner = parts.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined)
  const sequence = inner.map((part) => makePart(part, making)).reduce(joinParts, EMPTY)
  for (const position of sequence.last) position.isLast = true
  const { positions } = making
  const share = createSharing()
  for (const position of positions) position.followers = share(position.lists)
  return { positions, first: share([sequence.first]), isEmpty: sequence.isEmpty, fromStart, toEnd }
}

function isEdge(node: RegexpNode | undefined, edge: 'start' | 'end'): boolean {
  return node?.kind === 'edge' && node.edge === edge
}

/** Gives the followers in some lists, the same ones for the same lists. */
function createSharing(): (lists: readonly OpenPositions[]) => Followers {
  const numbers = new Map<OpenPositions, number>()
  const shared = new Map<string, Followers>()
  let count = 0
  return (lists) => {
    const key = lists.map((list) => numbers.get(list) ?? numbers.set(list, numbers.size).size - 1)
    const before = shared.get(key.join())
    if (before !== undefined) return before
    const followers = { positions: [...new Set(lists.flat())] }
    count += followers.positions.length
    if (count > MOST_FOLLOWERS) refuse('it is too large')
    shared.set(key.join(), followers)
    return followers
  }
}

function makePart(node: RegexpNode, making: Making): Part {
  switch (node.kind) {
    case 'character': {
      const { positions, isGrouped } = making
      const position: OpenPosition = {
        index: positions.length,
        set: node.set,
        isGrouped,
        isLast: false,
        followers: NONE,
        lists: [],
      }
      positions.push(position)
      return { isEmpty: false, first: [position], last: [position] }
    }
    case 'edge':
      return refuse("'^' may stand only at its beginning, and '$' only at its end")
    case 'group': {
      making.isGrouped = true
      const part = makePart(node.part, making)
      making.isGrouped = false
      return part
    }
    case 'sequence':
      return node.parts.map((part) => makePart(part, making)).reduce(joinParts, EMPTY)
    case 'choice': {
      const options = node.options.map((option) => makePart(option, making))
      if (options.some(({ isEmpty }) => isEmpty)) refuse('one of several choices may be empty')
      return {
        isEmpty: false,
        first: options.flatMap(({ first }) => first),
        last: options.flatMap(({ last }) => last),
      }
    }
    case 'repeat':
      return repeatPart(node, making)
    default:
      return assertNever(node)
  }
}

function repeatPart(
  { part, least, most }: Extract<RegexpNode, { kind: 'repeat' }>,
  making: Making,
): Part {
  const copy = (): Part => {
    const copiedPart = makePart(part, making)
    if (copiedPart.isEmpty) refuse('a part that may be empty is repeated')
    return copiedPart
  }
  const needed = Array.from({ length: least }, copy).reduce(joinParts, EMPTY)
  if (most === null) {
    const loop = copy()
    follow(loop.last, loop.first)
    return joinParts(needed, { ...loop, isEmpty: true })
  }
  let more = EMPTY
  for (let count = least; count < most; count++)
    more = { ...joinParts(copy(), more), isEmpty: true }
  return joinParts(needed, more)
}

/** One part behind another. */
function joinParts(a: Part, b: Part): Part {
  follow(a.last, b.first)
  return {
    isEmpty: a.isEmpty && b.isEmpty,
    first: a.isEmpty ? [...a.first, ...b.first] : a.first,
    last: b.isEmpty ? [...a.last, ...b.last] : b.last,
  }
}

function follow(from: OpenPositions, to: OpenPositions): void {
  if (to.length > 0) for (const { lists } of from) lists.push(to)
}
