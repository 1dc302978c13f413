import { type CalledProcess, startProcess } from '../measure/called-process.ts'
import type { Checked } from './check-answers.ts'
import type { EngineCalls, MakeOptions } from './engine-process.ts'
import type { EngineKind } from './engines.ts'

/** An engine in a process of its own, whose answers are right. */
export interface Contestant {
  readonly kind: EngineKind
  readonly process: CalledProcess<EngineCalls>
  /** For each of the steps it was made for. */
  readonly checked: readonly Checked[]
}

/** Starts a process that makes the engine; null when it is not installed. */
export async function startContestant(
  kind: EngineKind,
  options: Omit<MakeOptions, 'engine'>,
): Promise<Contestant | null> {
  const script = new URL('engine-process.ts', import.meta.url)
  const process = startProcess<EngineCalls>(script, kind.name)
  let checked: readonly Checked[] | null = null
  try {
    checked = await process.call('make', { ...options, engine: kind.name })
    return checked === null ? null : { kind, process, checked }
  } finally {
    if (checked === null) await process.end()
  }
}
