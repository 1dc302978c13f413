import { TributaryError } from '@tributary/core'

/** What can go wrong in the platform itself; the packages below it have codes of their own. */
export type PlatformErrorCode =
  | 'ACCESS_UNAUTHENTICATED'
  | 'ACCESS_FORBIDDEN'
  | 'PLATFORM_INVALID_REQUEST'
  | 'PLATFORM_SOURCE_MISMATCH'
  | 'PLATFORM_STORE_FAILED'
  | 'PLATFORM_STORE_UNAVAILABLE'
  | 'PLATFORM_CLOSED'
  | 'PLATFORM_UNKNOWN_USER'
  | 'PLATFORM_UNKNOWN_GROUP'
  | 'PLATFORM_GROUP_CONFLICT'
  | 'PLATFORM_VIEW_EXISTS'
  | 'PLATFORM_UNKNOWN_RESOURCE'
  | 'PLATFORM_UNKNOWN_PLAN'
  | 'PLATFORM_PLAN_CONFLICT'
  | 'PLATFORM_UNKNOWN_TASK'
  | 'PLATFORM_UNKNOWN_INSTANCE'
  | 'PLATFORM_UNKNOWN_SOURCE_TABLE'
  | 'PLATFORM_FENCED'
  | 'PLATFORM_SOURCE_CHANGED'
  | 'PLATFORM_TABLES_IN_USE'

/** An error of the platform: who asks, what is asked, or where it is kept. */
export class PlatformError extends TributaryError<PlatformErrorCode> {}

/** Which process has the materialised tables of a folder. */
export interface TableHolder {
  readonly pid: number
  readonly host: string
  /** How many instances it runs at the same time; 0 for a process without workers. */
  readonly workers: number
  /** When it took hold, ISO 8601 in UTC. */
  readonly since: string
}

/** The same answer whether the tenant, the account or the secret is unknown. */
export function unauthenticatedError(): PlatformError {
  return new PlatformError(
    'ACCESS_UNAUTHENTICATED',
    'These credentials are not known: check tenant-id, auth-type and auth-value.',
  )
}

/** A caller who is known but may not; `what` completes "may not …". */
export function forbiddenError(what: string): PlatformError {
  return new PlatformError('ACCESS_FORBIDDEN', `Your account may not ${what}.`)
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
  return new PlatformError(
    'PLATFORM_STORE_FAILED',
    `The store ${path} cannot be opened: ${reasonOf(cause)}`,
    {
      details: { path },
      cause,
    },
  )
}

/** A store with tables that only a later version knows. */
export function newerStoreError(
  path: string,
  unknown: readonly string[],
  cause: unknown,
): PlatformError {
  const message = `The store ${path} was written by a newer version of Tributary (it has "${unknown.join('", "')}", which this one does not know): use that version, or another store.`
  return new PlatformError('PLATFORM_STORE_FAILED', message, { details: { path }, cause })
}

/** A stored definition that is none: the file was edited, or the disk is bad. */
export function damagedDefinitionError(
  of: { readonly tenant: string; readonly kind: string; readonly name: string },
  cause: unknown,
): PlatformError {
  const { tenant, kind, name } = of
  const message = `The store is damaged: what it has of the ${kind.replaceAll('_', ' ')} "${name}" of the tenant "${tenant}" is not JSON. Take it back from a backup.`
  return new PlatformError('PLATFORM_STORE_FAILED', message, { details: of, cause })
}

/** The store does not answer while it is opened; `unavailable` is what {@link storeUnavailableError} gave. */
export function unreachableStoreError(path: string, unavailable: PlatformError): PlatformError {
  const { cause } = unavailable
  const message = `The store ${path} cannot be reached or written: ${reasonOf(cause)}`
  return new PlatformError('PLATFORM_STORE_UNAVAILABLE', message, { details: { path }, cause })
}

/** Of several attempts at several addresses Node tells the first; the error of them all has no message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0])
  return cause instanceof Error ? cause.message : String(cause)
}

/** The store does not answer, or cannot write, at this moment; the same request may succeed later. */
export function storeUnavailableError(cause: unknown): PlatformError {
  return new PlatformError(
    'PLATFORM_STORE_UNAVAILABLE',
    'The store cannot be reached or written at this moment; nothing was changed. Try again later.',
    { cause },
  )
}

/** The platform was closed before the call. */
export function closedError(): PlatformError {
  return new PlatformError(
    'PLATFORM_CLOSED',
    'The platform is closed and takes no further requests.',
  )
}

/** A user that a request names and the tenant does not have. */
export function unknownUserError(user: string, path: string): PlatformError {
  return new PlatformError('PLATFORM_UNKNOWN_USER', `There is no user "${user}" in this tenant.`, {
    details: { path },
  })
}

