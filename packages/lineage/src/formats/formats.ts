import { assertNever } from '@tributary/core'
import type { LineageContent } from '../model/content.ts'
import { invalidImportError } from '../model/errors.ts'
import { readCsv, writeCsv } from './csv.ts'
import { writeDot, writeMermaid } from './drawing.ts'
import { writeGexf, writeGraphMl } from './graph-xml.ts'
import { readJson, writeJson } from './json.ts'
import { readDbt } from './read-dbt.ts'
import { readOpenLineage } from './read-open-lineage.ts'
import { writeOpenLineage } from './write-open-lineage.ts'

/** The formats that {@link writeLineage} writes. */
export const EXPORT_FORMATS = [
  'json',
  'csv',
  'dot',
  'mermaid',
  'graphml',
  'gexf',
  'openlineage',
] as const

/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The formats that {@link readLineage} reads. */
export const IMPORT_FORMATS = ['json', 'csv', 'dbt', 'openlineage'] as const

/** One of {@link IMPORT_FORMATS}. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/**
 * Writes a lineage as text, in pieces.
 *
 * @param options - The format, and the moment (`at`) that OpenLineage events carry.
 *
 * @example
 * ```ts
 * import { createLineageGraph, writeLineage } from '@tributary/lineage'
 * const pieces = writeLineage(createLineageGraph(), { format: 'mermaid', at: new Date() })
 * Array.from(pieces).join('') // => 'flowchart LR\n'
 * ```
 */
export function writeLineage(
  content: LineageContent,
  { format, at }: { readonly format: ExportFormat; readonly at: Date },
): Generator<string, void, undefined> {
  return WRITERS[format](content, at)
}

type Writer = (content: LineageContent, at: Date) => Generator<string, void, undefined>

const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  json: writeJson,
  csv: writeCsv,
  dot: writeDot,
  mermaid: writeMermaid,
  graphml: writeGraphMl,
  gexf: writeGexf,
  openlineage: writeOpenLineage,
}

/** Options of {@link readLineage}. */
export interface ReadLineageOptions {
  readonly format: ImportFormat
  /** Name of the text in error messages. */
  readonly file: string
  /** The `catalog.json` of the same dbt project, which lists the real columns of the tables. @defaultValue none */
  readonly catalog?: { readonly text: string; readonly file: string }
}

/**
 * Reads a lineage from text. Throws LINEAGE_INVALID_IMPORT with `file` and the position of the mistake.
 *
 * @example
 * ```ts
 * import { readLineage } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\n'
 * const content = readLineage(csv, { format: 'csv', file: 'edges.csv' })
 * Array.from(content.statedVertices(), ({ vertexId }) => vertexId) // => ['orders', 'revenue']
 * ```
 */
export function readLineage(
  text: string,
  { format, file, catalog }: ReadLineageOptions,
): LineageContent {
  switch (format) {
    case 'json':
      return readJson(text, file)
    case 'csv':
      return readCsv(text, file)
    case 'openlineage':
      return readOpenLineage(text, file)
    case 'dbt':
      return readDbt({ text, file }, catalog)
    default:
      return assertNever(format)
  }
}

/**
 * Detects the format of a text from its beginning. JSON that is neither ours nor dbt's counts as OpenLineage, and
 * anything unknown as CSV. Throws LINEAGE_INVALID_IMPORT with `file` for DOT, Mermaid and XML, which cannot be read.
 */
export function detectFormat(text: string, file: string): ImportFormat {
  const start = text.slice(0, 4096).trimStart()
  for (const [beginning, name] of NOT_READ) {
    if (!start.startsWith(beginning)) continue
    const problem = `is ${name}, which cannot be imported; the formats that can be imported are ${IMPORT_FORMATS.join(', ')}`
    throw invalidImportError({ file, path: '' }, problem)
  }
  if (!start.startsWith('{') && !start.startsWith('[')) return 'csv'
  if (/^\{[^{[]*"format"\s*:\s*"tributary-lineage"/.test(start)) return 'json'
  return start.includes('"dbt_schema_version"') ? 'dbt' : 'openlineage'
}

/** How texts begin that are exported only. */
const NOT_READ = [
  ['digraph', 'DOT'],
  ['flowchart', 'a Mermaid flowchart'],
  ['<', 'XML'],
] as const
