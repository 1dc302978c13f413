import type { AttributionErrorCode } from '@tributary/attribution'
import type { CatalogErrorCode } from '@tributary/catalog'
import type { DefinitionsErrorCode } from '@tributary/definitions'
import type { ExpressionErrorCode } from '@tributary/expression'
import type { LineageErrorCode } from '@tributary/lineage'
import type { SqlErrorCode } from '@tributary/sql'
import type { PlatformErrorCode } from './errors.ts'

/** The codes of the errors that a call of the platform can reject with. */
export type CallErrorCode =
  | AttributionErrorCode
  | CatalogErrorCode
  | DefinitionsErrorCode
  | LineageErrorCode
  | PlatformErrorCode
  | SqlErrorCode

/** The public message of a fault that has none of its own. */
export const FAULT_MESSAGE =
  'The service could not answer for a reason that is not in the request; its log has the cause.'

/** The public message of a definition that is wrong at this moment. */
export const WRONG_DEFINITION_MESSAGE =
  'A definition that the question needs cannot be used at this moment; ask whoever manages the definitions. The log has the reason.'

/**
 * By code, the message for a caller who may not know everything that the message of the error names. Null: the message has
 * only our own words, limits, texts of the request and names that the caller may use, so everybody may read it, unless the
 * error lists `names`. Codes of expressions are all of that kind.
 */
