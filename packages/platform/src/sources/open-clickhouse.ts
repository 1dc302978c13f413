import type { EngineDatasource } from '@tributary/catalog/internal'
import { type ClickHouse, createClickHouse } from '@tributary/sql'
import { certificatesOf, type OpenOptions, passwordOf, userOf } from './engine-access.ts'

/** Connects to a ClickHouse. The password is asked for anew for each statement. */
export async function openClickHouse(
  datasource: EngineDatasource,
  { timeZone, writes }: OpenOptions,
): Promise<ClickHouse> {
  const { host, port, schema, limits } = datasource
  const { connections: concurrency, seconds, rows, memory } = limits
  const [password, tls] = await Promise.all([passwordOf(datasource), certificatesOf(datasource)])
  const [protocol, usualPort] = tls === null ? ['http', 8123] : ['https', 8443]
  const url = new URL(`${protocol}://${host}:${port ?? usualPort}`)
  url.username = encodeURIComponent(userOf(datasource) ?? '')
  url.pathname = `/${encodeURIComponent(schema)}`
  return createClickHouse({
    url: url.href,
    timeZone,
    concurrency,
    seconds,
    ...(!writes && { rows }),
    readOnly: !writes,
    ...(memory !== null && { memory }),
    ...(tls !== null && { tls }),
    ...(password !== null && { password: async () => (await passwordOf(datasource)) ?? '' }),
  })
}
