import type { Engine, Root, Steps } from './engine.ts'

/** Two times of one question, in milliseconds. */
export interface Sample {
  /** With what the question before has left in the caches. */
  readonly cold: number
  /** Of the same question right after. */
  readonly warm: number
}

/** One sample of every root. */
export interface Turn {
  readonly samples: readonly Sample[]
  /** How long all questions took that were asked for them, in milliseconds. */
  readonly spent: number
}

/** An answer that takes longer, in milliseconds, has long turned the caches over: it is asked twice, not three times. */
const LONG = 50

/** How long a sample takes of a question that takes `time`, in milliseconds. */
export function sampleTime(time: number): number {
  return time * (time > LONG ? 2 : 3)
}

/** How long code runs before its times count, at each turn, in milliseconds; the same for all. */
export const WARM_UP = 250

/**
 * One sample of every root. The engine runs alone for a while before: others have had the processor since its last
 * turn. Its garbage is cleared away, but only the young: to clear away all would also drop compiled code.
 */
export async function takeTurn(
  engine: Engine,
  roots: readonly Root[],
  steps: Steps,
): Promise<Turn> {
  globalThis.gc?.({ type: 'minor' })
  const warmUntil = performance.now() + WARM_UP
  for (let i = 0; performance.now() < warmUntil; i++) {
    await timeOf(engine, roots[i % roots.length]!, steps)
  }
  const samples: Sample[] = []
  const begin = performance.now()
  for (const root of roots) {
    const cold = await timeOf(engine, root, steps)
    if (cold <= LONG) await timeOf(engine, root, steps)
    samples.push({ cold, warm: await timeOf(engine, root, steps) })
  }
  return { samples, spent: performance.now() - begin }
}

/** How long an answer takes, in milliseconds. No part of the turn, so that it is compiled when its times count. */
export function timeOf(engine: Engine, root: Root, steps: Steps): number | Promise<number> {
  const begin = performance.now()
  const found = engine.ask(root, steps)
  if (found instanceof Promise) return found.then(() => performance.now() - begin)
  return performance.now() - begin
}
