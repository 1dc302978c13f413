import { type NamedThing, TributaryError } from '@tributary/core'

/** The codes of the errors of the platform itself; the packages that it uses have codes of their own. */
export type PlatformErrorCode =
  | 'ACCESS_UNAUTHENTICATED'
  | 'ACCESS_FORBIDDEN'
  | 'ACCESS_INVALID_ISSUER'
  | 'ACCESS_ISSUER_UNAVAILABLE'
  | 'PLATFORM_INVALID_REQUEST'
  | 'PLATFORM_SOURCE_MISMATCH'
  | 'PLATFORM_SOURCE_UNAVAILABLE'
  | 'PLATFORM_LOOKUP_TOO_LARGE'
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
  | 'PLATFORM_UNKNOWN_IMPORT'
  | 'PLATFORM_UNKNOWN_SOURCE_TABLE'
  | 'PLATFORM_FENCED'
  | 'PLATFORM_SOURCE_CHANGED'
  | 'PLATFORM_TABLES_IN_USE'
  | 'PLATFORM_QUESTION_TOO_LARGE'
  | 'PLATFORM_TOO_MANY_QUESTIONS'
  | 'PLATFORM_TOO_MANY_IMPORTS'
  | 'PLATFORM_OUT_OF_MEMORY'
  | 'PLATFORM_DEFINITIONS_IN_FILES'
  | 'PLATFORM_DEFINITIONS_CHANGED'
  | 'PLATFORM_IMPORT_TOO_LARGE'
  | 'PLATFORM_NOT_MODIFIED'
  | 'PLATFORM_INVALID_OPTION'

/** An error of the platform: authentication, rights, requests, or the store. */
export class PlatformError extends TributaryError<PlatformErrorCode> {}

/** Which process has the materialised tables of a folder. */
export interface TableHolder {
  readonly pid: number
  readonly host: string
  /** How many instances it runs at the same time; 0 for a process without workers. */
  readonly workers: number
  /** When it acquired the folder, ISO 8601 in UTC. */
  readonly since: string
}

/** Instead of an answer that the caller has already. */
export function notModifiedError(tag: string): PlatformError {
  const message = `The answer is the one that the tag ${tag} stands for; ask without that tag to get it again.`
  return new PlatformError('PLATFORM_NOT_MODIFIED', message, { details: { tag } })
}

/** The same answer whether the tenant, the account or the secret is unknown. */
export function unauthenticatedError(): PlatformError {
  const message = 'These credentials are not known: check tenant-id, auth-type and auth-value.'
  return new PlatformError('ACCESS_UNAUTHENTICATED', message)
}

/** A bearer token that is not accepted, for a reason that says nothing of anybody else. */
export function tokenRefusedError(reason: string): PlatformError {
  const message = `The bearer token is not accepted: ${reason}. Get a new one from its issuer.`
  return new PlatformError('ACCESS_UNAUTHENTICATED', message)
}

/** An issuer of tokens whose keys cannot be read at this moment; they are read again in `wait` seconds. */
export function issuerUnavailableError(
  issuer: string,
  wait: number,
  cause: unknown,
): PlatformError {
  const message = `The keys of the issuer ${issuer} cannot be read at this moment, so its tokens cannot be checked. Try again later.`
  return new PlatformError('ACCESS_ISSUER_UNAVAILABLE', message, {
    details: { issuer, retryAfter: wait },
    cause,
  })
}

/** Settings of an issuer that cannot be used. */
export function invalidIssuerError(issuer: string, reason: string): PlatformError {
  const message = `The settings of the issuer "${issuer}" are wrong: ${reason}.`
  return new PlatformError('ACCESS_INVALID_ISSUER', message, { details: { issuer } })
}

/** An authenticated caller without the right to an action; `what` completes "may not …". */
export function forbiddenError(what: string): PlatformError {
  return new PlatformError('ACCESS_FORBIDDEN', `Your account may not ${what}.`)
}

/** A value of a request that its schema accepts and the platform rejects. */
export function invalidRequestError(path: string, message: string): PlatformError {
  return new PlatformError('PLATFORM_INVALID_REQUEST', message, { details: { path } })
}

