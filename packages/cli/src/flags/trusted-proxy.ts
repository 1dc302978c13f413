import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { THIS_MACHINE, type TrustedProxy } from '@tributary/server'
import { type Command, InvalidArgumentError } from 'commander'
import { createCliError, fileUnreadableError } from '../errors.ts'
import type { Effects } from '../terminal/effects.ts'
import { isLoopback } from './loopback.ts'

/** The parsed flags. */
export interface TrustFlags {
  /** True for the flag without addresses. */
  readonly trustProxy?: true | readonly string[]
  readonly proxySecretFile?: string
}

/** The environment variable of the secret, for those who have no file. */
const SECRET = 'TRIBUTARY_PROXY_SECRET'

const ABOUT_TRUST = `
About --trust-proxy:
  The headers "auth-type: UID" and "auth-type: ACCOUNT" name a caller without proof; anyone can send them.
  With --trust-proxy the server trusts them in requests of a proxy, which has to authenticate callers and to
  set these headers itself. A request is the proxy's when it comes from one of the addresses
  (--trust-proxy=10.0.0.5,10.1.0.0/16), when it has the secret in the header proxy-secret
  (--proxy-secret-file FILE, or the environment variable ${SECRET}), or, with both, when both
  hold. With neither, only programs of this machine are trusted, the server listens on its loopback
  address only, and requests must name it so (http://localhost, 127.0.0.1 or [::1]): web pages of other
  names are refused with 403.`

/** Adds the flags that say whom the server believes who calls. */
export function addTrustFlags(command: Command): void {
  command
    .option(
      '--trust-proxy [addresses]',
      'trust the identity headers set by a proxy (see below)',
      parseAddresses,
    )
    .option('--proxy-secret-file <file>', "file with the proxy's secret (see below)")
    .addHelpText('after', ABOUT_TRUST)
}

/**
 * Reads the proxy that the flags name; undefined for none. Rejects when the server would believe more than this
 * machine without knowing its proxy, for a secret without --trust-proxy, and for a file that cannot be read.
 */
export async function readTrustedProxy(
  { trustProxy, proxySecretFile }: TrustFlags,
  host: string,
  { env, cwd }: Pick<Effects, 'env' | 'cwd'>,
): Promise<TrustedProxy | undefined> {
  if (trustProxy === undefined) {
    if (proxySecretFile === undefined) return undefined
    throw createCliError('proxyUnknown', {
      reason: '--proxy-secret-file needs --trust-proxy; without it no proxy is trusted.',
    })
  }
  const secret =
    proxySecretFile === undefined ? env[SECRET] : await readSecret(resolve(cwd, proxySecretFile))
  const addresses = trustProxy === true ? undefined : trustProxy
  if (addresses !== undefined || secret !== undefined) {
    return { ...(addresses && { addresses }), ...(secret !== undefined && { secret }) }
  }
  if (isLoopback(host)) return THIS_MACHINE
  throw createCliError('proxyUnknown', {
    reason: `--trust-proxy on ${host} would believe whoever reaches the port. Say where the proxy is (--trust-proxy=10.0.0.5,10.1.0.0/16), give it a secret (--proxy-secret-file FILE), or listen on 127.0.0.1.`,
  })
}

/** The server checks the length of a range. */
function parseAddresses(text: string): readonly string[] {
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.every((address) => isIP(address.split('/', 1)[0]!) !== 0)) return addresses
  throw new InvalidArgumentError(
    'Expected addresses of the proxy, such as 10.0.0.5,10.1.0.0/16. A folder to serve stands before the flag.',
  )
}

async function readSecret(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw fileUnreadableError(file, error)
  }
}
