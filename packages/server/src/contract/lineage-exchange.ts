import type { ImportedLineageData } from '@tributary/platform'
import { type TSchema, type TUnsafe, Type } from 'typebox'
import { answersOf } from './envelope.ts'
import { typed } from './typed.ts'

/** The formats that lineage is sent in, with their types in HTTP. */
export const LINEAGE_MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  dot: 'text/vnd.graphviz; charset=utf-8',
  mermaid: 'text/vnd.mermaid; charset=utf-8',
  graphml: 'application/graphml+xml; charset=utf-8',
  gexf: 'application/gexf+xml; charset=utf-8',
  openlineage: 'application/x-ndjson; charset=utf-8',
}

const FORMATS = Object.keys(LINEAGE_MEDIA_TYPES)

/** The formats that lineage is imported from. */
const IMPORT_FORMATS = ['json', 'csv', 'dbt', 'openlineage'] as const

/** Media types of the imported formats; dbt manifests are JSON. */
const IMPORT_MEDIA_TYPES = ['json', 'csv', 'openlineage'].map((name) => LINEAGE_MEDIA_TYPES[name]!)

/** Query of export. */
export const exportQuery: TUnsafe<{ readonly format?: string }> = typed(
  Type.Object({
    format: Type.Optional(
      Type.Enum(FORMATS, { description: 'How it is written; `json` without.' }),
    ),
  }),
)

/** What a route may say of bodies of several types: a schema for each of them. */
export interface TypedContents {
  readonly description: string
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>
}

/** The documented answers of export: the file itself, and envelopes of errors. */
export const exportAnswers: Record<number, TSchema | TypedContents> = {
  ...answersOf(Type.Null(), 'The lineage.'),
  200: {
    description: 'The whole lineage in that format, no envelope.',
    content: contentOf(Object.values(LINEAGE_MEDIA_TYPES)),
  },
}

/** The documented bodies of import, which are read as text whatever their type. */
export const importBody: TypedContents = {
  description: 'The file.',
  content: contentOf([...IMPORT_MEDIA_TYPES, 'text/plain']),
}

/** JSON is a value of any form there, the others are texts. */
function contentOf(types: readonly string[]): TypedContents['content'] {
  const names = types.map((type) => type.split(';', 1)[0]!)
  return Object.fromEntries(
    names.map((name) => [
      name,
      { schema: name === 'application/json' ? Type.Unknown() : Type.String() },
    ]),
  )
}

/** Query of import. */
export const importQuery: TUnsafe<{ readonly format?: string; readonly file?: string }> = typed(
  Type.Object({
    format: Type.Optional(
      Type.Enum(IMPORT_FORMATS, {
        description: 'Format of the body; detected from its beginning when it is left out.',
      }),
    ),
    file: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'What the body came from, for messages; `body` without it.',
      }),
    ),
  }),
)

const count = (description: string) => Type.Integer({ description })

/** `data` of import. */
export const importedData: TUnsafe<ImportedLineageData> = typed(
  Type.Object({
    format: Type.String({ description: 'What the body was.' }),
    vertices: count('Assets that it has.'),
    edges: count('Edges that it has.'),
    newVertices: count('Assets more than before; negative when more went than came.'),
    newEdges: count('Edges more than before; negative when more went than came.'),
  }),
)