/** A question with more of something than the service allows. */
export function questionTooLargeError(
  count: { readonly path: string; readonly found: number; readonly limit: number },
  what: 'dimensions' | 'filters',
): PlatformError {
  const { path, found: actual, limit } = count
  const message = `A question may have ${limit} ${what}, found ${actual}. The service can allow more: --max-${what} of tributary start, questionLimits.${what} of createPlatform.`
  return new PlatformError('PLATFORM_QUESTION_TOO_LARGE', message, {
    details: { path, found: actual, limit },
  })
}

/** A question with more groups than the service aggregates. */
export function tooManyGroupsError(limit: number): PlatformError {
  const message = `A question may have ${limit} groups, those of all its combinations of dimensions together, found more. Combine fewer dimensions, choose a coarser grain, or filter. The service can allow more: --max-groups of tributary start, questionLimits.groups of createPlatform.`
  return new PlatformError('PLATFORM_QUESTION_TOO_LARGE', message, {
    details: { path: 'dimensions', limit },
  })
}

/** A condition on metrics that too many keys fulfil, or do not fulfil where those are listed. */
export function tooManyKeysError(dimension: string | null, limit: number): PlatformError {
  const which = dimension === null ? 'a dimension of the metric' : `the dimension "${dimension}"`
  const message = `The condition on metrics of ${which} is answered by a list of at most ${limit} values, found more. Ask for a condition that fewer fulfil, or compute it in a table of the data.`
  return new PlatformError('PLATFORM_QUESTION_TOO_LARGE', message, {
    details: { path: 'dimensions', ...(dimension !== null && { dimension }), limit },
  })
}

/** The neighbourhood of an asset with more assets or hops than the service lists. */
export function neighbourhoodTooLargeError(
  { found: actual, limit }: { readonly found: number; readonly limit: number },
  what: 'hops' | 'vertices',
): PlatformError {
  const path = what === 'hops' ? 'input_step' : 'limit'
  const of = what === 'hops' ? 'hops in a direction' : 'assets'
  const way = what === 'hops' ? 'Ask for fewer hops' : 'Ask for fewer hops, or for pages with limit'
  const message = `An answer may have ${limit} ${of}, found ${actual}. ${way}. The service can allow more: --max-${what} of tributary start, questionLimits.${what} of createPlatform.`
  return new PlatformError('PLATFORM_QUESTION_TOO_LARGE', message, {
    details: { path, found: actual, limit },
  })
}

/** As many questions of the tenant wait as may; `seconds` is when there may be room again. */
export function tooManyQuestionsError(
  { running, waiting }: { readonly running: number; readonly waiting: number },
  seconds: number,
): PlatformError {
  const message = `${running} questions of this tenant run and ${waiting} wait, as many as the service allows; ask again in ${seconds} s. See --questions-per-tenant, --questions and --waiting-questions of tributary start.`
  return new PlatformError('PLATFORM_TOO_MANY_QUESTIONS', message, {
    details: { retryAfter: seconds },
  })
}

/** A question that was stopped because the process has too much memory; both are bytes. */
export function outOfMemoryError(found: number, limit: number): PlatformError {
  const [has, may] = [found, limit].map((bytes) => `${Math.ceil(bytes / 2 ** 20)} MiB`)
  const message = `The question was stopped because it took the most memory while the process had ${has}; the limit is ${may}. Ask for fewer dimensions or a shorter time, build shorter texts, or ask again when less is asked. The service can allow more: --process-memory of tributary start, processBytes of createPlatform.`
  return new PlatformError('PLATFORM_OUT_OF_MEMORY', message, {
    details: { found, limit, retryAfter: 1 },
  })
}

/** As many imports of lineage run as may; `seconds` is when there may be room again. */
export function tooManyImportsError(
  { running }: { readonly running: number },
  seconds: number,
): PlatformError {
  const message = `${running} imports of this tenant run, and the service has room for no more; import again in ${seconds} s. See --imports-per-tenant and --questions of tributary start.`
  return new PlatformError('PLATFORM_TOO_MANY_IMPORTS', message, {
    details: { retryAfter: seconds },
  })
}

/** Definitions are imported over the API into a tenant whose definitions are applied from files at each start. */
export function definitionsInFilesError(tenant: string): PlatformError {
  const message = `The definitions of the tenant "${tenant}" are in the files of a workspace, which this process applies whenever it starts, so an import would be lost then. Import into those files with \`tributary import\`, or start the service without a workspace: \`tributary apply DIR\`, then \`tributary start\` with the store alone.`
  return new PlatformError('PLATFORM_DEFINITIONS_IN_FILES', message, { details: { tenant } })
}