export const PUBLIC_MESSAGES: Readonly<Record<CallErrorCode, string | null>> = {
  ACCESS_FORBIDDEN: null,
  ACCESS_INVALID_ISSUER: FAULT_MESSAGE,
  ACCESS_ISSUER_UNAVAILABLE: null,
  ACCESS_UNAUTHENTICATED: null,
  ATTRIBUTION_AGGREGATE_TYPE: null,
  ATTRIBUTION_AVG_NEEDS_INTERVAL: null,
  ATTRIBUTION_AVG_UNSUPPORTED: null,
  ATTRIBUTION_CAUSES_UNSUPPORTED: null,
  ATTRIBUTION_COLUMN_TYPE: FAULT_MESSAGE,
  ATTRIBUTION_FAN_OUT:
    'A related dataset has several rows for a key, so that rows would be counted twice. Leave out the dimensions that are read from it, or ask whoever administers it to make its key unique.',
  ATTRIBUTION_KEY_NAME: null,
  ATTRIBUTION_MEMORY_BUDGET: FAULT_MESSAGE,
  ATTRIBUTION_NUMBER_RANGE: FAULT_MESSAGE,
  ATTRIBUTION_SOURCE_CLOSED: null,
  ATTRIBUTION_TABLE_DAMAGED: FAULT_MESSAGE,
  ATTRIBUTION_TOO_MANY_GROUPS: null,
  ATTRIBUTION_TOO_MANY_PERIODS: null,
  ATTRIBUTION_TOO_MANY_VALUES:
    'Too many values have a first or last time that most others do not have; ask for fewer periods, or for a shorter time range.',
  ATTRIBUTION_UNEQUAL_COLUMNS: FAULT_MESSAGE,
  ATTRIBUTION_UNKNOWN_COLUMN: FAULT_MESSAGE,
  ATTRIBUTION_UNKNOWN_MEASURE: FAULT_MESSAGE,
  ATTRIBUTION_UNKNOWN_TABLE: FAULT_MESSAGE,
  CATALOG_AMBIGUOUS_NAME: null,
  CATALOG_DIMENSION_DUPLICATE: null,
  CATALOG_DIMENSION_MISSING: null,
  CATALOG_DIMENSION_UNAVAILABLE: null,
  CATALOG_INVALID_VIEW: null,
  CATALOG_METRIC_CYCLE: null,
  CATALOG_TIME_CONSTRAINT_MISSING: null,
  CATALOG_TOO_MANY_METRICS: null,
  CATALOG_UNKNOWN_DATASET: null,
  CATALOG_UNKNOWN_DATE_TAG: null,
  CATALOG_UNKNOWN_DIMENSION: null,
  CATALOG_UNKNOWN_METRIC: null,
  CATALOG_UNKNOWN_PERIOD: null,
  CATALOG_UNSUPPORTED_METRIC: null,
  CATALOG_USER_ATTRIBUTE_MISSING: null,
  CATALOG_WINDOW_NOT_A_RANGE: null,
  CATALOG_WORKSPACE_INVALID: WRONG_DEFINITION_MESSAGE,
  DEFINITIONS_INVALID_IMPORT: null,
  DEFINITIONS_TABLES_MISSING: null,
  LINEAGE_FILE_DAMAGED: FAULT_MESSAGE,
  LINEAGE_INVALID_IMPORT: null,
  LINEAGE_INVALID_PAGE: null,
  LINEAGE_INVALID_STEP: null,
  LINEAGE_TOO_LARGE: null,
  LINEAGE_UNKNOWN_VERTEX: null,
  PLATFORM_CLOSED: null,
  PLATFORM_DEFINITIONS_CHANGED: null,
  PLATFORM_DEFINITIONS_IN_FILES: null,
  PLATFORM_FENCED: null,
  PLATFORM_GROUP_CONFLICT: null,
  PLATFORM_IMPORT_TOO_LARGE: null,
  PLATFORM_INVALID_OPTION: FAULT_MESSAGE,
  PLATFORM_INVALID_REQUEST: null,
  PLATFORM_LOOKUP_TOO_LARGE:
    'A related dataset is in another datasource than the rows that are counted, and has more rows than can be brought along. Leave out the dimensions that are read from it.',
  PLATFORM_NOT_MODIFIED: null,
  PLATFORM_OUT_OF_MEMORY: null,
  PLATFORM_PLAN_CONFLICT: null,
  PLATFORM_QUESTION_TOO_LARGE: null,
  PLATFORM_SOURCE_CHANGED: 'Data was changed while it was read; nothing was written.',
  PLATFORM_SOURCE_MISMATCH:
    'Data that the question needs is not as its definition says; ask whoever administers it. The log has the reason.',
  PLATFORM_SOURCE_UNAVAILABLE:
    'A database that the question needs cannot be reached at this moment. Try again later; the log has the reason.',
  PLATFORM_STORE_FAILED: FAULT_MESSAGE,
  PLATFORM_STORE_UNAVAILABLE: null,
  PLATFORM_TABLES_IN_USE: null,
  PLATFORM_TOO_MANY_IMPORTS: null,
  PLATFORM_TOO_MANY_QUESTIONS: null,
  PLATFORM_UNKNOWN_GROUP: null,
  PLATFORM_UNKNOWN_IMPORT: null,
  PLATFORM_UNKNOWN_INSTANCE: null,
  PLATFORM_UNKNOWN_PLAN: null,
  PLATFORM_UNKNOWN_RESOURCE: null,
  PLATFORM_UNKNOWN_SOURCE_TABLE: null,
  PLATFORM_UNKNOWN_TASK: null,
  PLATFORM_UNKNOWN_USER: null,
  PLATFORM_VIEW_EXISTS: null,
  SQL_CLOSED: null,
  SQL_ENGINE_FAILED: 'The engine could not run a query of the question; the log has the reason.',
  SQL_EXPRESSION_TOO_LARGE: null,
  SQL_FILE_UNREADABLE:
    'Data that the question needs cannot be read; ask whoever administers it. The log has the reason.',
  SQL_LIMIT_EXCEEDED: null,
  SQL_LOOKUP_NOT_UNIQUE:
    'A related dataset has several rows for a key, so that rows would be counted twice. Leave out the dimensions that are read from it, or ask whoever administers it to make its key unique.',
  SQL_NAME_TAKEN: FAULT_MESSAGE,
  SQL_OUT_OF_MEMORY: null,
  SQL_OUT_OF_RANGE: null,
  SQL_TOO_MANY_ROWS: null,
  SQL_UNSUPPORTED_AGGREGATE: null,
  SQL_UNSUPPORTED_EXPRESSION: null,
  SQL_UNSUPPORTED_REFERENCE: FAULT_MESSAGE,
}

/** Whether the code is one of an expression. */
export function isExpressionCode(code: string): code is ExpressionErrorCode {
  return code.startsWith('EXPRESSION_')
}
