import { readFile } from 'node:fs/promises'
import type { EngineCredentials, EngineDatasource, EngineTls } from '@tributary/catalog'
import type { PostgreSqlTls } from '@tributary/sql'
import { sourceUnavailableError } from '../model/errors.ts'

/** How an engine is opened. */
export interface OpenOptions {
  readonly timeZone: string
  /** Whether statements may write; such a connection has no limit of rows. */
  readonly writes: boolean
}

/** Options that the drivers of all engines share. */
interface DriverOptions {
  readonly timeZone: string
  readonly concurrency: number
  readonly seconds: number
  readonly rows?: number
  readonly memory?: number
  readonly readOnly: boolean
  readonly tls?: PostgreSqlTls
  readonly password?: () => Promise<string>
}

/** The options of a driver that are the same for every engine. Rejects as {@link readPassword}. */
export async function readDriverOptions(
  datasource: EngineDatasource,
  { timeZone, writes }: OpenOptions,
): Promise<DriverOptions> {
  const { connections: concurrency, seconds, rows, memory } = datasource.limits
  const [password, tls] = await Promise.all([
    readPassword(datasource),
    readCertificates(datasource),
  ])
  return {
    timeZone,
    concurrency,
    seconds,
    ...(!writes && { rows }),
    ...(memory !== null && { memory }),
    readOnly: !writes,
    ...(tls !== null && { tls }),
    ...(password !== null && { password: async () => (await readPassword(datasource)) ?? '' }),
  }
}

/** The user name of a datasource; null for that of the account which this process runs as. */
export function readUserName({ name, credentials }: EngineDatasource): string | null {
  const { user, userEnv } = credentials
  return userEnv === null ? user : readVariable(name, userEnv)
}

/**
 * The password of a datasource as it is now: it may be changed while the process runs. Null for none. Rejects with
 * `PLATFORM_SOURCE_UNAVAILABLE` when it is not where the definition says.
 */
async function readPassword({ name, credentials }: EngineDatasource): Promise<string | null> {
  const { passwordEnv, passwordFile }: EngineCredentials = credentials
  return readSecret(name, passwordEnv, passwordFile)
}

/** The token of a datasource, as {@link readPassword}. */
export async function readAccessToken({
  name,
  credentials,
}: EngineDatasource): Promise<string | null> {
  const { tokenEnv, tokenFile }: EngineCredentials = credentials
  return readSecret(name, tokenEnv, tokenFile)
}

async function readSecret(
  datasource: string,
  environment: string | null,
  file: string | null,
): Promise<string | null> {
  if (environment !== null) return readVariable(datasource, environment)
  if (file === null) return null
  const text = await readText(datasource, file)
  return text.replace(/\r?\n$/, '')
}

/** The certificates of a datasource; null for a connection that is not encrypted. */
async function readCertificates({ name, tls }: EngineDatasource): Promise<PostgreSqlTls | null> {
  if (tls === null) return null
  const read = async (file: string | null): Promise<string | undefined> =>
    file === null ? undefined : readText(name, file)
  const { ca, certificate, key, serverName }: EngineTls = tls
  const texts = { ca: await read(ca), cert: await read(certificate), key: await read(key) }
  const declaredTexts = Object.entries(texts).filter(([, text]) => text !== undefined)
  return {
    ...Object.fromEntries(declaredTexts),
    ...(serverName !== null && { servername: serverName }),
  }
}

function readVariable(datasource: string, name: string): string {
  const value = process.env[name]
  if (value !== undefined && value !== '') return value
  throw sourceUnavailableError(datasource, `the environment variable ${name} is not set`)
}

async function readText(datasource: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const { code = 'it cannot be read' } = cause as NodeJS.ErrnoException
    throw sourceUnavailableError(datasource, `the file ${file}: ${code}`, cause)
  }
}
