import { invalidRequestError } from '../errors.ts'
import type { PlatformOptions } from '../options.ts'
import { isPostgresUrl } from './postgresql.ts'

/**
 * The place of the store that the options name, for `openStore`. Throws `PLATFORM_INVALID_REQUEST` for an
 * address that is no PostgreSQL's, and for two places at once.
 */
export function storePlaceOf({
  data,
  store,
}: Pick<PlatformOptions, 'data' | 'store'>): string | undefined {
  if (store === undefined) return data
  if (data !== undefined) {
    throw invalidRequestError(
      'store',
      'There is one store: give either "data" or "store", not both.',
    )
  }
  if (isPostgresUrl(store)) return store
  // The address may hold a password: it is not shown.
  const message = 'The address of a store begins with postgres:// or postgresql://.'
  throw invalidRequestError('store', message)
}
