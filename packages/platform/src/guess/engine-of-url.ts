import {
  type EngineDatasource,
  type EngineType,
  USUAL_LIMITS,
  USUAL_SCHEMAS,
} from '@tributary/catalog/internal'
import { invalidOptionError } from '../model/errors.ts'

const TYPES: ReadonlyMap<string, EngineType> = new Map([
  ['postgres:', 'POSTGRESQL'],
  ['postgresql:', 'POSTGRESQL'],
  ['trino:', 'TRINO'],
  ['clickhouse:', 'CLICKHOUSE'],
])

const FORM =
  'postgres://USER@HOST/DATABASE, trino://USER@HOST/CATALOG/SCHEMA or clickhouse://USER@HOST/DATABASE'

const PARAMETERS = ['schema', 'passwordEnv', 'tls']

/**
 * The datasource of the address of a database, called as its type: `postgres://reader@db/shop?schema=main&passwordEnv=PGPASSWORD`,
 * `trino://reader@lake:8443/iceberg/sales?tls=true`, `clickhouse://reader@db/shop`. It has the limits of a datasource that
 * sets none. Throws `PLATFORM_INVALID_OPTION` for another address, and for one with a password, which is never written.
 */
export function engineOfUrl(text: string): EngineDatasource {
  const url = URL.parse(text)
  const type = url === null ? undefined : TYPES.get(url.protocol)
  if (url === null || type === undefined) throw refused(`expected ${FORM}`)
  if (url.hostname === '') throw refused(`it has no host; expected ${FORM}`)
  if (url.password !== '') {
    throw refused(
      'it has a password, which is never written into a workspace; set an environment variable and name it, ?passwordEnv=PGPASSWORD',
    )
  }
  const { searchParams } = url
  for (const key of searchParams.keys()) {
    if (!PARAMETERS.includes(key)) {
      throw refused(`it has ?${key}; expected ${PARAMETERS.join(', ')}`)
    }
  }
  const tls = searchParams.get('tls')
  if (tls !== null && tls !== 'true') throw refused(`tls is ${tls}; expected true`)
  const [first = '', second, ...more] = url.pathname.slice(1).split('/').map(decoded)
  if (first === '' && type !== 'CLICKHOUSE') throw refused(`it names no database; expected ${FORM}`)
  if (more.length > 0 || (second !== undefined && type !== 'TRINO')) {
    throw refused(`its path is ${url.pathname}; expected ${FORM}`)
  }
  const name = type.toLowerCase()
  const own = type === 'CLICKHOUSE' ? first || undefined : second
  const passwordEnv = searchParams.get('passwordEnv')
  return {
    ...{ name, displayName: name, type, host: url.hostname },
    port: url.port === '' ? null : Number(url.port),
    database: type === 'CLICKHOUSE' ? name : first,
    schema: searchParams.get('schema') ?? own ?? USUAL_SCHEMAS[type],
    credentials: {
      user: url.username === '' ? null : decoded(url.username),
      ...{ userEnv: null, passwordEnv, passwordFile: null, tokenEnv: null, tokenFile: null },
    },
    tls: tls === null ? null : { ca: null, certificate: null, key: null, serverName: null },
    limits: USUAL_LIMITS,
    plans: null,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refused(`"${text}" is not percent-encoded`)
  }
}

function refused(reason: string): Error {
  return invalidOptionError('--engine', reason)
}
