import { assertNever } from '@tributary/core'
import { type CharacterSet, isInSet, type RegexpNode } from './regexp-node.ts'

/**
 * Whether compiled steps match anywhere in a text. All ways through the steps are followed side by side
 * (Thompson, 1968), so the time is at most the text's length times the number of steps.
 */
export function matchesRegexp(steps: readonly Step[], text: string): boolean {
  const run: Run = {
    steps,
    reached: new Uint32Array(steps.length),
    round: 0,
    waiting: [],
    open: [],
    start: true,
    end: text === '',
  }
  if (enter(run, [])) return true
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at)!
    at += codePoint > 0xffff ? 2 : 1
    run.start = false
    run.end = at === text.length
    if (enter(run, stepsAfter(run, codePoint))) return true
  }
  return false
}

interface Run {
  readonly steps: readonly Step[]
  /** The round in which each step was last reached. */
  readonly reached: Uint32Array
  round: number
  /** The steps that wait for a character. */
  waiting: number[]
  /** Steps yet to be followed. */
  readonly open: number[]
  /** Whether this is the beginning of the text, and whether it is the end. */
  start: boolean
  end: boolean
}

function stepsAfter({ steps, waiting }: Run, codePoint: number): readonly number[] {
  const after: number[] = []
  for (const index of waiting) {
    const step = steps[index]!
    if (step.op === 'character' && isInSet(step.set, codePoint)) after.push(index + 1)
  }
  return after
}

/** Follows some steps, and the first, up to those that need a character; TRUE when the match is complete. */
function enter(run: Run, from: readonly number[]): boolean {
  run.round += 1
  run.waiting = []
  if (follow(run, 0)) return true
  for (const index of from) if (follow(run, index)) return true
  return false
}

function follow(run: Run, first: number): boolean {
  const { steps, reached, round, waiting, open } = run
  open.push(first)
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reached[index] === round) continue
    reached[index] = round
    const step = steps[index]!
    if (step.op === 'match') return true
    if (step.op === 'character') waiting.push(index)
    else if (step.op === 'fork') for (const target of step.targets) open.push(target)
    else if (run[step.edge]) open.push(index + 1)
  }
  return false
}

/**
 * One step of a compiled pattern. A `character` or an `edge` leads to the step after it, a `fork` to all
 * of its targets; `match` ends it.
 */
export type Step =
  | { readonly op: 'character'; readonly set: CharacterSet }
  | { readonly op: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly op: 'fork'; readonly targets: readonly number[] }
  | { readonly op: 'match' }

/** Compiles a tree to steps, in order. */
export function compileRegexp(node: RegexpNode): readonly Step[] {
  const steps: Step[] = []
  emit(node, steps)
  steps.push({ op: 'match' })
  return steps
}

function emit(node: RegexpNode, steps: Step[]): void {
  switch (node.kind) {
    case 'character':
      steps.push({ op: 'character', set: node.set })
      return
    case 'edge':
      steps.push({ op: 'edge', edge: node.edge })
      return
    case 'group':
      emit(node.part, steps)
      return
    case 'sequence':
      for (const part of node.parts) emit(part, steps)
      return
    case 'choice':
      emitChoice(node.options, steps)
      return
    case 'repeat':
      emitRepeat(node, steps)
      return
    default:
      assertNever(node)
  }
}

function emitChoice(options: readonly RegexpNode[], steps: Step[]): void {
  const fork = reserve(steps)
  const starts: number[] = []
  const ends: number[] = []
  for (const option of options) {
    starts.push(steps.length)
    emit(option, steps)
    ends.push(reserve(steps))
  }
  steps[fork] = { op: 'fork', targets: starts }
  for (const end of ends) steps[end] = { op: 'fork', targets: [steps.length] }
}

function emitRepeat(node: Extract<RegexpNode, { kind: 'repeat' }>, steps: Step[]): void {
  const { part, least, most } = node
  for (let count = 0; count < least; count++) emit(part, steps)
  if (most === null) {
    const loop = reserve(steps)
    emit(part, steps)
    steps.push({ op: 'fork', targets: [loop] })
    steps[loop] = { op: 'fork', targets: [loop + 1, steps.length] }
    return
  }
  const forks: number[] = []
  for (let count = least; count < most; count++) {
    forks.push(reserve(steps))
    emit(part, steps)
  }
  for (const fork of forks) steps[fork] = { op: 'fork', targets: [fork + 1, steps.length] }
}

/** Adds a fork whose targets are set later. */
function reserve(steps: Step[]): number {
  return steps.push({ op: 'fork', targets: [] }) - 1
}
