import type { EngineDatasource } from '@tributary/catalog/internal'
import { createTrino, type Trino } from '@tributary/sql'
import { driverOptions, type OpenOptions, tokenOf, userOf } from './engine-access.ts'

/** The user of a datasource that names none. */
const USER = 'tributary'

/** Connects to a Trino. Passwords and tokens are asked for anew for each statement. */
export async function openTrino(
  datasource: EngineDatasource,
  options: OpenOptions,
): Promise<Trino> {
  const { host, port, database, schema, tls } = datasource
  const [protocol, usualPort] = tls === null ? ['http', 8080] : ['https', 8443]
  const token = await tokenOf(datasource)
  return createTrino({
    url: `${protocol}://${host}:${port ?? usualPort}`,
    user: userOf(datasource) ?? USER,
    catalog: database,
    schema,
    ...(token !== null && { token: async () => (await tokenOf(datasource)) ?? '' }),
    ...(await driverOptions(datasource, options)),
  })
}
