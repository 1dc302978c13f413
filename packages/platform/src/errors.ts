import { TributaryError } from '@tributary/core'

/** What can go wrong in the platform itself; the packages below it have codes of their own. */
export type PlatformErrorCode =
  | 'ACCESS_UNAUTHENTICATED'
  | 'PLATFORM_INVALID_REQUEST'
  | 'PLATFORM_SOURCE_MISMATCH'
  | 'PLATFORM_STORE_FAILED'
  | 'PLATFORM_CLOSED'

/** An error of the platform: who asks, what is asked, or where it is kept. */
export class PlatformError extends TributaryError<PlatformErrorCode> {}

/** The same answer whether the tenant, the account or the secret is unknown. */
export function unauthenticatedError(): PlatformError {
  return new PlatformError(
    'ACCESS_UNAUTHENTICATED',
    'These credentials are not known: check tenant-id, auth-type and auth-value.',
  )
}

/** A value of a request that no schema can reject. */
export function invalidRequestError(path: string, message: string): PlatformError {
  return new PlatformError('PLATFORM_INVALID_REQUEST', message, { details: { path } })
}

/** A dataset's source is not what its definition says. */
export function sourceMismatchError(
  message: string,
  details: Readonly<Record<string, unknown>>,
): PlatformError {
  return new PlatformError('PLATFORM_SOURCE_MISMATCH', message, { details })
}

/** The store cannot be opened or migrated. */
export function storeError(path: string, cause: unknown): PlatformError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new PlatformError(
    'PLATFORM_STORE_FAILED',
    `The store ${path} cannot be opened: ${reason}`,
    {
      details: { path },
      cause,
    },
  )
}

/** The platform was closed before the call. */
export function closedError(): PlatformError {
  return new PlatformError(
    'PLATFORM_CLOSED',
    'The platform is closed and takes no further requests.',
  )
}
