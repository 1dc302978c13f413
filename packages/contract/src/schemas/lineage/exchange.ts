import { Type } from 'typebox'
import type { TypedContents } from '../envelope.ts'
import {
  integer,
  isAnsweredAtOnce,
  nullable,
  object,
  type QueryOf,
  storedText,
  text,
  type ValueOf,
} from '../schema.ts'

/** The formats that lineage is sent in, with their types in HTTP. */
export const LINEAGE_MEDIA_TYPES = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  dot: 'text/vnd.graphviz; charset=utf-8',
  mermaid: 'text/vnd.mermaid; charset=utf-8',
  graphml: 'application/graphml+xml; charset=utf-8',
  gexf: 'application/gexf+xml; charset=utf-8',
  openlineage: 'application/x-ndjson; charset=utf-8',
} as const

/** A format that lineage is exported in. */
export type LineageExportFormat = keyof typeof LINEAGE_MEDIA_TYPES

const FORMATS = Object.keys(LINEAGE_MEDIA_TYPES) as LineageExportFormat[]

/** The formats that lineage is imported from. */
const IMPORT_FORMATS = ['json', 'csv', 'dbt', 'openlineage'] as const

/** Media types of the imported formats; dbt manifests are JSON. */
const IMPORT_MEDIA_TYPES = (['json', 'csv', 'openlineage'] as const).map(
  (name) => LINEAGE_MEDIA_TYPES[name],
)

/** Query of export. */
export const exportQuery = Type.Object({
  format: Type.Optional(
    Type.Enum(FORMATS, { description: 'Format of the file; `json` by default.' }),
  ),
})

/** The documented body of export: the file itself. */
export const exportedFile: TypedContents = {
  description: 'The whole lineage in that format, no envelope.',
  content: describeContent(Object.values(LINEAGE_MEDIA_TYPES)),
}

/** The documented bodies of import, which are read as text whatever their type. */
export const importBody: TypedContents = {
  description: 'The file.',
  content: describeContent([...IMPORT_MEDIA_TYPES, 'text/plain']),
}

/** JSON is a value of any form there, the others are texts. */
function describeContent(types: readonly string[]): TypedContents['content'] {
  const names = types.map((type) => type.split(';', 1)[0]!)
  return Object.fromEntries(
    names.map((name) => [
      name,
      { schema: name === 'application/json' ? Type.Unknown() : Type.String() },
    ]),
  )
}

/** The most bytes of a file that import takes: 64 MiB. */
export const IMPORT_BODY_LIMIT = 67_108_864

/** Query of import. */
export const importQuery = Type.Object({
  format: Type.Optional(
    Type.Enum(IMPORT_FORMATS, {
      description: 'Format of the body; detected from its beginning when it is left out.',
    }),
  ),
  file: Type.Optional(storedText(255, 'Name of the file for messages; `body` by default.')),
  at_once: isAnsweredAtOnce,
})

/** Query of the state of an import. */
export const importStateQuery = Type.Object({
  import_id: storedText(128, 'The `importId` of the answer to the import.'),
})

const importProgress = object('How far the import is; null when it does not run.', {
  step: Type.Enum(['READING', 'COMPARING', 'STORING'], {
    description: 'Whether it reads the file, compares it with the lineage, or stores the changes.',
  }),
  done: integer('Changes that the step has made so far.'),
  total: nullable(integer('Changes that the step makes in all; null while that is not known.')),
})

const whenDone = 'null before the import has succeeded.'

/** `data` of import, and of its state. */
export const importedData = Type.Object({
  importId: text('Id of the import.'),
  status: Type.Enum(['RUNNING', 'SUCCESS', 'FAILED', 'CANCELLED'], {
    description:
      'Whether the import goes on, everything is stored, or nothing is. An import that fails before it is answered is answered with the error.',
  }),
  file: text('Name of the file.'),
  format: nullable(text(`Format of the file; ${whenDone}`)),
  vertices: nullable(integer(`Number of its assets; ${whenDone}`)),
  edges: nullable(integer(`Number of its edges; ${whenDone}`)),
  newVertices: nullable(
    integer(`Growth of the number of assets, negative when it shrank; ${whenDone}`),
  ),
  newEdges: nullable(
    integer(`Growth of the number of edges, negative when it shrank; ${whenDone}`),
  ),
  progress: nullable(importProgress),
  startTime: text('When it began.'),
  endTime: nullable(text('When it ended; null before.')),
  msg: nullable(text('Why it failed, with the stable error name; null when it has not.')),
})

/** `data` of import, and of its state. Times are ISO local date-times in the time zone of the tenant. */
export type ImportedLineageData = ValueOf<typeof importedData>

/** How far an import is. */
export type ImportProgressData = ValueOf<typeof importProgress>

/** Query of the state of an import. */
export type ImportStateQuery = QueryOf<typeof importStateQuery>
