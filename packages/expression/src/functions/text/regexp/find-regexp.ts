import { toDisjointRanges } from './assert-unambiguous.ts'
import { createPositionAutomaton, type Followers, type Position } from './position-automaton.ts'
import type { RegexpNode } from './regexp-node.ts'

/** Finds what an unambiguous pattern matches, in time that grows with the length of the text. */
export interface RegexpFinder {
  /** The first match, of the earliest places the longest; null for none. */
  findFirst(text: string): Stretch | null
  /** The matches that do not overlap, from the beginning to the end of the text. */
  findAll(text: string): readonly Stretch[]
  /** The part of a match that the group of the pattern matches. */
  readGroup(text: string, match: Stretch): string
}

/** A stretch of a text, in UTF-16 units; the end is not included. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/**
 * Prepares an unambiguous pattern. From one place in a text there is only one way through such a pattern, and ways from two
 * places that come to the same position with the same character go on alike. So all places are followed side by side, and
 * ways that meet are followed as one: the time is at most the text's length times the number of positions, even where each
 * match has to look far beyond its end.
 */
export function createRegexpFinder(node: RegexpNode): RegexpFinder {
  const automaton = createPositionAutomaton(node)
  const { fromStart, toEnd } = automaton
  const count = automaton.positions.length
  const steps = createSteps()
  const matchesAll = (text: string, isFirstOnly: boolean): Stretch[] => {
    const runs: Run[] = []
    // By position: the run that has come to it, and how far the text was read then.
    const arrivals = new Array<Run | undefined>(count)
    const arrivedAt = new Float64Array(count)
    let live: Run[] = []
    let match: Run | undefined
    for (let at = 0; at < text.length; ) {
      const codePoint = text.codePointAt(at)!
      const end = at + (codePoint > 0xffff ? 2 : 1)
      const next: Run[] = []
      const goOn = (run: Run, position: Position | null): void => {
        run.position = position
        if (position === null) return
        const { index } = position
        if (arrivedAt[index] === end) {
          run.position = null
          run.joined = { run: arrivals[index]!, at: end }
          return
        }
        arrivedAt[index] = end
        arrivals[index] = run
        next.push(run)
        if (position.isLast && (!toEnd || end === text.length)) {
          run.end = end
          if (match === undefined || run.start < match.start) match = run
        }
      }
      for (const run of live) goOn(run, steps(run.position!.followers, codePoint))
      const mayBegin = (at === 0 || !fromStart) && !(isFirstOnly && match !== undefined)
      const begun = mayBegin ? steps(automaton.first, codePoint) : null
      if (begun !== null) {
        const run: Run = { start: at, end: -1, position: begun, joined: null }
        runs.push(run)
        goOn(run, begun)
      }
      live = next
      at = end
      // Runs are in the order of their starts: no later one can become the first match.
      const isDone = live.length === 0 || (match !== undefined && live[0]!.start > match.start)
      if (isFirstOnly && match !== undefined && isDone) break
      if (fromStart && live.length === 0) break
    }
    return takeMatches(runs)
  }
  return {
    findFirst: (text) => matchesAll(text, true)[0] ?? null,
    findAll: (text) => matchesAll(text, false),
    readGroup(text, { start, end }) {
      let followers = automaton.first
      let from = end
      let to = end
      for (let at = start; at < end; ) {
        const codePoint = text.codePointAt(at)!
        const after = at + (codePoint > 0xffff ? 2 : 1)
        const position = steps(followers, codePoint)!
        if (position.isGrouped) {
          from = Math.min(from, at)
          to = after
        }
        followers = position.followers
        at = after
      }
      return text.slice(from, to)
    },
  }
}

/** The way through a pattern from one place of a text. */
interface Run {
  readonly start: number
  /** Where its longest match so far ends; -1 for none. */
  end: number
  /** The position that it has come to; null when it goes no further by itself. */
  position: Position | null
  /** The earlier run that it has met, and where. */
  joined: { readonly run: Run; readonly at: number } | null
}

/** The matches of runs in the order of their starts: a run that has met another one ends where that one does. */
function takeMatches(runs: readonly Run[]): Stretch[] {
  const matches: Stretch[] = []
  let free = 0
  for (const run of runs) {
    const { start, joined } = run
    // The earlier run has its end already, and it is beyond the meeting if it has been found there.
    if (joined !== null && joined.run.end >= joined.at) run.end = joined.run.end
    if (run.end < 0 || start < free) continue
    matches.push({ start, end: run.end })
    free = run.end
  }
  return matches
}

const ASCII = 128

/** The positions by code point, of which there is at most one. */
interface StepTable {
  readonly ascii: readonly (Position | null)[]
  /** Ranges from beyond ASCII, in order. */
  readonly ranges: readonly (readonly [from: number, to: number, position: Position])[]
}

/** Gives the follower that takes a character; null for none. */
function createSteps(): (followers: Followers, codePoint: number) => Position | null {
  const tables = new Map<Followers, StepTable>()
  return (followers, codePoint) => {
    let table = tables.get(followers)
    if (table === undefined) {
      table = createStepTable(followers)
      tables.set(followers, table)
    }
    if (codePoint < ASCII) return table.ascii[codePoint]!
    const { ranges } = table
    let low = 0
    let high = ranges.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ranges[middle]![1] < codePoint) low = middle + 1
      else high = middle
    }
    const range = ranges[low]
    return range !== undefined && range[0] <= codePoint ? range[2] : null
  }
}

function createStepTable({ positions }: Followers): StepTable {
  const ascii = new Array<Position | null>(ASCII).fill(null)
  const ranges: [number, number, Position][] = []
  for (const position of positions) {
    for (const [from, to] of toDisjointRanges(position.set)) {
      for (let code = from; code <= to && code < ASCII; code++) ascii[code] = position
      if (to >= ASCII) ranges.push([Math.max(from, ASCII), to, position])
    }
  }
  return { ascii, ranges: ranges.sort(([a], [b]) => a - b) }
}
