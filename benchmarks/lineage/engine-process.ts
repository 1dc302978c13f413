import { answerCalls } from '../measure/called-process.ts'
import { type Checked, checkAnswers } from './check-answers.ts'
import type { Engine, Order, Root, Steps } from './engine.ts'
import { ENGINES } from './engines.ts'
import { type GeneratedLineage, generateLineage } from './generate.ts'
import { judgeOf } from './judge.ts'
import { numberingOf } from './numbering.ts'
import { rootsOf } from './roots.ts'
import { type Turn, takeTurn } from './turn.ts'

/** What the process of an engine does. */
export type EngineCalls = {
  /** Makes the engine and checks its answers for each of the steps; null when it is not installed. */
  readonly make: (options: MakeOptions) => Promise<readonly Checked[] | null>
  /** One sample of each of the first so many roots. */
  readonly turn: (asked: TurnOptions) => Promise<Turn>
}

/** Which engine a process makes, and of what. */
export interface MakeOptions {
  /** The name of one of the engines. */
  readonly engine: string
  /** The size of the lineage. */
  readonly edges: number
  readonly steps: readonly Steps[]
  readonly patience: number
  /** For each of `steps`, the digests of our answers by root; null for ours. */
  readonly orders: readonly (readonly Order[])[] | null
  /** A folder for files. */
  readonly folder: string
}

/** What is asked in a turn. */
export interface TurnOptions {
  readonly steps: Steps
  readonly roots: number
}

let made: { readonly engine: Engine; readonly roots: readonly Root[] } | null = null

async function make(options: MakeOptions): Promise<readonly Checked[] | null> {
  const checked = await makeAndCheck(options)
  // The lineage, the judge and the numbering are out of reach by now: no collection while times count finds them.
  globalThis.gc?.()
  return checked
}

async function makeAndCheck(options: MakeOptions): Promise<readonly Checked[] | null> {
  const lineage = generateLineage(options.edges)
  const kind = ENGINES.find(({ name }) => name === options.engine)!
  const engine = await kind.make({ lineage, folder: options.folder })
  if (engine === null) return null
  const roots = rootsOf(lineage)
  const checked = await check({ engine, roots, lineage }, options)
  made = { engine, roots }
  return checked
}

interface ToCheck {
  readonly engine: Engine
  readonly roots: readonly Root[]
  readonly lineage: GeneratedLineage
}

async function check(
  { engine, roots, lineage }: ToCheck,
  { steps, patience, orders }: MakeOptions,
): Promise<readonly Checked[]> {
  const judge = judgeOf(lineage)
  const numbering = numberingOf(lineage)
  const checked: Checked[] = []
  for (const [index, one] of steps.entries()) {
    const expected = orders === null ? null : orders[index]!
    const options = { steps: one, roots, patience, judge, numbering, orders: expected }
    checked.push(await checkAnswers(engine, options))
  }
  return checked
}

async function turn({ steps, roots }: TurnOptions): Promise<Turn> {
  const { engine, roots: all } = made!
  return takeTurn(engine, all.slice(0, roots), steps)
}

answerCalls({ make, turn } satisfies EngineCalls)
