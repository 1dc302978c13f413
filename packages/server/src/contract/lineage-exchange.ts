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

/** Query of export. */
export const exportQuery: TUnsafe<{ readonly format?: string }> = typed(
  Type.Object({
    format: Type.Optional(
      Type.Enum(FORMATS, { description: 'How it is written; `json` without.' }),
    ),
  }),
)

/** The documented answers of export: the file itself, and envelopes of errors. */
export const exportAnswers: Record<number, TSchema> = {
  ...answersOf(Type.Null(), 'The lineage.'),
  200: Type.String({ description: 'The whole lineage in that format, no envelope.' }),
}

/** Query of import. */
export const importQuery: TUnsafe<{ readonly format?: string; readonly file?: string }> = typed(
  Type.Object({
    format: Type.Optional(
      Type.Enum([...FORMATS, 'dbt'], {
        description: 'What the body is; recognised by how it begins without it.',
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
