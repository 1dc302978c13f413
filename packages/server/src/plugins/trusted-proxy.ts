import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { invalidProxyError } from '../errors.ts'

/** The proxy in front of the server that authenticates callers. With both fields, both must hold. */
export interface TrustedProxy {
  /**
   * Addresses of the proxy: `10.0.0.5`, `10.1.0.0/16`, `fd00::/8`. A request counts as the proxy's when its
   * connection comes from one of them; `X-Forwarded-For` is not read. Without a secret, a request from this machine must
   * also name this machine as its host. @defaultValue any address
   */
  readonly addresses?: readonly string[]
  /** A secret that the proxy sends in the header `proxy-secret`; at least 32 characters. @defaultValue none is needed */
  readonly secret?: string
}

/** The header in which a proxy sends its secret. */
export const SECRET_HEADER = 'proxy-secret'

/** Whether a request comes from the proxy. */
export type IsFromProxy = (request: IncomingMessage) => boolean

/**
 * Creates the check of {@link TrustedProxy}. An IPv4 address matches its range in the form `::ffff:10.0.0.5` too,
 * which a server on `::` sees. Throws `SERVER_INVALID_PROXY` for an address that is none, for a short secret, and when
 * neither an address nor a secret is given.
 */
export function createProxyCheck({ addresses, secret }: TrustedProxy): IsFromProxy {
  if (addresses === undefined && secret === undefined) {
    throw invalidProxyError('A trusted proxy needs addresses or a secret.')
  }
  const isInRange = addresses === undefined ? always : createRangeCheck(addresses)
  const hasSecret = secret === undefined ? always : createSecretCheck(secret)
  return (request) => isInRange(request) && hasSecret(request)
}

/**
 * The proxy that is any program of this machine, for a server on a loopback address. Requests for another host than
 * `localhost`, `127.0.0.1` or `[::1]`, and from pages of other sites, are answered with 403.
 */
export const THIS_MACHINE: TrustedProxy = { addresses: ['127.0.0.0/8', '::1'] }

/** The check whether a request is believed because it comes from this machine; with a secret none is. */
export function isBelievedByPlace(proxy: TrustedProxy): IsFromProxy {
  const isFromProxy = createProxyCheck(proxy)
  const isFromHere = createProxyCheck(THIS_MACHINE)
  return (request) => proxy.secret === undefined && isFromHere(request) && isFromProxy(request)
}

const LEAST_SECRET = 32

const always: IsFromProxy = () => true

function createRangeCheck(addresses: readonly string[]): IsFromProxy {
  const ranges = parseRanges(addresses)
  return ({ socket: { remoteAddress } }) =>
    remoteAddress !== undefined && isIn(ranges, remoteAddress)
}

function isIn(ranges: BlockList, address: string): boolean {
  // A link-local address has its interface behind a percent sign.
  const [plain = ''] = address.split('%')
  return ranges.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

function parseRanges(addresses: readonly string[]): BlockList {
  const ranges = new BlockList()
  for (const text of addresses) {
    const [address = '', prefix, ...excessParts] = text.split('/')
    const version = isIP(address)
    const longest = version === 6 ? 128 : 32
    const bits = prefix === undefined ? longest : Number(prefix)
    const isWhole = prefix === undefined || /^\d{1,3}$/.test(prefix)
    if (version === 0 || !isWhole || bits > longest || excessParts.length > 0) {
      throw invalidProxyError(
        `"${text}" is not the address of a proxy; expected an address such as 10.0.0.5, or a range such as 10.1.0.0/16 or fd00::/8.`,
      )
    }
    ranges.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4')
  }
  return ranges
}

function createSecretCheck(secret: string): IsFromProxy {
  if (secret.length < LEAST_SECRET) {
    throw invalidProxyError(
      `The secret of the proxy has ${secret.length} characters; use at least ${LEAST_SECRET} random ones.`,
    )
  }
  const wanted = digest(secret)
  return ({ headers: { [SECRET_HEADER]: secretHeader } }) =>
    typeof secretHeader === 'string' && timingSafeEqual(digest(secretHeader), wanted)
}

/** Texts of any length can be compared in constant time by their digests. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