/** A group that a request names and the tenant does not have. */
export function unknownGroupError(group: string, by: 'id' | 'code', path: string): PlatformError {
  const message = `There is no user group with the ${by} "${group}" in this tenant.`
  return new PlatformError('PLATFORM_UNKNOWN_GROUP', message, { details: { path } })
}

/** A move that the tree of groups does not allow as it is now. */
export function groupConflictError(message: string, path: string): PlatformError {
  return new PlatformError('PLATFORM_GROUP_CONFLICT', message, { details: { path } })
}

/** A metric view whose name is taken. */
export function viewExistsError(name: string): PlatformError {
  const message = `There is a metric view "${name}" already; choose another viewName.`
  return new PlatformError('PLATFORM_VIEW_EXISTS', message, { details: { path: 'viewName' } })
}

/** A resource that a request names and the tenant does not have. */
export function unknownResourceError(type: string, id: string): PlatformError {
  const kind = type.toLowerCase().replaceAll('_', ' ')
  const message = `There is no ${kind} with the id "${id}" in this tenant.`
  return new PlatformError('PLATFORM_UNKNOWN_RESOURCE', message, {
    details: { path: 'resourceId' },
  })
}

/** A plan that a request names and the tenant does not have. */
export function unknownPlanError(named: {
  readonly by: 'id' | 'name'
  readonly value: string
  readonly path: string
  readonly suggestions: readonly string[]
}): PlatformError {
  const { by, value, path, suggestions } = named
  const near = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`
  const message = `There is no plan with the ${by} "${value}" in this tenant.${near}`
  return new PlatformError('PLATFORM_UNKNOWN_PLAN', message, { details: { path, suggestions } })
}

/** Something that a plan's kind does not allow. */
export function planConflictError(message: string): PlatformError {
  return new PlatformError('PLATFORM_PLAN_CONFLICT', message)
}

/** A task that a request names and the tenant does not have. */
export function unknownTaskError(dagName: string): PlatformError {
  const message = `There is no task "${dagName}" in this tenant.`
  return new PlatformError('PLATFORM_UNKNOWN_TASK', message, { details: { path: 'dagName' } })
}

/** An instance that a request names and the tenant does not have. */
export function unknownInstanceError(id: string): PlatformError {
  const message = `There is no task instance with the id "${id}" in this tenant.`
  return new PlatformError('PLATFORM_UNKNOWN_INSTANCE', message, { details: { path: 'id' } })
}

/** A table that no dataset with a schedule reads. */
export function unknownSourceTableError(
  tableName: string,
  suggestions: readonly string[],
): PlatformError {
  const near = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`
  const message = `There is no source table "${tableName}" with a schedule in this tenant.${near}`
  return new PlatformError('PLATFORM_UNKNOWN_SOURCE_TABLE', message, {
    details: { path: 'tableName', suggestions },
  })
}

/** An attempt of an instance that may not write any more, since a later one has begun. */
export function fencedError({
  id,
  attempt,
}: {
  readonly id: number
  readonly attempt: number
}): PlatformError {
  const message = `Attempt ${attempt} of the instance ${id} was given up: a later one has begun, and nothing was written.`
  return new PlatformError('PLATFORM_FENCED', message, { details: { id, attempt } })
}

/**
 * Files that were written, or taken away, while a table was made of them; the next try reads them whole. `missing` is the
 * path of one that is not there, where that is why.
 */
export function sourceChangedError(
  table: readonly string[],
  missing: string | null = null,
): PlatformError {
  const name = table.join('.')
  const what =
    missing === null
      ? `The files that ${name} is made of were changed or taken away while they were read`
      : `The file ${missing}, which ${name} is made of, is not there`
  const message = `${what}; nothing was written.`
  return new PlatformError('PLATFORM_SOURCE_CHANGED', message, { details: { table: name } })
}

/** The tables beside an embedded store, which a process that wants to work cannot have; `holder` when it could be read. */
export function tablesInUseError(folder: string, holder: TableHolder | null): PlatformError {
  const who =
    holder === null ? '' : `: process ${holder.pid} on ${holder.host}, since ${holder.since}`
  const work = holder?.workers === 0 ? ', which works on none' : ''
  const message = `Another process has the tasks and tables of the folder ${folder}${who}${work}. Only one can: end that one, or start this one without workers, or keep things in a PostgreSQL, which any number may work on.`
  return new PlatformError('PLATFORM_TABLES_IN_USE', message, { details: { folder, holder } })
}

/** The same error for a caller, without folder and process. */
export function tablesElsewhereError(cause: unknown): PlatformError {
  const message =
    'The tables of plans are at this moment with another process of the service, which works on them: ask that one.'
  return new PlatformError('PLATFORM_TABLES_IN_USE', message, { cause })
}
