import { assertNever } from '@tributary/core'
import type { LineageContent } from '../model/content.ts'
import { readCsv, writeCsv } from './csv.ts'
import type { LineageDocument } from './document.ts'
import { readDot, writeDot } from './dot.ts'
import { readGexf, writeGexf } from './gexf.ts'
import { readGraphMl, writeGraphMl } from './graphml.ts'
import { readJson, writeJson } from './json.ts'
import { readMermaid, writeMermaid } from './mermaid.ts'
import { readDbt } from './read-dbt.ts'
import { readOpenLineage } from './read-open-lineage.ts'
import { writeOpenLineage } from './write-open-lineage.ts'

/** The formats that lineage is written in; each can be read again. */
export const LINEAGE_FORMATS = [
  'json',
  'csv',
  'dot',
  'mermaid',
  'graphml',
  'gexf',
  'openlineage',
] as const

/** One of {@link LINEAGE_FORMATS}. */
export type LineageFormat = (typeof LINEAGE_FORMATS)[number]

/** Writes a lineage, in pieces; `at` is the moment that OpenLineage events carry. */
export function writeLineage(
  content: LineageContent,
  { format, at }: { readonly format: LineageFormat; readonly at: Date },
): Generator<string, void, undefined> {
  switch (format) {
    case 'json':
      return writeJson(content)
    case 'csv':
      return writeCsv(content)
    case 'dot':
      return writeDot(content)
    case 'mermaid':
      return writeMermaid(content)
    case 'graphml':
      return writeGraphMl(content)
    case 'gexf':
      return writeGexf(content)
    case 'openlineage':
      return writeOpenLineage(content, { at })
    default:
      return assertNever(format)
  }
}

/** What {@link readLineage} reads. */
export interface ReadOptions {
  readonly format: LineageFormat | 'dbt'
  /** What the text came from, for messages. */
  readonly file: string
  /** The `catalog.json` beside a dbt manifest, for the columns that the tables really have. @defaultValue none */
  readonly catalog?: { readonly text: string; readonly file: string }
}

/** Reads a lineage in a format, or a dbt manifest. Throws LINEAGE_INVALID_IMPORT with `file` and the place. */
export function readLineage(text: string, { format, file, catalog }: ReadOptions): LineageDocument {
  switch (format) {
    case 'json':
      return readJson(text, file)
    case 'csv':
      return readCsv(text, file)
    case 'dot':
      return readDot(text, file)
    case 'mermaid':
      return readMermaid(text, file)
    case 'graphml':
      return readGraphMl(text, file)
    case 'gexf':
      return readGexf(text, file)
    case 'openlineage':
      return readOpenLineage(text, { file })
    case 'dbt':
      return readDbt(text, {
        file,
        ...(catalog && { catalog: catalog.text, catalogFile: catalog.file }),
      })
    default:
      return assertNever(format)
  }
}

/** The format that a text is in, by how it begins. JSON that is neither ours nor dbt's is taken for OpenLineage. */
export function recogniseFormat(text: string): LineageFormat | 'dbt' {
  const start = text.slice(0, 4096).trimStart()
  if (start.startsWith('digraph')) return 'dot'
  if (start.startsWith('flowchart')) return 'mermaid'
  if (start.startsWith('<')) return /<gexf[\s>]/.test(start) ? 'gexf' : 'graphml'
  if (!start.startsWith('{') && !start.startsWith('[')) return 'csv'
  if (/^\{[^{[]*"format"\s*:\s*"tributary-lineage"/.test(start)) return 'json'
  return start.includes('"dbt_schema_version"') ? 'dbt' : 'openlineage'
}
