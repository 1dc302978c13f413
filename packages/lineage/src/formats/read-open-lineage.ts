import { invalidImportError } from '../model/errors.ts'
import { type VertexRef, vertexKey } from '../model/vertex.ts'
import { LineageDocument } from './document.ts'
import { addEdgeJson, readVertexJson } from './json.ts'
import { createLookup, type DatasetLookup, toColumnRef } from './open-lineage-names.ts'
import { type Place, parseJson, stripByteOrderMark } from './place.ts'

/** Facet in which our exporter writes the complete lineage of an event. */
export const FACET = 'tributary_lineage'

/**
 * The lineage of OpenLineage events (https://openlineage.io/spec, version 2): one event, a list of events, or
 * an event on each line. Run and job events join their inputs to their outputs as TABLE_IMPACT; all events of a
 * run count as one, since a run may name its inputs when it starts and its outputs when it ends. By the
 * column-lineage facet of any dataset columns are joined as COLUMN_IMPACT; dataset events name columns and their
 * types, those in others too. Files that a symlinks facet calls a table are that table. What a run that failed or was
 * aborted says is left out. Throws LINEAGE_INVALID_IMPORT with the file and the place.
 */
export function readOpenLineage(text: string, file: string): LineageDocument {
  const all = parseEvents(file, text)
  const failed: ReadonlySet<string | null> = new Set(all.flatMap(listFailedRuns))
  const events = all.filter((event) => !failed.has(readRunId(event)))
  const reader: Reader = {
    document: new LineageDocument(file),
    sources: ['openlineage'],
    lookup: createLookup(events),
  }
  const flows: Flow[] = []
  const runs = new Map<string, Flow>()
  for (const event of events) {
    const run = readRunId(event)
    const previousFlow = run === null ? undefined : runs.get(run)
    const flow = previousFlow ?? { inputs: new Map(), outputs: new Map() }
    readEvent(reader, event, flow)
    if (previousFlow !== undefined) continue
    flows.push(flow)
    if (run !== null) runs.set(run, flow)
  }
  for (const { inputs, outputs } of flows) {
    for (const dst of outputs.values()) {
      for (const src of inputs.values()) addEdge(reader, src, dst, 'TABLE_IMPACT')
    }
  }
  return reader.document
}

/** Inputs and outputs of a run, or of an event without a run, by key. */
interface Flow {
  readonly inputs: Map<string, VertexRef>
  readonly outputs: Map<string, VertexRef>
}

interface Reader {
  readonly document: LineageDocument
  readonly sources: readonly string[]
  readonly lookup: DatasetLookup
}

/** Parses one event, a list, or one event a line when the first line is a JSON value by itself. */
function parseEvents(file: string, text: string): readonly Place[] {
  const lines = text
    .split('\n')
    .map((line, i) => ({ line, number: i + 1 }))
    .filter(({ line }) => line.trim() !== '')
  if (lines.length > 1 && isJson(lines[0]!.line)) {
    return lines.map(({ line, number }) => parseJson(`${file}: line ${number}`, line))
  }
  const root = parseJson(file, text)
  if (!Array.isArray(root.value)) return [root]
  if (root.value.length > 0) return root.items()
  throw invalidImportError({ file, path: '' }, 'is an empty list, expected OpenLineage events')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(stripByteOrderMark(text))
    return true
  } catch {
    return false
  }
}

function readRunId(event: Place): string | null {
  if (!event.isObject) throw event.wrong('an event')
  return event.field('run').field('runId').optionalText()
}

function listFailedRuns(event: Place): readonly string[] {
  const run = readRunId(event)
  const type = event.field('eventType').optionalText()
  return (type === 'FAIL' || type === 'ABORT') && run !== null ? [run] : []
}

