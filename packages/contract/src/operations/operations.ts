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

/** What an operation takes: the fields of its query, body and headers in one object; null when it takes nothing. */
export type RequestOf<Id extends OperationId> = Table[Id] extends { readonly takes: 'NOTHING' }
  ? null
  : Table[Id] extends { readonly takes: 'FILE' }
    ? FieldsOf<Table[Id], 'query'> & { readonly text: string }
    : FieldsOf<Table[Id], 'query'> & FieldsOf<Table[Id], 'body'> & FieldsOf<Table[Id], 'header'>

type FieldsOf<One, Part extends string> = One extends {
  readonly [P in Part]: infer S extends TSchema
}
  ? ValueOf<S>
  : unknown

/** {@link RequestOf} as the platform takes it: the fields of a query in camel case, yes and no as booleans. */
export type InputOf<Id extends OperationId> = Table[Id] extends {
  readonly query: infer S extends TSchema
}
  ? QueryOf<S> & Omit<RequestOf<Id>, keyof ValueOf<S>>
  : RequestOf<Id>

/** What an operation answers: `data` of the envelope; the whole body where there is no envelope. */
export type AnswerOf<Id extends OperationId> = Table[Id] extends { readonly answer: 'FILE' }
  ? string
  : DataOf<Table[Id]> | (Table[Id] extends { readonly answer: 'NULLABLE' } ? null : never)

type DataOf<One> = One extends { readonly data: infer S extends TSchema } ? ValueOf<S> : never
