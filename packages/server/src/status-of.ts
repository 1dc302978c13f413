/**
 * The HTTP status of an error code; 500 for a code that is not listed, which is an internal error. Only this file
 * and the table of operations know status numbers.
 *
 * @example
 * ```ts
 * import { toStatus } from '@tributary/platform/server'
 * toStatus('CATALOG_UNKNOWN_METRIC') // => 404
 * toStatus('EXPRESSION_SYNTAX') // => 400
 * toStatus('SQL_FAILED') // => 500
 * ```
 */
export function toStatus(code: string): number {
  const exact = STATUS_OF_CODE.get(code)
  if (exact !== undefined) return exact
  const family = STATUS_OF_FAMILY.find(([prefix]) => code.startsWith(prefix))
  return family === undefined ? 500 : family[1]
}

const STATUS_OF_CODE: ReadonlyMap<string, number> = new Map([
  ['ACCESS_UNAUTHENTICATED', 401],
  ['ACCESS_FORBIDDEN', 403],
  ['ACCESS_ISSUER_UNAVAILABLE', 503],
  ['CATALOG_UNKNOWN_DATASET', 404],
  ['CATALOG_USER_ATTRIBUTE_MISSING', 403],
  ['CATALOG_UNKNOWN_DIMENSION', 404],
  ['CATALOG_UNKNOWN_METRIC', 404],
  ['LINEAGE_UNKNOWN_VERTEX', 404],
  ['LINEAGE_TOO_LARGE', 413],
  ['PLATFORM_CLOSED', 503],
  ['PLATFORM_NOT_MODIFIED', 304],
  ['PLATFORM_INVALID_REQUEST', 400],
  ['PLATFORM_LOOKUP_TOO_LARGE', 400],
  ['PLATFORM_QUESTION_TOO_LARGE', 400],
  ['PLATFORM_TOO_MANY_QUESTIONS', 429],
  ['PLATFORM_TOO_MANY_IMPORTS', 429],
  ['PLATFORM_OUT_OF_MEMORY', 503],
  ['PLATFORM_DEFINITIONS_IN_FILES', 409],
  ['PLATFORM_DEFINITIONS_CHANGED', 409],
  ['PLATFORM_IMPORT_TOO_LARGE', 413],
  ['PLATFORM_SOURCE_UNAVAILABLE', 503],
  ['PLATFORM_STORE_UNAVAILABLE', 503],
  ['PLATFORM_TABLES_IN_USE', 503],
  ['PLATFORM_UNKNOWN_USER', 404],
  ['PLATFORM_UNKNOWN_GROUP', 404],
  ['PLATFORM_GROUP_CONFLICT', 409],
  ['PLATFORM_VIEW_EXISTS', 409],
  ['PLATFORM_UNKNOWN_RESOURCE', 404],
  ['PLATFORM_UNKNOWN_PLAN', 404],
  ['PLATFORM_PLAN_CONFLICT', 409],
  ['PLATFORM_UNKNOWN_TASK', 404],
  ['PLATFORM_UNKNOWN_INSTANCE', 404],
  ['PLATFORM_UNKNOWN_IMPORT', 404],
  ['PLATFORM_UNKNOWN_SOURCE_TABLE', 404],
  ['SQL_CLOSED', 503],
  ['SQL_OUT_OF_MEMORY', 503],
  ['SQL_EXPRESSION_TOO_LARGE', 400],
  ['SQL_UNSUPPORTED_AGGREGATE', 400],
  ['SQL_UNSUPPORTED_EXPRESSION', 400],
  ['SQL_LIMIT_EXCEEDED', 400],
  ['SQL_OUT_OF_RANGE', 400],
  ['SQL_TOO_MANY_ROWS', 400],
  ['SQL_LOOKUP_NOT_UNIQUE', 409],
  ['SERVER_BAD_REQUEST', 400],
  ['SERVER_INVALID_HEADER', 400],
  ['SERVER_INVALID_QUERY', 400],
  ['SERVER_INVALID_BODY', 400],
  ['SERVER_INVALID_JSON', 400],
  ['SERVER_NOT_FOUND', 404],
  ['SERVER_METHOD_NOT_ALLOWED', 405],
  ['SERVER_BODY_TOO_LARGE', 413],
  ['SERVER_UNSUPPORTED_MEDIA_TYPE', 415],
  ['SERVER_EXPECTATION_FAILED', 417],
  ['SERVER_CROSS_SITE', 403],
  ['SERVER_FOREIGN_HOST', 403],
  ['SERVER_RATE_LIMITED', 429],
  ['SERVER_TIMEOUT', 503],
])

/** The status of a package's other codes by their prefix: the request is wrong. */
const STATUS_OF_FAMILY: readonly (readonly [prefix: string, status: number])[] = [
  ['EXPRESSION_', 400],
  ['ATTRIBUTION_', 400],
  ['CATALOG_', 400],
  ['LINEAGE_INVALID_', 400],
  ['DEFINITIONS_', 400],
]
