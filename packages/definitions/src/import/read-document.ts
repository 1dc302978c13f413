import { isCubeModel, isCubeScript, readCubeModel } from '../cube/import-cube.ts'
import { isMetricView, readMetricView } from '../databricks/import-databricks.ts'
import { isProjectYaml, isSemanticManifest, readDbt } from '../dbt/import-dbt.ts'
import type { Draft } from '../draft/draft.ts'
import { findUnreadKeys, Place, type UnreadKey } from '../draft/place.ts'
import type { FoundTable, TableReference } from '../draft/tables.ts'
import { invalidImportError } from '../errors.ts'
import type { Extra } from '../extras/extension.ts'
import { isOssie, readOssie } from '../ossie/import-ossie.ts'
import { isRillView, readRillView } from '../rill/import-rill.ts'
import { isSemanticView, readSemanticView } from '../snowflake/import-snowflake.ts'
import type { SqlTextDialect } from '../sql-text/syntax/dialects.ts'
import { readYamlLeniently } from './read-yaml-leniently.ts'

/** The formats that are read. */
export type DefinitionsFormat = 'dbt' | 'ossie' | 'databricks' | 'snowflake' | 'rill' | 'cube'

/** Every format. */
export const FORMATS: readonly DefinitionsFormat[] = [
  'dbt',
  'ossie',
  'databricks',
  'snowflake',
  'rill',
  'cube',
]

/** A file: its name in messages, and its text. */
export interface DefinitionsFile {
  readonly file: string
  readonly text: string
}

/** The files of a folder that are one model. */
export interface DefinitionsFolder {
  /** Its name in messages. */
  readonly folder: string
  /** Its files, those that cannot be read among them, which the report names. */
  readonly files: readonly DefinitionsFile[]
  /** Files of the folder that were not read, for the report. @defaultValue none */
  readonly leftOut?: readonly LeftOutFile[]
}

/** A file of a folder that is left out. */
export interface LeftOutFile {
  readonly file: string
  readonly reason: string
}

/** A document that is read but whose tables are not found yet. */
export interface ReadDocument {
  readonly format: DefinitionsFormat
  readonly tables: readonly TableReference[]
  /** The declared dialect of its expressions; null without one. */
  readonly dialect: SqlTextDialect | null
  /** The keys that were not read so far. */
  unread(): readonly UnreadKey[]
  fill(draft: Draft, dialect: SqlTextDialect, resolvedTables: readonly (FoundTable | null)[]): void
  /** Files of a folder that are left out. Absent for a single file. */
  readonly leftOutFiles?: readonly LeftOutFile[]
  /** Extensions that replace definitions of the document. Absent for none. */
  readonly extras?: readonly Extra[]
}

/** Options of {@link readDocument}. */
export interface ReadDocumentOptions {
  readonly from: DefinitionsFormat | null
  /** The one of several models in a file. */
  readonly model: string | null
  readonly dialect: SqlTextDialect | null
  /** Whether a file with access rules is read, which nothing here enforces. */
  readonly withoutAccessRules: boolean
}

/** Text of more characters is refused. */
export const LONGEST = 200_000_000

/** Reads a file as definitions. Throws `DEFINITIONS_INVALID_IMPORT` where it is none. */
export function readDocument(source: DefinitionsFile, options: ReadDocumentOptions): ReadDocument {
  if (source.text.length > LONGEST) {
    throw invalidImportError(
      `${source.file}: expected at most ${LONGEST} characters, found ${source.text.length}`,
    )
  }
  if (isCubeScript(source)) {
    throw invalidImportError(
      `${source.file}: a model of Cube in JavaScript, which is not run; write its cubes as YAML, a list "cubes"`,
      { file: source.file },
    )
  }
  const document = parseDocument(source)
  if (document.isAbsent) document.fail('expected definitions, found an empty file')
  if ((options.from ?? 'dbt') === 'dbt' && isProjectYaml(document.fields())) {
    document.fail(
      'YAML of a dbt project, of which only dbt knows the defaults and what its Jinja gives; run `dbt parse` in the project and import its target/semantic_manifest.json',
    )
  }
  const format = options.from ?? guess(document)
  const { title: what, matches, read } = READERS[format]
  if (!matches(document.fields()))
    document.fail(`expected ${what}, found ${describeDocumentKind(document)}`)
  return { format, unread: () => findUnreadKeys([document]), ...read(document, options) }
}

/** How a format is read. */
interface Reader {
  readonly title: string
  /** A key that a document of the format has. */
  readonly key: string
  /** Whether a document looks like one. */
  matches(value: object): boolean
  read(document: Place, options: ReadDocumentOptions): Omit<ReadDocument, 'format' | 'unread'>
}