/** The definitions of a tenant were changed while others were made from them; `version` is that of the current ones. */
export function definitionsChangedError(version: number): PlatformError {
  const message =
    'The definitions of the tenant were changed again and again while the import was made. Nothing was imported; import again.'
  return new PlatformError('PLATFORM_DEFINITIONS_CHANGED', message, { details: { version } })
}

/** An import needs more memory than one may have. */
export function importTooLargeError(file: string, mebibytes: number): PlatformError {
  return new PlatformError(
    'PLATFORM_IMPORT_TOO_LARGE',
    `The import of ${file} needs more than ${mebibytes} MiB of memory. Nothing was imported; divide the file, or import it with \`tributary import\` where there is more.`,
    { details: { file, limit: mebibytes } },
  )
}

/** An option of `createPlatform` with a value that it cannot have. */
export function invalidOptionError(option: string, reason: string): PlatformError {
  return new PlatformError('PLATFORM_INVALID_OPTION', `The option ${option} is wrong: ${reason}.`, {
    details: { option },
  })
}

/** A dataset's source is not what its definition says. */
export function sourceMismatchError(
  message: string,
  details: Readonly<Record<string, unknown>>,
): PlatformError {
  return new PlatformError('PLATFORM_SOURCE_MISMATCH', message, {
    details,
    names: listNamedThings(details),
  })
}

/** The resources that the details of an error name. */
function listNamedThings(details: Readonly<Record<string, unknown>>): readonly NamedThing[] {
  const kinds = { dataset: 'DATASET', datasource: 'DATASOURCE', plan: 'PLAN' } as const
  return Object.entries(kinds).flatMap(([key, kind]) => {
    const name = details[key]
    return typeof name === 'string' ? [{ kind, name }] : []
  })
}

/** The database of a datasource does not answer, or refuses the connection. */
export function sourceUnavailableError(
  datasource: string,
  reason: string,
  cause?: unknown,
): PlatformError {
  return new PlatformError(
    'PLATFORM_SOURCE_UNAVAILABLE',
    `The datasource "${datasource}" cannot be reached: ${reason}.`,
    { details: { datasource }, names: [{ kind: 'DATASOURCE', name: datasource }], cause },
  )
}

/** A table of another datasource than the base has more rows than are brought along. */
export function lookupTooLargeError(table: string, most: number): PlatformError {
  return new PlatformError(
    'PLATFORM_LOOKUP_TOO_LARGE',
    `The table ${table} is in another datasource than the rows that are counted, and has more than the ${most} rows that are brought along. Put both into one datasource, or leave out what is read of it.`,
    { details: { table, most }, names: [{ kind: 'TABLE', name: table }] },
  )
}

/** The store cannot be opened or migrated. */
export function storeError(path: string, cause: unknown): PlatformError {
  return new PlatformError(
    'PLATFORM_STORE_FAILED',
    `The store ${path} cannot be opened: ${findErrorMessage(cause)}`,
    { details: { path }, names: [{ kind: 'SERVICE', name: path }], cause },
  )
}

/** A store with tables that only a later version knows. */
export function newerStoreError(
  path: string,
  unknown: readonly string[],
  cause: unknown,
): PlatformError {
  const message = `The store ${path} was written by a newer version of Tributary (it has the unknown migrations "${unknown.join('", "')}"). Use that version, or another store.`
  const names = [{ kind: 'SERVICE', name: path }] as const
  return new PlatformError('PLATFORM_STORE_FAILED', message, { details: { path }, names, cause })
}

/** A stored definition that is not JSON: the file was edited, or the disk is damaged. */
export function damagedDefinitionError(
  definition: { readonly tenant: string; readonly kind: string; readonly name: string },
  cause: unknown,
): PlatformError {
  const { tenant, kind, name } = definition
  const message = `The store is damaged: the ${kind.replaceAll('_', ' ')} "${name}" of the tenant "${tenant}" is not JSON. Restore the store from a backup.`
  const names = [{ kind: 'SERVICE', name: 'store' }] as const
  return new PlatformError('PLATFORM_STORE_FAILED', message, { details: definition, names, cause })
}

