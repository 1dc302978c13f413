import type { TObject, TSchema } from 'typebox'
import type { OperationId, ROUTES, Route } from '../routes.ts'
import type { TypedContents } from '../schemas/envelope.ts'

/** An operation of the API: where it is, and the schemas of what it takes and answers. */
export interface Operation extends Route {
  readonly tag:
    | 'acceleration'
    | 'attribution'
    | 'definitions'
    | 'lineage'
    | 'permissions'
    | 'query'
    | 'users'
    | 'views'
  readonly summary: string
  readonly description?: string
  /** Schema of the query parameters. @defaultValue none are read */
  readonly query?: TSchema
  /** Schema of the JSON body; for a file, its media types. */
  readonly body?: TSchema | TypedContents
  /** The query of this GET may also be sent as a JSON body; this schema documents both places. */
  readonly queryOrBody?: TSchema
  /** Schema of headers beside the credentials. @defaultValue none */
  readonly header?: TObject
  /** Schema of the result: `data` of the envelope, or the whole body where there is none. */
  readonly data: TSchema | TypedContents
  /** The answer in a sentence. */
  readonly meaning: string
  /** The most bytes of a body. @defaultValue the limit of the server */
  readonly bodyLimit?: number
  /** Whether answers have an ETag, so that a request that names it gets 304 while its answer is the same. @defaultValue false */
  readonly tagged?: true
  /** Whether answers have sentences in the language that `Accept-Language` prefers. @defaultValue false */
  readonly spoken?: true
  /** Whether answers may have many thousands of entries, and are then written piece by piece. @defaultValue false */
  readonly long?: true
  /** Whether the answer is written piece by piece, by a function of its own in the server. @defaultValue false */
  readonly streams?: true
}

/** Some operations by their names, each with its own route. */
export type OperationGroup = { readonly [Id in OperationId]?: Operation & (typeof ROUTES)[Id] }
