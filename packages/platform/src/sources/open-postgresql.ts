import type { EngineDatasource } from '@tributary/catalog'
import { createPostgreSql, type PostgreSql } from '@tributary/sql'
import { type OpenOptions, readDriverOptions, readUserName } from './engine-access.ts'

/** The table of the writes of plans, beside their tables. */
const UNCOUNTED = 'tributary_writes'

/** Connects to a PostgreSQL. The password is asked for anew for each connection. */
export async function openPostgreSql(
  datasource: EngineDatasource,
  options: OpenOptions,
): Promise<PostgreSql> {
  const { host, port, database, plans } = datasource
  const url = new URL(`postgres://${host}`)
  url.username = encodeURIComponent(readUserName(datasource) ?? '')
  if (port !== null) url.port = String(port)
  url.pathname = `/${encodeURIComponent(database)}`
  return createPostgreSql({
    url: url.href,
    ...(plans !== null && { uncounted: [plans.schema, UNCOUNTED] }),
    ...(await readDriverOptions(datasource, options)),
  })
}
