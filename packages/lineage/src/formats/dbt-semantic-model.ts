import type { VertexRef } from '../model/vertex.ts'
import type { Place } from './place.ts'
import type { DbtReader } from './read-dbt.ts'

/** A plain column, which an expression of a dimension or measure often is. */
const COLUMN = /^[A-Za-z_]\w*$/

/**
 * Takes in what stands in a semantic model: entities, dimensions and measures as DATASET_COLUMN, fed by the
 * dataset and, where they are a plain column, by the model's column; dimensions as DIMENSION
 * `entity__dimension`, as MetricFlow calls them; and which metrics are made of its measures.
 */
export function readSemanticModel(
  reader: DbtReader,
  id: string,
  model: Place,
  metrics: Place,
): void {
  const dataset = reader.refs.get(id)!
  const tables = model.field('depends_on').field('nodes').items()
  const table = tables.map((one) => reader.refs.get(one.text())).find((ref) => ref !== undefined)
  const own: Own = { reader, dataset, table: table ?? null }
  for (const entity of model.field('entities').items()) addColumn(own, entity)
  for (const dimension of model.field('dimensions').items()) {
    const column = addColumn(own, dimension)
    addDimension(own, column, { dimension, entity: entityOf(model) })
  }
  const measures = new Map(
    model
      .field('measures')
      .items()
      .map((measure) => {
        return [measure.field('name').name(), addColumn(own, measure)] as const
      }),
  )
  for (const [metricId, metric] of metrics.entries()) {
    const to = reader.refs.get(metricId)!
    for (const name of ownMeasuresOf(metric, metrics)) {
      const from = measures.get(name)
      if (from !== undefined) addEdge(reader, from, to)
    }
  }
}

interface Own {
  readonly reader: DbtReader
  readonly dataset: VertexRef
  readonly table: VertexRef | null
}

function addColumn({ reader, dataset, table }: Own, part: Place): VertexRef {
  const name = part.field('name').name()
  const ref: VertexRef = { vertexType: 'DATASET_COLUMN', vertexId: `${dataset.vertexId}.${name}` }
  reader.document.addVertex({ ...ref, ...saidBy(part, name), sources: reader.sources })
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
    const said = { displayName: expr, description: null, custom: null }
    reader.document.addVertex({ ...from, ...said, sources: reader.sources })
    addEdge(reader, from, ref)
  }
  return ref
}

function addDimension(
  { reader }: Own,
  column: VertexRef,
  { dimension, entity }: { readonly dimension: Place; readonly entity: string },
): void {
  const name = dimension.field('name').name()
  const ref: VertexRef = { vertexType: 'DIMENSION', vertexId: `${entity}__${name}` }
  reader.document.addVertex({ ...ref, ...saidBy(dimension, name), sources: reader.sources })
  addEdge(reader, column, ref)
}

/** The entity that MetricFlow puts in front of a dimension's name; without one, the model's name. */
function entityOf(model: Place): string {
  const primary = model
    .field('entities')
    .items()
    .find((entity) => entity.field('type').optionalText() === 'primary')
  const named = model.field('primary_entity').optionalText()
  return named ?? primary?.field('name').name() ?? model.field('name').name()
}

/**
 * The measures that a metric is made of itself. Of a metric made of metrics dbt lists their measures as well: these
 * come to it through them alone.
 */
function ownMeasuresOf(metric: Place, metrics: Place): readonly string[] {
  const parents = metric.field('depends_on').field('nodes').items()
  const through = new Set(parents.flatMap((id) => measuresOf(metrics.field(id.text()))))
  return measuresOf(metric).filter((name) => !through.has(name))
}

/** The measures that a metric names in its parameters. */
function measuresOf(metric: Place): readonly string[] {
  const parameters = metric.field('type_params')
  const inputs = [parameters.field('measure'), ...parameters.field('input_measures').items()]
  return inputs.filter((input) => !input.isMissing).map((input) => input.field('name').name())
}

function saidBy(part: Place, name: string) {
  return {
    displayName: part.field('label').optionalText() ?? name,
    description: part.field('description').optionalText() || null,
    custom: null,
  }
}

function addEdge({ document, sources }: DbtReader, src: VertexRef, dst: VertexRef): void {
  document.addEdge({ src, dst, edgeType: 'COLUMN_IMPACT', sources })
}
