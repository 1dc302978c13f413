import { Type } from 'typebox'
import type { TypedContents } from './envelope.ts'
import {
  flag,
  integer,
  isAnsweredAtOnce,
  list,
  nullable,
  object,
  objects,
  type QueryOf,
  storedText,
  text,
  texts,
  type ValueOf,
  yesOrNo,
} from './schema.ts'

/** The formats that definitions are imported from. */
export const DEFINITIONS_FORMATS = [
  'dbt',
  'ossie',
  'databricks',
  'snowflake',
  'rill',
  'cube',
] as const

/** The dialects of SQL in them. */
export const DEFINITIONS_DIALECTS = [
  'ansi',
  'duckdb',
  'postgresql',
  'redshift',
  'trino',
  'snowflake',
  'bigquery',
  'databricks',
] as const

/** The most bytes of a file of definitions: 64 MiB. */
export const DEFINITIONS_BODY_LIMIT = 67_108_864

/** Query of the import of definitions. */
export const definitionsImportQuery = Type.Object({
  file: storedText(
    255,
    'Name of the file; a later import with the same name is one of the same file.',
  ),
  from: Type.Optional(
    Type.Enum(DEFINITIONS_FORMATS, {
      description: 'Format of the body; guessed from its keys when it is left out.',
    }),
  ),
  dialect: Type.Optional(
    Type.Enum(DEFINITIONS_DIALECTS, {
      description: 'Dialect of its SQL; what the file says by default, else `ansi`.',
    }),
  ),
  model: Type.Optional(storedText(255, 'Which model, of a file with several.')),
  datasource: Type.Optional(
    storedText(
      255,
      'Datasource of the tenant in which the tables are looked for; the only one by default.',
    ),
  ),
  dry_run: yesOrNo('Tells what would change, and changes nothing; `false` by default.'),
  strict: yesOrNo('Changes nothing when something is left out; `false` by default.'),
  theirs: yesOrNo('Replaces what was edited since the last import; `false` by default.'),
  prune: yesOrNo('Removes what the file has no more; `false` by default.'),
  without_access_rules: yesOrNo(
    'Imports a file with access rules, which nothing enforces; `false` by default.',
  ),
  at_once: isAnsweredAtOnce,
})

/** The documented bodies of the import of definitions, which are read as text whatever their type. */
export const definitionsBody: TypedContents = {
  description: 'The file.',
  content: {
    'application/json': { schema: Type.Unknown() },
    'application/yaml': { schema: Type.String() },
    'text/plain': { schema: Type.String() },
  },
}

const keys = (description: string) =>
  texts(`${description}; each by its list and name, such as \`metrics/revenue\`.`)

/** Query of the state of an import of definitions. */
export const definitionsImportStateQuery = Type.Object({
  import_id: storedText(128, 'The `importId` of the answer to the import.'),
})

/** Body that cancels an import, of definitions or of lineage. */
export const cancelImportRequest = Type.Object({
  importId: storedText(128, 'The `importId` of the answer to the import.'),
})

const whenDone = 'null before the import has succeeded.'

const importCounts = object(`How many of the file were imported, and how; ${whenDone}`, {
  datasets: integer('Datasets.'),
  dimensions: integer('Dimensions.'),
  metrics: integer('Metrics: imported, questions and left out.'),
  exact: integer('Metrics whose change is explained exactly.'),
  values: integer('Metrics with values and growth, and no contributions.'),
  questions: integer('Metrics that are questions about another.'),
  leftOut: integer('Metrics that are left out.'),
})

/** `data` of the import of definitions, and of its state. */
export const importedDefinitionsData = Type.Object({
  importId: text('Id of the import.'),
  status: Type.Enum(['RUNNING', 'SUCCESS', 'FAILED', 'CANCELLED'], {
    description:
      'Whether the import goes on, has succeeded, has failed, or was cancelled. Only an import that has succeeded has changed something. One that fails before it is answered is answered with the error.',
  }),
  step: nullable(
    Type.Enum(['READING', 'STORING'], {
      description:
        'Whether it reads and checks, or stores the definitions; null when it does not run.',
    }),
  ),
  applied: flag('Whether the definitions of the tenant are now as told here.'),
  file: text('Name of the file.'),
  format: nullable(
    Type.Enum(DEFINITIONS_FORMATS, { description: `Format of the file; ${whenDone}` }),
  ),
  dialect: nullable(
    Type.Enum(DEFINITIONS_DIALECTS, {
      description: `Dialect in which its SQL was read; ${whenDone}`,
    }),
  ),
  counts: nullable(importCounts),
  added: keys('Definitions that are new'),
  changed: keys('Definitions that are different'),
  removed: keys('Definitions that go'),
  kept: objects('Definitions that stay as they are.', {
    key: text('Its list and name.'),
    reason: text('Why it stays.'),
  }),
  findings: objects('What became of everything in the file, in its order.', {
    status: Type.Enum(['EXACT', 'VALUES', 'QUESTION', 'LEFT_OUT', 'NOTE'], {
      description:
        'Explained exactly, values and growth alone, a question about another metric, not imported, or imported with a difference.',
    }),
    kind: Type.Enum(['dataset', 'relation', 'dimension', 'metric', 'granularity', 'saved query'], {
      description: 'What it is.',
    }),
    name: text('Its name in the file.'),
    path: text('Its place in the file, such as `metrics[3]`.'),
    line: nullable(integer('Its line, from 1; null for a file without lines that matter.')),
    column: nullable(integer('Its column, from 1; null without a line.')),
    message: text('What is to be said of it; empty for EXACT.'),
    causedBy: nullable(text('What is left out that it stands on; null for nothing.')),
  }),
  unread: list(
    'Keys of the file that are not used.',
    Type.Object({
      path: text('The key, with `[]` for every place of a list.'),
      count: integer('How often it is there.'),
    }),
  ),
  startTime: text('When it began.'),
  endTime: nullable(text('When it ended; null before.')),
  msg: nullable(
    text('Why it failed, with the stable error name, or who cancelled it; null when neither.'),
  ),
})

/** Query of the import of definitions. */
export type DefinitionsImportQuery = QueryOf<typeof definitionsImportQuery>

/** `data` of the import of definitions. */
export type ImportedDefinitionsData = ValueOf<typeof importedDefinitionsData>
