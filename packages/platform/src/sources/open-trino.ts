import type { EngineDatasource } from '@tributary/catalog'
import { createTrino, type Trino } from '@tributary/sql'
import {
  type OpenOptions,
  readAccessToken,
  readDriverOptions,
  readUserName,
} from './engine-access.ts'

/** The user of a datasource that names none. */
const USER = 'tributary'

/** Connects to a Trino. Passwords and tokens are asked for anew for each statement. */
export async function openTrino(
  datasource: EngineDatasource,
  options: OpenOptions,
): Promise<Trino> {
  const { host, port, database, schema, tls } = datasource
  const [protocol, usualPort] = tls === null ? ['http', 8080] : ['https', 8443]
  const token = await readAccessToken(datasource)
  return createTrino({
    url: `${protocol}://${host}:${port ?? usualPort}`,
    user: readUserName(datasource) ?? USER,
    catalog: database,
    schema,
    ...(token !== null && { token: async () => (await readAccessToken(datasource)) ?? '' }),
    ...(await readDriverOptions(datasource, options)),
  })
}
