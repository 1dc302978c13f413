import { formatCsvLine } from '@tributary/core/csv'
import { type LineageContent, MANUAL_SOURCE, type StatedVertex } from '../model/content.ts'
import { edgeTypeFrom, isEdgeType, type StatedEdge } from '../model/edge.ts'
import { invalidImportError } from '../model/errors.ts'
import { isVertexType, type VertexRef } from '../model/vertex.ts'
import { LineageDocument } from './document.ts'
import { parseCsv } from './parse-csv.ts'
import { parseJson } from './place.ts'

const COLUMNS = [
  'src_type',
  'src_id',
  'dst_type',
  'dst_id',
  'edge_type',
  'sources',
  'display_name',
  'description',
  'custom',
] as const

type Row = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>

/**
 * Writes a lineage as CSV (RFC 4180) with a header line. A row without `dst_type` and `dst_id` is the vertex `src`,
 * any other an edge. `sources` and `custom` are JSON. An empty field is null; an empty text is `""` in quotes. Formulas are not
 * guarded, for {@link readCsv} reads the same texts again.
 */
export function* writeCsv(content: LineageContent): Generator<string, void, undefined> {
  yield `${COLUMNS.join(',')}\r\n`
  for (const {
    vertexType,
    vertexId,
    sources,
    displayName,
    description,
    custom,
  } of content.statedVertices()) {
    const fields = [displayName, description, custom && JSON.stringify(custom)]
    yield line([vertexType, vertexId, null, null, null, JSON.stringify(sources), ...fields])
  }
  for (const { src, dst, edgeType, sources } of content.edges()) {
    const ends = [src.vertexType, src.vertexId, dst.vertexType, dst.vertexId]
    yield line([...ends, edgeType, JSON.stringify(sources), null, null, null])
  }
}

/**
 * Reads CSV with the columns of {@link writeCsv}, in any order. Only the four columns of the ends are required;
 * vertices without a row have no descriptive fields. Without `edge_type` an edge from a FILE, PHYSICAL_TABLE or
 * DATASET is a TABLE_IMPACT, any other a COLUMN_IMPACT; without `sources` its source is `manual`. Throws
 * LINEAGE_INVALID_IMPORT with `file` and the line.
 */
export function readCsv(text: string, file = 'lineage.csv'): LineageDocument {
  const document = new LineageDocument(file)
  const edges: StatedEdge[] = []
  let head: readonly string[] | null = null
  for (const { cells, line } of parseCsv(file, text)) {
    if (head === null) {
      head = cells.map((cell) => (cell ?? '').trim())
      assertHead(file, head)
      continue
    }
    const row: Row = Object.fromEntries(head.map((name, i) => [name, cells[i]]))
    const { vertex, edge } = readRow(row, { file, path: `line ${line}` })
    if (vertex !== null) document.addVertex(vertex)
    if (edge !== null) edges.push(edge)
  }
  for (const edge of edges) {
    for (const end of [edge.src, edge.dst])
      if (!document.has(end)) document.addVertex(bare(end, edge))
    document.addEdge(edge)
  }
  return document
}

function assertHead(file: string, head: readonly string[]): void {
  const failAt = (problem: string) => invalidImportError({ file, path: 'line 1' }, problem)
  const missing = COLUMNS.slice(0, 4).find((name) => !head.includes(name))
  if (missing !== undefined) {
    throw failAt(`must have a column ${missing}, found ${head.join(', ').slice(0, 200)}`)
  }
  const unknown = head.find((name) => !(COLUMNS as readonly string[]).includes(name))
  if (unknown !== undefined) {
    throw failAt(`has a column ${JSON.stringify(unknown)}, expected only ${COLUMNS.join(', ')}`)
  }
  const twice = head.find((name, i) => head.indexOf(name) < i)
  if (twice !== undefined) throw failAt(`has the column ${twice} twice`)
}

interface ReadRow {
  readonly vertex: StatedVertex | null
  readonly edge: StatedEdge | null
}

function readRow(row: Row, place: { readonly file: string; readonly path: string }): ReadRow {
  const src = readRef(row.src_type, row.src_id, place)
  const sources = readSources(row.sources, place)
  if (row.dst_type === undefined && row.dst_id === undefined) {
    const custom = row.custom === undefined ? null : parseCustomFields(row.custom, place)
    const fields = { displayName: row.display_name ?? null, description: row.description ?? null }
    return {
      vertex: { ...src, ...fields, custom, sources: sources ?? [MANUAL_SOURCE] },
      edge: null,
    }
  }
  const dst = readRef(row.dst_type, row.dst_id, place)
  const edgeType = row.edge_type ?? edgeTypeFrom(src)
  if (!isEdgeType(edgeType)) {
    throw invalidImportError(
      place,
      `edge_type is ${JSON.stringify(edgeType)}, expected a type of edge`,
    )
  }
  if (sources?.length === 0) throw invalidImportError(place, 'sources must name a source')
  return { vertex: null, edge: { src, dst, edgeType, sources: sources ?? [MANUAL_SOURCE] } }
}

function readRef(
  type: string | undefined,
  id: string | undefined,
  place: { readonly file: string; readonly path: string },
): VertexRef {
  if (type === undefined || !isVertexType(type)) {
    throw invalidImportError(
      place,
      `has ${JSON.stringify(type ?? '')} where a type of vertex must be`,
    )
  }
  if (id === undefined) throw invalidImportError(place, 'lacks an id')
  return { vertexType: type, vertexId: id }
}

function readSources(
  text: string | undefined,
  { file, path }: { readonly file: string; readonly path: string },
): readonly string[] | null {
  if (text === undefined) return null
  const list = text.startsWith('[') ? parseJson(`${file}: ${path}: sources`, text).items() : null
  return list === null ? [text] : list.map((source) => source.name())
}

function parseCustomFields(
  text: string,
  { file, path }: { readonly file: string; readonly path: string },
): Readonly<Record<string, unknown>> | null {
  return parseJson(`${file}: ${path}: custom`, text).optionalObject()
}

function bare(ref: VertexRef, { sources }: StatedEdge): StatedVertex {
  return { ...ref, displayName: null, description: null, custom: null, sources }
}

function line(cells: readonly (string | null)[]): string {
  return `${formatCsvLine(cells, { guardsFormulas: false })}\r\n`
}
