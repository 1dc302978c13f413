import type { VertexRef, VertexType } from '../model/vertex.ts'
import type { LineageDocument } from './document.ts'
import type { Place } from './place.ts'

/** State of reading a manifest. */
export interface DbtReader {
  readonly document: LineageDocument
  readonly sources: readonly string[]
  /** The vertex of each node, by its unique id. */
  readonly refs: Map<string, VertexRef>
}

/** The types of the nodes that have their names as ids; the others are tables. */
const NAMED_TYPES: ReadonlyMap<string, VertexType> = new Map([
  ['semantic_model', 'DATASET'],
  ['metric', 'METRIC'],
  ['exposure', 'ANALYSIS_VIEW'],
])

/** The vertex of a node of a dbt manifest, by its unique id and its fields. */
export function toNodeRef(id: string, node: Place): VertexRef {
  const vertexType = NAMED_TYPES.get(id.split('.', 1)[0]!)
  if (vertexType === undefined)
    return { vertexType: 'PHYSICAL_TABLE', vertexId: toRelationName(node) }
  return { vertexType, vertexId: node.field('name').name() }
}

/** `database.schema.name` as in the warehouse; `default` for engines without databases. */
function toRelationName(node: Place): string {
  const name =
    node.field('identifier').optionalText() ||
    node.field('alias').optionalText() ||
    node.field('name').name()
  const database = node.field('database').optionalText() || 'default'
  return [database, node.field('schema').name(), name].join('.')
}

/**
 * Adds the columns of `catalog.json` with their types. Warehouses such as Snowflake report `ID` for a column that a
 * manifest calls `id`: it is the column of the manifest, unless the table has both.
 */
export function readDbtColumns({ document, refs, sources }: DbtReader, catalog: Place): void {
  const columnsByName = indexColumns(document)
  const tables = [...catalog.field('nodes').entries(), ...catalog.field('sources').entries()]
  for (const [id, table] of tables) {
    const ref = refs.get(id)
    if (ref === undefined) continue
    const columns = table.field('columns').entries()
    const reportedIds = new Set(columns.map(([, column]) => toColumnId(ref, column)))
    for (const [, column] of columns) {
      const reportedId = toColumnId(ref, column)
      const manifestId = columnsByName.get(reportedId.toLowerCase()) ?? reportedId
      const isOther = reportedIds.has(manifestId) || !manifestId.startsWith(`${ref.vertexId}.`)
      document.addVertex({
        vertexType: 'PHYSICAL_TABLE_COLUMN',
        vertexId: isOther ? reportedId : manifestId,
        displayName: column.field('name').name(),
        description: column.field('comment').optionalText() || null,
        custom: { originDataType: column.field('type').text() },
        sources,
      })
    }
  }
}

/** Column ids by their lower-case form. */
function indexColumns(document: LineageDocument): ReadonlyMap<string, string> {
  const columns = new Map<string, string>()
  for (const { vertexType, vertexId } of document.statedVertices()) {
    if (vertexType === 'PHYSICAL_TABLE_COLUMN') columns.set(vertexId.toLowerCase(), vertexId)
  }
  return columns
}

function toColumnId({ vertexId }: VertexRef, column: Place): string {
  return `${vertexId}.${column.field('name').name()}`
}

/** An expression that is a column name. */
const COLUMN = /^[A-Za-z_]\w*$/

/**
 * Adds the content of a semantic model: entities, dimensions and measures as DATASET_COLUMN, fed by the dataset
 * and, when their expression is a column, by that column of the model; dimensions as DIMENSION `entity__dimension`,
 * as MetricFlow names them; and edges from its measures to metrics.
 */
