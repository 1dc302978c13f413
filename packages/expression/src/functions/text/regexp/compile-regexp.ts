import { assertNever } from '@tributary/core'
import type { CharacterSet } from './character-set.ts'
import type { RegexpNode } from './regexp-node.ts'

/**
 * One step of a compiled pattern. A `character` or an `edge` leads to the step after it, a `fork` to all
 * of its targets; `match` ends it.
 */
export type Step =
  | { readonly op: 'character'; readonly set: CharacterSet }
  | { readonly op: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly op: 'fork'; readonly targets: readonly number[] }
  | { readonly op: 'match' }

/** The steps of a tree, the first first. */
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
    case 'sequence':
      for (const one of node.parts) emit(one, steps)
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
  for (const one of options) {
    starts.push(steps.length)
    emit(one, steps)
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

/** A place for a fork whose targets are not known yet. */
function reserve(steps: Step[]): number {
  return steps.push({ op: 'fork', targets: [] }) - 1
}