const READERS: Readonly<Record<DefinitionsFormat, Reader>> = {
  dbt: {
    title: 'a semantic manifest of dbt',
    key: 'semantic_models',
    matches: isSemanticManifest,
    read: (document) => ({ dialect: null, ...readDbt(document) }),
  },
  ossie: { title: 'an Ossie model', key: 'semantic_model', matches: isOssie, read: readOssie },
  databricks: {
    title: 'a metric view of Databricks',
    key: 'measures',
    matches: isMetricView,
    read: readMetricView,
  },
  snowflake: {
    title: 'a semantic view of Snowflake',
    key: 'tables',
    matches: isSemanticView,
    read: readSemanticView,
  },
  rill: { title: 'a metrics view of Rill', key: 'type', matches: isRillView, read: readRillView },
  cube: {
    title: 'a model of Cube',
    key: 'cubes',
    matches: isCubeModel,
    read: (document, options) => readCubeModel([document], options),
  },
}

function guess(document: Place): DefinitionsFormat {
  const fields = document.fields()
  const matchedFormat = FORMATS.find((format) => READERS[format].matches(fields))
  if (matchedFormat !== undefined) return matchedFormat
  const kinds = FORMATS.map((format) => `${READERS[format].title} (${READERS[format].key})`)
  return document.fail(`expected ${kinds.join(', or ')}, found ${describeDocumentKind(document)}`)
}

/** The probable kind of a document, for an error message. */
export function describeDocumentKind(document: Place): string {
  const fields = document.fields()
  const has = (...keys: readonly string[]): boolean => keys.every((key) => key in fields)
  if (has('nodes', 'sources')) return 'a manifest of dbt; give the semantic_manifest.json beside it'
  if (has('ontology')) return 'an ontology, which has no datasets'
  if (has('eventType') || has('run', 'job'))
    return 'an event of OpenLineage, which `tributary lineage import` reads'
  if (has('cubes') || has('views')) return 'a model of Cube'
  if (has('semantic_model')) return 'an Ossie model'
  if (has('semantic_models')) return 'a semantic manifest of dbt'
  if (isRillView(fields)) return 'a metrics view of Rill'
  if (isMetricView(fields)) return 'a metric view of Databricks'
  if (isSemanticView(fields)) return 'a semantic view of Snowflake'
  if (has('tenant') || has('datasets')) return 'a workspace of Tributary'
  const keys = Object.keys(fields).slice(0, 5)
  return keys.length === 0 ? 'an empty document' : `the keys ${keys.join(', ')}`
}

/** Parses JSON or YAML. Throws `DEFINITIONS_INVALID_IMPORT` for other text. */
export function parseDocument(
  { file, text: rawText }: DefinitionsFile,
  isOfSeveral = false,
): Place {
  const text = rawText.replace(/^\ufeff/, '')
  const isJson = /^\s*[{[]/.test(text) && !/\.ya?ml$/i.test(file)
  const document = { file, isOfSeveral, readKeys: new Set<string>() }
  if (isJson) return new Place(parseJson(file, text), { ...document, findPosition: null })
  const yaml = readYamlLeniently({ file, text })
  const [problem] = yaml.problems
  const foreignLanguage =
    problem !== undefined || typeof yaml.value === 'string' ? guessLanguage(text) : null
  if (foreignLanguage !== null)
    throw invalidImportError(`${file}: expected YAML, found ${foreignLanguage}`, { file })
  if (problem !== undefined) {
    const { line, column, message, suggestion } = problem
    const hint = suggestion === null ? '' : `; ${suggestion}`
    throw invalidImportError(`${file}:${line}:${column} ${message}${hint}`, { file })
  }
  return new Place(yaml.value, { ...document, findPosition: (path) => yaml.positionOf(path) })
}

/** The probable language of a text that is not YAML; null when unknown. */
function guessLanguage(text: string): string | null {
  const start = text.slice(0, 100_000)
  if (/^(?:\s+|--.*\n)*create\s/i.test(start)) {
    return 'SQL; give the YAML alone: what stands between the $$ of a metric view of Databricks, or what SYSTEM$READ_YAML_FROM_SEMANTIC_VIEW gives of a semantic view of Snowflake'
  }
  if (/^\s*(?:view|explore)\s*:\s*\+?\w+\s*\{/m.test(start)) return 'LookML, which is not read'
  return /\{%|%\}/.test(start)
    ? 'a Jinja template, which is not run; write out what it makes'
    : null
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw invalidImportError(`${file}: expected JSON: ${reason}`, { file })
  }
}
