import type { EngineDatasource } from '@tributary/catalog'
import { type ClickHouse, createClickHouse } from '@tributary/sql'
import { type OpenOptions, readDriverOptions, readUserName } from './engine-access.ts'

/** Connects to a ClickHouse. The password is asked for anew for each statement. */
export async function openClickHouse(
  datasource: EngineDatasource,
  options: OpenOptions,
): Promise<ClickHouse> {
  const { host, port, schema, tls } = datasource
  const [protocol, usualPort] = tls === null ? ['http', 8123] : ['https', 8443]
  const url = new URL(`${protocol}://${host}:${port ?? usualPort}`)
  url.username = encodeURIComponent(readUserName(datasource) ?? '')
  url.pathname = `/${encodeURIComponent(schema)}`
  return createClickHouse({ url: url.href, ...(await readDriverOptions(datasource, options)) })
}
