import { randomUUID } from 'node:crypto'
import { createClickHouse, createTrino, type TableDriver } from '@tributary/sql'
import { engineUp } from '../engines/support/engine.ts'
import { isEngineTested, sharedEngine } from '../engines/support/engines.ts'
import type { Dataset } from './dataset.ts'
import { fieldsIn, type Question, VIEWS } from './question.ts'
import { type Engine, TABLE_NAMES, tableStatements } from './tables.ts'

/** An engine whose tables are one way to ask. */
export interface OpenEngine {
  readonly name: string
  readonly driver: TableDriver
  load(dataset: Dataset): Promise<void>
  fits?(dataset: Dataset, question: Question): boolean
  close(): Promise<void>
}

/** The engines that `TRIBUTARY_ENGINES` names beside the usual ones, with clocks of a time zone; see `isEngineTested`. */
export async function openEngines(zone: string): Promise<readonly OpenEngine[]> {
  return [
    ...(isEngineTested('clickhouse', false) ? [await openClickHouse(zone)] : []),
    ...(isEngineTested('trino', false) ? [await openTrino(zone)] : []),
  ]
}

async function openTrino(zone: string): Promise<OpenEngine> {
  const url = await urlOf('trino')
  const schema = nameOfRun()
  const options = { url, user: 'tests', catalog: 'memory', schema }
  const driver = await createTrino({ ...options, timeZone: zone })
  const run = (text: string) => driver.run({ text, parameters: [] })
  await run(`CREATE SCHEMA ${schema}`)
  return {
    ...{ name: 'Trino', driver, load: loader(driver, 'trino') },
    close: async () => {
      for (const table of TABLE_NAMES) await run(`DROP TABLE IF EXISTS ${table}`)
      await run(`DROP SCHEMA ${schema}`)
      await driver.close()
    },
  }
}

async function openClickHouse(zone: string): Promise<OpenEngine> {
  const url = await urlOf('clickhouse')
  const database = nameOfRun()
  const admin = await createClickHouse({ url, concurrency: 1 })
  await admin.run({ text: `CREATE DATABASE ${database}`, parameters: [] })
  const own = Object.assign(new URL(url), { pathname: `/${database}` }).href
  const driver = await createClickHouse({ url: own, timeZone: zone })
  return {
    ...{ name: 'ClickHouse', driver, load: loader(driver, 'clickhouse') },
    // Its times are moments: where clocks change, it has none for some of the times that they show.
    fits: (_, question) =>
      zone === 'UTC' || (VIEWS[question.view].time !== 'at' && !fieldsIn(question).has('at')),
    close: async () => {
      await driver.close()
      await admin.run({ text: `DROP DATABASE ${database}`, parameters: [] })
      await admin.close()
    },
  }
}

/** A case is asked again outside of a run of the tests: the engine has to be up then. */
async function urlOf(name: string): Promise<string> {
  return engineUp(name)?.url ?? sharedEngine(name)
}

function nameOfRun(): string {
  return `d${randomUUID().replaceAll('-', '')}`
}

function loader(driver: TableDriver, engine: Engine): OpenEngine['load'] {
  return async (dataset) => {
    for (const text of tableStatements(engine, dataset)) await driver.run({ text, parameters: [] })
  }
}
