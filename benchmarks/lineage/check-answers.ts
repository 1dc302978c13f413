import { isDeepStrictEqual } from 'node:util'
import type { Answer, Engine, Root } from './engine.ts'

/** The judge's answer for each root. */
export async function answersOf(
  judge: Engine,
  roots: readonly Root[],
  steps: number,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const root of roots) answers.push(await judge.answer(root, steps))
  return answers
}

/** What {@link checkAnswers} asks. */
export interface CheckOptions {
  readonly steps: number
  readonly roots: readonly Root[]
  /** The time after which no further root is asked, in milliseconds. */
  readonly patience: number
}

/**
 * Compares an engine's answers row by row with what is expected, for as many roots as there is patience for, and
 * gives their number: at least one. Throws at the first difference.
 */
export async function checkAnswers(
  engine: Engine,
  expected: readonly Answer[],
  { steps, roots, patience }: CheckOptions,
): Promise<number> {
  const begin = performance.now()
  for (const [index, root] of roots.entries()) {
    if (!isDeepStrictEqual(await engine.answer(root, steps), expected[index])) {
      const { vertexType, vertexId } = root.ref
      throw new Error(
        `${engine.name} answers ${steps} hops around ${vertexType} ${vertexId} otherwise than expected.`,
      )
    }
    if (performance.now() - begin > patience) return index + 1
  }
  return roots.length
}
