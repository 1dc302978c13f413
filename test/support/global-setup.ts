import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { POSTGRES_OF_RUN, startPostgresServer, type TestPostgresServer } from './postgres-server.ts'

let postgres: Promise<TestPostgresServer> | null = null

const door = createServer((_request, response) => {
  postgres ??= startPostgresServer()
  postgres.then(
    ({ url }) => response.end(url),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})

/** Before all tests: offers a PostgreSQL, which is started for the first test that wants one. */
export async function setup(): Promise<void> {
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  process.env[POSTGRES_OF_RUN] = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
}

/** After all tests. */
export async function teardown(): Promise<void> {
  door.close()
  await (await postgres)?.stop()
}
