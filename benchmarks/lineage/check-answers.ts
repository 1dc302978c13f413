import { isDeepStrictEqual } from 'node:util'
import type { Engine, Numbering, Order, Root, Steps } from './engine.ts'
import type { Judge } from './judge.ts'
import { sampleTime } from './turn.ts'

/** What {@link checkAnswers} asks, and what it compares the answers with. */
export interface CheckOptions {
  readonly steps: Steps
  /** In an order of which every beginning is a fair choice: a slow engine gets no more. */
  readonly roots: readonly Root[]
  /** How long a turn may take, in milliseconds; one root is asked in any case. */
  readonly patience: number
  readonly judge: Judge
  readonly numbering: Numbering
  /** By root, the digest that engines give which list as ours does; null for ours. */
  readonly orders: readonly Order[] | null
}

/** What came of it, of an engine that answers well. */
export interface Checked {
  readonly steps: Steps
  /** How many roots a turn has time for. */
  readonly roots: number
  /** Of their answers, on average. */
  readonly vertices: number
  readonly edges: number
  /** By root, the digest of its answer; empty for an engine that has an order of its own. */
  readonly orders: readonly Order[]
}

/** Compares an engine's answers row by row with the judge's. Throws at the first difference. */
export async function checkAnswers(
  engine: Engine,
  { steps, roots, patience, judge, numbering, orders }: CheckOptions,
): Promise<Checked> {
  const own: Order[] = []
  let [asked, vertices, edges, time] = [0, 0, 0, 0]
  for (const root of roots) {
    const begin = performance.now()
    const found = await engine.ask(root, steps)
    time += sampleTime(performance.now() - begin)
    const expected = judge(root, steps)
    const { order, ...answer } = engine.answer(found, root, numbering)
    if (!isDeepStrictEqual(answer, expected)) {
      throw new Error(`${nameOf(root, steps)} is answered otherwise than expected.`)
    }
    if (order !== undefined) {
      if (orders !== null && order !== orders[asked]) {
        throw new Error(`${nameOf(root, steps)} is listed in another order than ours.`)
      }
      own.push(order)
    }
    asked += 1
    vertices += new Set([...expected.up, ...expected.down]).size
    edges += expected.edges.length
    if (time > patience) break
  }
  return { steps, roots: asked, vertices: vertices / asked, edges: edges / asked, orders: own }
}

function nameOf({ ref: { vertexType, vertexId } }: Root, steps: Steps): string {
  return `(${steps},${steps}) around ${vertexType} ${vertexId}`
}
