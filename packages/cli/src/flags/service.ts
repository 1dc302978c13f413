import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Credentials } from '@tributary/client'
import type { Command } from 'commander'
import { createCliError, fileUnreadableError } from '../errors.ts'
import type { Effects } from '../terminal/effects.ts'
import { isLoopback } from './loopback.ts'

/** A running service, and the caller who asks it. */
export interface Service {
  readonly url: string
  readonly credentials: Credentials
}

/** The flags that name a service. */
export interface ServiceFlags {
  readonly url?: string
  readonly apiKeyFile?: string
  readonly account?: string
  readonly tenant?: string
  readonly allowHttp?: true
}

/** The environment variables that stand for flags. */
const URL_VARIABLE = 'TRIBUTARY_URL'
const KEY_VARIABLE = 'TRIBUTARY_API_KEY'
const TENANT_VARIABLE = 'TRIBUTARY_TENANT'

/** Adds `--url`, `--api-key-file` and `--allow-http`. */
export function addUrlFlags(command: Command): Command {
  return command
    .option(
      '--url <url>',
      `ask a running service, such as https://metrics.example.com (or ${URL_VARIABLE})`,
    )
    .option(
      '--api-key-file <file>',
      `with --url: file with the API key (or the key itself in ${KEY_VARIABLE})`,
    )
    .option('--allow-http', 'with --url: send the key without TLS to another machine')
}

/** Adds the flags of a service to a command that has `--tenant` already. */
export function addServiceFlags(command: Command): Command {
  return addUrlFlags(command).option(
    '--account <name>',
    'with --url: account instead of a key, for a service that trusts names, such as `tributary demo`',
  )
}

/** Where the definitions are when no service is asked; one of these flags makes {@link readService} ignore the environment. */
export interface LocalFlags {
  readonly workspace?: string | undefined
  readonly data?: string | undefined
  readonly store?: string | undefined
}

/**
 * Reads the service that the flags or, without a local place, the environment names; null for none. Throws for a service
 * beside a local place, for a URL that would send the key over the network as plain text, and without credentials.
 */
export async function readService(
  flags: ServiceFlags,
  local: LocalFlags,
  { env, cwd }: Pick<Effects, 'env' | 'cwd'>,
): Promise<Service | null> {
  const place = Object.entries(local).find(([, value]) => value !== undefined)
  if (flags.url === undefined && (place !== undefined || !env[URL_VARIABLE])) {
    const { apiKeyFile, allowHttp } = flags
    if (apiKeyFile !== undefined)
      throw createCliError('serviceFlags', { reason: '--api-key-file needs --url.' })
    if (allowHttp !== undefined)
      throw createCliError('serviceFlags', { reason: '--allow-http needs --url.' })
    return null
  }
  if (place !== undefined) {
    throw createCliError('serviceFlags', {
      reason: `Pass --url or --${place[0]}, not both: a service has definitions and data of its own.`,
    })
  }
  const url = readUrl(flags.url ?? env[URL_VARIABLE]!, flags.allowHttp === true)
  return { url, credentials: await readCredentials(flags, url, { env, cwd }) }
}

function readUrl(text: string, allowsHttp: boolean): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw createCliError('urlInvalid', {
      url: text,
      reason: 'expected an address such as https://metrics.example.com',
    })
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw createCliError('urlInvalid', {
      url: `${url.origin}${url.pathname}`,
      reason:
        'expected an address without user, password, ? and #; a key is given with --api-key-file',
    })
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol === 'http:' && !isLoopback(host) && !allowsHttp) {
    throw createCliError('urlInvalid', {
      url: text,
      reason: `http:// would send the key to ${url.hostname} as plain text, which anyone on the way can read. Use https://, or pass --allow-http on a network that you trust`,
    })
  }
  return url.href.replace(/\/+$/, '')
}

async function readCredentials(
  { apiKeyFile, account, tenant }: ServiceFlags,
  url: string,
  { env, cwd }: Pick<Effects, 'env' | 'cwd'>,
): Promise<Credentials> {
  const tenantId = tenant ?? env[TENANT_VARIABLE]
  if (!tenantId)
    throw createCliError('credentialsMissing', {
      url,
      flag: `--tenant NAME (or ${TENANT_VARIABLE})`,
    })
  if (account !== undefined) return { tenantId, authType: 'ACCOUNT', authValue: account }
  const key = apiKeyFile === undefined ? env[KEY_VARIABLE] : await readKey(apiKeyFile, cwd)
  if (!key)
    throw createCliError('credentialsMissing', {
      url,
      flag: `--api-key-file FILE (or ${KEY_VARIABLE})`,
    })
  return { tenantId, authType: 'APIKEY', authValue: key }
}

async function readKey(file: string, cwd: string): Promise<string> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((cause) => {
    throw fileUnreadableError(file, cause)
  })
  const key = text.trim()
  if (key === '') throw fileUnreadableError(file, 'it is empty; expected an API key.')
  return key
}
