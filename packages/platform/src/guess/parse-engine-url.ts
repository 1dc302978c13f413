import type { EngineDatasource, EngineType } from '@tributary/catalog'
import { USUAL_LIMITS, USUAL_SCHEMAS } from '@tributary/catalog/internal'
import { invalidOptionError } from '../model/errors.ts'

const TYPES: ReadonlyMap<string, EngineType> = new Map([
  ['postgres:', 'POSTGRESQL'],
  ['postgresql:', 'POSTGRESQL'],
  ['trino:', 'TRINO'],
  ['clickhouse:', 'CLICKHOUSE'],
])

const FORM =
  'postgres://USER@HOST/DATABASE, trino://USER@HOST/CATALOG/SCHEMA or clickhouse://USER@HOST/DATABASE'

/** The usual variables of passwords. */
const PASSWORDS: Readonly<Record<EngineType, string>> = {
  POSTGRESQL: 'PGPASSWORD',
  TRINO: 'TRINO_PASSWORD',
  CLICKHOUSE: 'CLICKHOUSE_PASSWORD',
}

/** Whether a text is the address of a server or a store, and no file. */
export function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
}

const PARAMETERS = ['schema', 'passwordEnv', 'tls']

/**
 * The datasource of the address of a database, called as its type: `postgres://reader@db/shop?schema=main&passwordEnv=PGPASSWORD`,
 * `trino://reader@lake:8443/iceberg/sales?tls=true`, `clickhouse://reader@db/shop`. It has the limits of a datasource that
 * sets none. Throws `PLATFORM_INVALID_OPTION` of `option` for another address, and for one with a password, which is never
 * written and never repeated.
 */
export function parseEngineUrl(text: string, option = '--engine'): EngineDatasource {
  const createEngineUrlError = (reason: string): Error => invalidOptionError(option, reason)
  const decodeUrlPart = (part: string): string => {
    try {
      return decodeURIComponent(part)
    } catch {
      throw createEngineUrlError('a part of it is not percent-encoded')
    }
  }
  const url = URL.parse(text)
  const type = url === null ? undefined : TYPES.get(url.protocol)
  if (url === null || type === undefined) throw createEngineUrlError(`expected ${FORM}`)
  if (url.hostname === '') throw createEngineUrlError(`it has no host; expected ${FORM}`)
  if (url.password !== '') {
    throw createEngineUrlError(
      `it has a password, which is never written into a workspace; set an environment variable and name it, ?passwordEnv=${PASSWORDS[type]}`,
    )
  }
  const { searchParams } = url
  for (const key of searchParams.keys()) {
    if (!PARAMETERS.includes(key)) {
      throw createEngineUrlError(`it has ?${key}; expected ${PARAMETERS.join(', ')}`)
    }
  }
  const tls = searchParams.get('tls')
  if (tls !== null && tls !== 'true') throw createEngineUrlError(`tls is ${tls}; expected true`)
  const [first = '', second, ...more] = url.pathname.slice(1).split('/').map(decodeUrlPart)
  if (first === '' && type !== 'CLICKHOUSE')
    throw createEngineUrlError(`it names no database; expected ${FORM}`)
  if (more.length > 0 || (second !== undefined && type !== 'TRINO')) {
    throw createEngineUrlError(`its path is ${url.pathname}; expected ${FORM}`)
  }
  const name = type.toLowerCase()
  const pathSchema = type === 'CLICKHOUSE' ? first || undefined : second
  const passwordEnv = searchParams.get('passwordEnv')
  return {
    name,
    displayName: name,
    type,
    host: url.hostname,
    port: url.port === '' ? null : Number(url.port),
    database: type === 'CLICKHOUSE' ? name : first,
    schema: searchParams.get('schema') ?? pathSchema ?? USUAL_SCHEMAS[type],
    credentials: {
      user: url.username === '' ? null : decodeUrlPart(url.username),
      userEnv: null,
      passwordEnv,
      passwordFile: null,
      tokenEnv: null,
      tokenFile: null,
    },
    tls: tls === null ? null : { ca: null, certificate: null, key: null, serverName: null },
    limits: USUAL_LIMITS,
    plans: null,
  }
}
