import { clickhouse } from './clickhouse.ts'
import { type EngineOfTests, engineUp } from './engine.ts'
import { postgresql } from './postgresql.ts'
import { trino } from './trino.ts'

/** The engines that tests know how to start, by name. */
export const ENGINES: Readonly<Record<string, EngineOfTests>> = {
  clickhouse,
  postgresql,
  trino,
}

/** The variable with the address that tells, below the name of an engine, the URL of the one that all tests of a run share. */
export const ENGINES_OF_RUN = 'TRIBUTARY_TEST_ENGINES'

/**
 * Whether tests of an engine run: those that `TRIBUTARY_ENGINES` names, or without it `isUsual`. In the long tests all
 * do. A named engine that is not installed is an error, so that no run passes without it.
 */
export function isEngineTested(name: string, isUsual: boolean): boolean {
  const named = process.env.TRIBUTARY_ENGINES?.split(',')
  const isWanted = named?.includes(name) ?? (isUsual || process.env.TRIBUTARY_LONG !== undefined)
  if (!isWanted) return false
  if (ENGINES[name]!.isInstalled() || engineUp(name) !== null) return true
  const advice = `${name} is not installed: run "pnpm engines up ${name}" once.`
  if (named !== undefined || process.env.TRIBUTARY_LONG !== undefined) throw new Error(advice)
  process.stderr.write(`${advice} Its tests are left out.\n`)
  return false
}

/** The URL of the engine that all tests of a run share; it starts for the first test that asks. */
export async function sharedEngine(name: string): Promise<string> {
  const answer = await fetch(`${process.env[ENGINES_OF_RUN]}/${name}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}