export function readSemanticModel(
  reader: DbtReader,
  id: string,
  model: Place,
  metrics: Place,
): void {
  const dataset = reader.refs.get(id)!
  const tables = model.field('depends_on').field('nodes').items()
  const table = tables.map((node) => reader.refs.get(node.text())).find((ref) => ref !== undefined)
  const modelContext: SemanticModel = { reader, dataset, table: table ?? null }
  for (const entity of model.field('entities').items()) addColumn(modelContext, entity)
  for (const dimension of model.field('dimensions').items()) {
    const column = addColumn(modelContext, dimension)
    addDimension(modelContext, column, { dimension, entity: findPrimaryEntity(model) })
  }
  const measures = new Map(
    model
      .field('measures')
      .items()
      .map((measure) => {
        return [measure.field('name').name(), addColumn(modelContext, measure)] as const
      }),
  )
  for (const [metricId, metric] of metrics.entries()) {
    const to = reader.refs.get(metricId)!
    for (const name of listDirectMeasures(metric, metrics)) {
      const from = measures.get(name)
      if (from !== undefined) addEdge(reader, from, to)
    }
  }
}

interface SemanticModel {
  readonly reader: DbtReader
  readonly dataset: VertexRef
  readonly table: VertexRef | null
}

function addColumn({ reader, dataset, table }: SemanticModel, part: Place): VertexRef {
  const name = part.field('name').name()
  const ref: VertexRef = { vertexType: 'DATASET_COLUMN', vertexId: `${dataset.vertexId}.${name}` }
  reader.document.addVertex({ ...ref, ...readTexts(part, name), sources: reader.sources })
  reader.document.addEdge({
    src: dataset,
    dst: ref,
    edgeType: 'TABLE_IMPACT',
    sources: reader.sources,
  })
  const expr = part.field('expr').optionalText() ?? name
  if (table !== null && COLUMN.test(expr)) {
    const from: VertexRef = {
      vertexType: 'PHYSICAL_TABLE_COLUMN',
      vertexId: `${table.vertexId}.${expr}`,
    }
    const fields = { displayName: expr, description: null, custom: null }
    reader.document.addVertex({ ...from, ...fields, sources: reader.sources })
    addEdge(reader, from, ref)
  }
  return ref
}

function addDimension(
  { reader }: SemanticModel,
  column: VertexRef,
  { dimension, entity }: { readonly dimension: Place; readonly entity: string },
): void {
  const name = dimension.field('name').name()
  const ref: VertexRef = { vertexType: 'DIMENSION', vertexId: `${entity}__${name}` }
  reader.document.addVertex({ ...ref, ...readTexts(dimension, name), sources: reader.sources })
  addEdge(reader, column, ref)
}

/** The entity that MetricFlow prefixes to a dimension; the name of the model when there is none. */
function findPrimaryEntity(model: Place): string {
  const primary = model
    .field('entities')
    .items()
    .find((entity) => entity.field('type').optionalText() === 'primary')
  const primaryEntity = model.field('primary_entity').optionalText()
  return primaryEntity ?? primary?.field('name').name() ?? model.field('name').name()
}

/**
 * The measures that a metric uses directly. For a metric made of metrics dbt also lists theirs, which reach it
 * through those metrics.
 */
function listDirectMeasures(metric: Place, metrics: Place): readonly string[] {
  const parents = metric.field('depends_on').field('nodes').items()
  const through = new Set(parents.flatMap((id) => listMetricMeasures(metrics.field(id.text()))))
  return listMetricMeasures(metric).filter((name) => !through.has(name))
}

/** The measures in the parameters of a metric. */
function listMetricMeasures(metric: Place): readonly string[] {
  const parameters = metric.field('type_params')
  const inputs = [parameters.field('measure'), ...parameters.field('input_measures').items()]
  return inputs.filter((input) => !input.isMissing).map((input) => input.field('name').name())
}

function readTexts(part: Place, name: string) {
  return {
    displayName: part.field('label').optionalText() ?? name,
    description: part.field('description').optionalText() || null,
    custom: null,
  }
}

function addEdge({ document, sources }: DbtReader, src: VertexRef, dst: VertexRef): void {
  document.addEdge({ src, dst, edgeType: 'COLUMN_IMPACT', sources })
}