/** The store does not answer while it is opened; `unavailable` is what {@link storeUnavailableError} gave. */
export function unreachableStoreError(path: string, unavailable: PlatformError): PlatformError {
  const { cause } = unavailable
  const message = `The store ${path} cannot be reached or written: ${findErrorMessage(cause)}`
  const names = [{ kind: 'SERVICE', name: path }] as const
  return new PlatformError('PLATFORM_STORE_UNAVAILABLE', message, {
    details: { path },
    names,
    cause,
  })
}

/** The message of an error; for Node's `AggregateError` of several addresses, which has none, that of the first attempt. */
function findErrorMessage(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '')
    return findErrorMessage(cause.errors[0])
  return cause instanceof Error ? cause.message : String(cause)
}

/** The store does not answer, or cannot write, at this moment; the same request may succeed later. */
export function storeUnavailableError(cause: unknown): PlatformError {
  const message =
    'The store cannot be reached or written at this moment; nothing was changed. Try again later.'
  return new PlatformError('PLATFORM_STORE_UNAVAILABLE', message, { cause })
}

/** The file of the store is not where it was opened: what would be written now would be lost. */
export function storeMovedError(): PlatformError {
  const message =
    'The file of the store was moved, deleted or replaced while the service runs, so nothing is written; nothing was changed. An operator has to put it back, or to restart the service.'
  return new PlatformError('PLATFORM_STORE_UNAVAILABLE', message)
}

/** Other processes have changed the lineage during each try of an import. */
export function lineageBusyError(tries: number): PlatformError {
  const message = `Other processes have changed the lineage during all ${tries} tries of the import; nothing was imported. Try again later.`
  return new PlatformError('PLATFORM_STORE_UNAVAILABLE', message, { details: { tries } })
}

/** The import of a process that stopped answering for a while, and was declared failed by another one. */
export function abandonedImportError(): PlatformError {
  const message =
    'The process that ran the import ended or did not answer; nothing was imported. Import the file again.'
  return new PlatformError('PLATFORM_STORE_UNAVAILABLE', message)
}

/** The service was stopped while an import ran. */
export function stoppedImportError(): PlatformError {
  const message =
    'The service was stopped before the import was stored; nothing was imported. Import the file again.'
  return new PlatformError('PLATFORM_CLOSED', message)
}

/** A request names an import that the tenant does not have, or that began more than seven days ago. */
export function unknownImportError(id: string): PlatformError {
  const message = `There is no import with the id "${id}" in this tenant; imports are kept for seven days.`
  return new PlatformError('PLATFORM_UNKNOWN_IMPORT', message, { details: { path: 'import_id' } })
}

/** The platform was closed before the call. */
export function closedError(): PlatformError {
  const message = 'The platform is closed and accepts no further requests.'
  return new PlatformError('PLATFORM_CLOSED', message)
}

/** A request names a user that does not exist in the tenant. */
export function unknownUserError(user: string, path: string): PlatformError {
  return new PlatformError('PLATFORM_UNKNOWN_USER', `There is no user "${user}" in this tenant.`, {
    details: { path },
  })
}

/** A request names a user group that does not exist in the tenant. */
export function unknownGroupError(group: string, by: 'id' | 'code', path: string): PlatformError {
  const message = `There is no user group with the ${by} "${group}" in this tenant.`
  return new PlatformError('PLATFORM_UNKNOWN_GROUP', message, { details: { path } })
}

/** A move that the present tree of groups does not allow. */
export function groupConflictError(message: string, path: string): PlatformError {
  return new PlatformError('PLATFORM_GROUP_CONFLICT', message, { details: { path } })
}

/** A metric view whose name is taken. */
export function viewExistsError(name: string): PlatformError {
  const message = `There is a metric view "${name}" already; choose another viewName.`
  return new PlatformError('PLATFORM_VIEW_EXISTS', message, { details: { path: 'viewName' } })
}

/** A request names a resource that does not exist in the tenant. */
export function unknownResourceError(type: string, id: string, path = 'resourceId'): PlatformError {
  const kind = type.toLowerCase().replaceAll('_', ' ')
  const message = `There is no ${kind} with the id "${id}" in this tenant.`
  return new PlatformError('PLATFORM_UNKNOWN_RESOURCE', message, { details: { path } })
}

