import { randomUUID } from 'node:crypto'
import { createPostgreSql } from '@tributary/sql'
import { POSTGRES_OF_RUN } from './postgres-server.ts'

export { hasPostgres, MISSING } from './postgres-server.ts'

/** A database of a test's own; gone after `stop`. */
export interface TestPostgres {
  readonly url: string
  stop(): Promise<void>
}

/** Makes a database of a test's own in the server that all tests of a run share. */
export async function startPostgres(): Promise<TestPostgres> {
  const answer = await fetch(process.env[POSTGRES_OF_RUN]!)
  if (!answer.ok) throw new Error(await answer.text())
  const server = await answer.text()
  const name = `t${randomUUID().replaceAll('-', '')}`
  await execute(server, `CREATE DATABASE ${name}`)
  return {
    url: Object.assign(new URL(server), { pathname: name }).href,
    stop: () => execute(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** Runs statements one after the other. */
export async function execute(url: string, ...texts: readonly string[]): Promise<void> {
  const postgres = await createPostgreSql({ url, concurrency: 1 })
  try {
    for (const text of texts) await postgres.run({ text, parameters: [] })
  } finally {
    await postgres.close()
  }
}