/** Adds the datasets of an event, and its inputs and outputs to `flow`. */
function readEvent(reader: Reader, event: Place, { inputs, outputs }: Flow): void {
  const exporterFacet = [event.field('job'), event.field('dataset')]
    .map((dataset) => dataset.field('facets').field(FACET))
    .find((facet) => !facet.isMissing)
  if (exporterFacet !== undefined) {
    readFacet(reader, exporterFacet)
    return
  }
  if (!event.field('dataset').isMissing) {
    readDataset(reader, event.field('dataset'))
    return
  }
  if (event.field('job').isMissing) {
    throw invalidImportError(event, 'must have a job or a dataset to be an OpenLineage event')
  }
  event.field('job').field('name').name()
  for (const [side, refs] of [
    ['inputs', inputs],
    ['outputs', outputs],
  ] as const) {
    for (const dataset of event.field(side).items()) {
      const ref = readDataset(reader, dataset)
      refs.set(vertexKey(ref), ref)
    }
  }
}

/** Adds a dataset, its columns and what feeds them; returns its vertex. */
function readDataset(reader: Reader, dataset: Place): VertexRef {
  const { ref, name } = reader.lookup(dataset)
  const facets = dataset.field('facets')
  const description = facets.field('documentation').field('description').optionalText()
  reader.document.addVertex({
    ...ref,
    displayName: name,
    description,
    custom: null,
    sources: reader.sources,
  })
  readFields(reader, ref, facets.field('schema'))
  readColumnLineage(reader, facets.field('columnLineage'), ref)
  return ref
}

/** Deeper nesting of fields is rejected. */
const MOST_LEVELS = 100

/** Adds the fields of a schema; nested fields as `field.inner`. */
function readFields(
  reader: Reader,
  ref: VertexRef,
  schema: Place,
  path: readonly string[] = [],
): void {
  const fields = schema.field('fields')
  if (path.length === MOST_LEVELS && !fields.isMissing) {
    throw fields.wrong(`at most ${MOST_LEVELS} levels deep`)
  }
  for (const field of fields.items()) {
    const names = [...path, field.field('name').name()]
    const name = names.join('.')
    const type = field.field('type').optionalText()
    reader.document.addVertex({
      ...toColumnRef(ref, name),
      displayName: name,
      description: field.field('description').optionalText(),
      custom: type === null ? null : { originDataType: type },
      sources: reader.sources,
    })
    readFields(reader, ref, field, names)
  }
}

function readColumnLineage(reader: Reader, facet: Place, dst: VertexRef): void {
  for (const [field, place] of facet.field('fields').entries()) {
    const to = toColumnRef(dst, field)
    addColumn(reader, to, field)
    for (const input of place.field('inputFields').items()) readInputField(reader, input, to)
  }
  // Columns that decide about whole rows, such as those of a filter, feed every column: the table.
  for (const input of facet.field('dataset').items()) readInputField(reader, input, dst)
}

function readInputField(reader: Reader, input: Place, to: VertexRef): void {
  const { ref: table, name } = reader.lookup(input)
  const field = input.field('field').name()
  reader.document.addVertex({ ...table, ...toBareFields(name), sources: reader.sources })
  const from = toColumnRef(table, field)
  addColumn(reader, from, field)
  addEdge(reader, from, to, 'COLUMN_IMPACT')
}

function addColumn({ document, sources }: Reader, ref: VertexRef, field: string): void {
  document.addVertex({ ...ref, ...toBareFields(field), sources })
}

function toBareFields(displayName: string) {
  return { displayName, description: null, custom: null }
}

function addEdge(
  { document, sources }: Reader,
  src: VertexRef,
  dst: VertexRef,
  edgeType: 'COLUMN_IMPACT' | 'TABLE_IMPACT',
): void {
  document.addEdge({ src, dst, edgeType, sources })
}

/** Statements that our exporter wrote, exactly. */
function readFacet({ document }: Reader, facet: Place): void {
  for (const vertex of facet.field('vertices').items()) document.addVertex(readVertexJson(vertex))
  for (const edge of facet.field('edges').items()) addEdgeJson(document, edge)
}
