import { storeUnavailableError } from '../model/errors.ts'

/** Whether the store refused a row because another one has its key. */
export function isDuplicate(error: unknown): boolean {
  const { code, errcode } = describeStoreFault(error)
  return code === '23505' || errcode === SQLITE_UNIQUE || errcode === SQLITE_PRIMARY_KEY
}

/** Whether the embedded store is locked by another process at this moment. */
export function isBusy(error: unknown): boolean {
  const { errcode } = describeStoreFault(error)
  return errcode !== null && (errcode & 0xff) === SQLITE_BUSY
}

/**
 * Converts a driver's error: to `PLATFORM_STORE_UNAVAILABLE` when the store cannot be reached, or cannot write, at this
 * moment; otherwise the error stays as it is.
 */
export function toStoreFault(error: unknown): unknown {
  return isUnavailable(error) ? storeUnavailableError(error) : error
}

/** Codes of SQLite: https://sqlite.org/rescode.html */
const SQLITE_BUSY = 5
const SQLITE_UNIQUE = 2067
const SQLITE_PRIMARY_KEY = 1555
/** Busy, read-only, interrupted, disk error, full, cannot open, file protocol, not a database any more. */
const SQLITE_UNAVAILABLE: ReadonlySet<number> = new Set([SQLITE_BUSY, 8, 9, 10, 13, 14, 15, 26])

/** Classes of SQLSTATE: connection, resources, operator's intervention, system error. */
const SQLSTATE_UNAVAILABLE = /^(08|53|57P|58)/

/** Codes of Node for a network that fails. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/** Messages of the driver of PostgreSQL about a connection that ends, in errors without a code. */
const ENDED =
  /connection (terminated|ended|timeout)|timeout exceeded|query read timeout|not queryable/i

function isUnavailable(error: unknown): boolean {
  const { code, errcode, message } = describeStoreFault(error)
  if (errcode !== null) return SQLITE_UNAVAILABLE.has(errcode & 0xff)
  if (code !== null) {
    // A serialisation failure or a deadlock went nowhere: the same request may simply come again.
    const isRetryable = code === '40001' || code === '40P01'
    return NETWORK.has(code) || SQLSTATE_UNAVAILABLE.test(code) || isRetryable
  }
  return ENDED.test(message)
}

function describeStoreFault(error: unknown): {
  readonly code: string | null
  readonly errcode: number | null
  readonly message: string
} {
  if (!(error instanceof Error)) return { code: null, errcode: null, message: '' }
  const { code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown }
  return {
    code: typeof code === 'string' ? code : null,
    errcode: typeof errcode === 'number' ? errcode : null,
    message: error.message,
  }
}