/** A request names a plan that does not exist in the tenant. */
export function unknownPlanError(named: {
  readonly by: 'id' | 'name'
  readonly value: string
  readonly path: string
  readonly suggestions: readonly string[]
}): PlatformError {
  const { by, value, path, suggestions } = named
  const message = `There is no plan with the ${by} "${value}" in this tenant.${formatSuggestions(suggestions)}`
  return new PlatformError('PLATFORM_UNKNOWN_PLAN', message, { details: { path, suggestions } })
}

function formatSuggestions(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`
}

/** An operation that is not possible for the kind of a plan. */
export function planConflictError(message: string): PlatformError {
  return new PlatformError('PLATFORM_PLAN_CONFLICT', message)
}

/** An engine does not let its user write tables of plans. */
export function planSchemaError(
  datasource: string,
  schema: string,
  reason: string,
  cause: unknown,
): PlatformError {
  return new PlatformError(
    'PLATFORM_PLAN_CONFLICT',
    `The tables of plans cannot be written into the schema "${schema}" of the datasource "${datasource}": ${reason}. Create the schema and grant its user the right to create tables in it, or remove "plans" from the datasource, so that they are kept with the store.`,
    { names: [{ kind: 'DATASOURCE', name: datasource }], cause },
  )
}

/** A request names a task that does not exist in the tenant. */
export function unknownTaskError(dagName: string): PlatformError {
  const message = `There is no task "${dagName}" in this tenant.`
  return new PlatformError('PLATFORM_UNKNOWN_TASK', message, { details: { path: 'dagName' } })
}

/** A request names an instance that does not exist in the tenant. */
export function unknownInstanceError(id: string): PlatformError {
  const message = `There is no task instance with the id "${id}" in this tenant.`
  return new PlatformError('PLATFORM_UNKNOWN_INSTANCE', message, { details: { path: 'id' } })
}

/** A table that no dataset with a schedule reads. */
export function unknownSourceTableError(
  tableName: string,
  suggestions: readonly string[],
): PlatformError {
  const message = `There is no source table "${tableName}" with a schedule in this tenant.${formatSuggestions(suggestions)}`
  return new PlatformError('PLATFORM_UNKNOWN_SOURCE_TABLE', message, {
    details: { path: 'tableName', suggestions },
  })
}

/** An attempt of an instance may no longer write, because a later attempt has begun. */
export function fencedError({
  id,
  attempt,
}: {
  readonly id: number
  readonly attempt: number
}): PlatformError {
  const message = `Attempt ${attempt} of the instance ${id} was cancelled, because a later attempt has begun; nothing was written.`
  return new PlatformError('PLATFORM_FENCED', message, { details: { id, attempt } })
}

/**
 * Files were changed or deleted while a table was written from them; the next attempt reads them again. `missing` is the path
 * of a file that does not exist, if that is the cause.
 */
export function sourceChangedError(
  table: readonly string[],
  missing: string | null = null,
): PlatformError {
  const name = table.join('.')
  const what =
    missing === null
      ? `The source files of ${name} were changed or deleted while they were read`
      : `The file ${missing}, a source of ${name}, does not exist`
  const message = `${what}; nothing was written.`
  return new PlatformError('PLATFORM_SOURCE_CHANGED', message, {
    details: { table: name },
    names: [{ kind: 'TABLE', name }],
  })
}

/** Another process uses the tables of an embedded store; `holder` describes it, null when it could not be read. */
export function tablesInUseError(folder: string, holder: TableHolder | null): PlatformError {
  const who =
    holder === null ? '' : `: process ${holder.pid} on ${holder.host}, since ${holder.since}`
  const work = holder?.workers === 0 ? ', without workers' : ''
  const message = `Another process uses the tasks and tables of the folder ${folder}${who}${work}. Only one process can: stop that one, start this one without workers, or use a PostgreSQL store, which several processes can share.`
  return new PlatformError('PLATFORM_TABLES_IN_USE', message, {
    details: { folder, holder },
    names: [{ kind: 'SERVICE', name: folder }],
  })
}

/** The same error for a caller, without folder and process. */
export function tablesElsewhereError(cause: unknown): PlatformError {
  const message =
    'Another process of the service uses the tables of plans at this moment: send the request to that process.'
  return new PlatformError('PLATFORM_TABLES_IN_USE', message, { cause })
}
