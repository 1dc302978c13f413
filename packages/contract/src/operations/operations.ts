import type { TSchema } from 'typebox'
import type { OperationId, ROUTES } from '../routes.ts'
import type { QueryOf, ValueOf } from '../schemas/schema.ts'
import { ACCELERATION_OPERATIONS } from './acceleration.ts'
import { ATTRIBUTION_OPERATIONS } from './attribution.ts'
import { DEFINITIONS_OPERATIONS } from './definitions.ts'
import { LINEAGE_OPERATIONS } from './lineage.ts'
import type { Operation } from './operation.ts'
import { PERMISSIONS_OPERATIONS } from './permissions.ts'
import { QUERY_OPERATIONS } from './query.ts'
import { USERS_OPERATIONS } from './users.ts'
import { VIEWS_OPERATIONS } from './views.ts'

/** Every operation of the API. */
export const OPERATIONS = {
  ...ACCELERATION_OPERATIONS,
  ...ATTRIBUTION_OPERATIONS,
  ...QUERY_OPERATIONS,
  ...DEFINITIONS_OPERATIONS,
  ...PERMISSIONS_OPERATIONS,
  ...VIEWS_OPERATIONS,
  ...USERS_OPERATIONS,
  ...LINEAGE_OPERATIONS,
} as const satisfies { readonly [Id in OperationId]: Operation & (typeof ROUTES)[Id] }

type Table = typeof OPERATIONS

/**
 * The request of an operation: the fields of its query, body and headers in one object, named as the API names them.
 * Parameters that are `true` or `false` are booleans. Null for an operation without a request.
 */
export type RequestOf<Id extends OperationId> = Table[Id] extends { readonly takes: 'NOTHING' }
  ? null
  : Table[Id] extends { readonly takes: 'FILE' }
    ? QueryFields<Table[Id]> & { readonly text: string }
    : QueryFields<Table[Id]> & FieldsOf<Table[Id], 'body'> & FieldsOf<Table[Id], 'header'>

type QueryFields<Entry> = Entry extends { readonly query: infer S extends TSchema }
  ? QueryOf<S>
  : unknown

type FieldsOf<Entry, Part extends string> = Entry extends {
  readonly [P in Part]: infer S extends TSchema
}
  ? ValueOf<S>
  : unknown

/** The answer of an operation: `data` of the envelope; the whole body where there is no envelope. */
export type AnswerOf<Id extends OperationId> = Table[Id] extends { readonly answer: 'FILE' }
  ? string
  : DataOf<Table[Id]> | (Table[Id] extends { readonly answer: 'NULLABLE' } ? null : never)

type DataOf<Entry> = Entry extends { readonly data: infer S extends TSchema } ? ValueOf<S> : never

/** Options of a call that every implementation of {@link Operations} honours. */
export interface OperationOptions {
  /** When it is aborted, the work on the answer ends and the call rejects with its reason. */
  readonly signal?: AbortSignal
}

/** The method of an operation: it takes the request, unless the operation has none, and gives the answer. */
export type OperationMethod<Id extends OperationId, Options> = [RequestOf<Id>] extends [null]
  ? (options?: Options) => Promise<AnswerOf<Id>>
  : (request: RequestOf<Id>, options?: Options) => Promise<AnswerOf<Id>>

/**
 * A method for each operation of the API, named by its operation id. A call that fails rejects with an error that has
 * a `code`, and has then changed nothing. `@tributary/client` implements it over HTTP, and `platform.as(caller)` of
 * `@tributary/platform` in the process itself, so a program that takes `Operations` runs on both.
 */
export type Operations<Options extends OperationOptions = OperationOptions> = {
  readonly [Id in keyof typeof ROUTES]: OperationMethod<Id, Options>
}
