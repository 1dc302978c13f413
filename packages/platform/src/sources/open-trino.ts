import type { EngineDatasource } from '@tributary/catalog/internal'
import { createTrino, type Trino } from '@tributary/sql'
import { certificatesOf, type OpenOptions, passwordOf, tokenOf, userOf } from './engine-access.ts'

/** The user of a datasource that names none. */
const USER = 'tributary'

/** Connects to a Trino. Passwords and tokens are asked for anew for each statement. */
export async function openTrino(
  datasource: EngineDatasource,
  { timeZone, writes }: OpenOptions,
): Promise<Trino> {
  const { host, port, database, schema, limits } = datasource
  const { connections: concurrency, seconds, rows, memory } = limits
  const [password, token, tls] = await Promise.all([
    passwordOf(datasource),
    tokenOf(datasource),
    certificatesOf(datasource),
  ])
  const [protocol, usualPort] = tls === null ? ['http', 8080] : ['https', 8443]
  return createTrino({
    url: `${protocol}://${host}:${port ?? usualPort}`,
    user: userOf(datasource) ?? USER,
    catalog: database,
    schema,
    timeZone,
    concurrency,
    seconds,
    rows,
    readOnly: !writes,
    ...(memory !== null && { memory }),
    ...(tls !== null && { tls }),
    ...(password !== null && { password: async () => (await passwordOf(datasource)) ?? '' }),
    ...(token !== null && { token: async () => (await tokenOf(datasource)) ?? '' }),
  })
}
