import { isInSet } from './character-set.ts'
import type { Step } from './compile-regexp.ts'

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
  /** Whether this is the place before the first character, and after the last. */
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

/** Goes on from some steps, and from the first, as far as no character is needed; TRUE when that is the end. */
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
