import type { StatedVertex } from '../model/content.ts'
import { edgeTypeFrom } from '../model/edge.ts'
import type { VertexRef } from '../model/vertex.ts'
import { type DbtReader, readDbtColumns, readSemanticModel, toNodeRef } from './dbt-nodes.ts'
import { LineageDocument } from './document.ts'
import { type Place, parseJson } from './place.ts'

/** A file of a dbt project: its text, and its name in messages. */
interface DbtFile {
  readonly text: string
  readonly file: string
}

/** The kinds of node that hold data. */
const TABLES = ['model', 'seed', 'snapshot', 'source']

/**
 * The lineage of a dbt project (manifest versions 9 to 12): sources, seeds, snapshots and models as
 * PHYSICAL_TABLE `database.schema.name` with their columns, semantic models as DATASET with DATASET_COLUMN and
 * DIMENSION, metrics as METRIC, exposures as ANALYSIS_VIEW. Tests, analyses and operations hold no data and are
 * left out; `catalog.json` lists the real columns of the tables. The source is `dbt:` and the name of the project. Throws LINEAGE_INVALID_IMPORT with the file and the place.
 */
export function readDbt(manifest: DbtFile, catalog?: DbtFile): LineageDocument {
  const root = parseJson(manifest.file, manifest.text)
  assertSchema(root, /\/manifest\/v(9|1[012])\.json$/, 'a manifest schema of version 9 to 12')
  const document = new LineageDocument(manifest.file)
  const reader: DbtReader = { document, sources: [toSourceName(root)], refs: new Map() }
  const tables = [...root.field('nodes').entries(), ...root.field('sources').entries()]
  for (const [id, node] of tables) readTable(reader, id, node)
  for (const [id, model] of root.field('semantic_models').entries()) addNode(reader, id, model)
  for (const [id, metric] of root.field('metrics').entries()) addNode(reader, id, metric)
  for (const [id, exposure] of root.field('exposures').entries()) addNode(reader, id, exposure)
  for (const group of ['nodes', 'semantic_models', 'metrics', 'exposures']) {
    for (const [id, node] of root.field(group).entries()) readParents(reader, id, node)
  }
  for (const [id, model] of root.field('semantic_models').entries()) {
    readSemanticModel(reader, id, model, root.field('metrics'))
  }
  if (catalog !== undefined) {
    const catalogRoot = parseJson(catalog.file, catalog.text)
    assertSchema(catalogRoot, /\/catalog\/v1\.json$/, 'a catalog schema of version 1')
    readDbtColumns(reader, catalogRoot)
  }
  return reader.document
}

/**
 * The source that a manifest is: its project, so that two projects stay apart. Manifests of version 9 have a hash of the name.
 * One that names no project is that of its only package, and otherwise just `dbt`.
 */
function toSourceName(root: Place): string {
  const metadata = root.field('metadata')
  const project =
    metadata.field('project_name').optionalText() ||
    metadata.field('project_id').optionalText() ||
    findOnlyPackage(root)
  return project === null ? 'dbt' : `dbt:${project}`
}

function findOnlyPackage(root: Place): string | null {
  const ids = ['nodes', 'sources', 'semantic_models', 'metrics', 'exposures'].flatMap((group) =>
    [...root.field(group).entries()].map(([id]) => id),
  )
  const packages = new Set(ids.map((id) => id.split('.')[1] ?? ''))
  const [name] = packages
  return packages.size === 1 && name !== undefined && name !== '' ? name : null
}

/** Rejects other dbt files, which look alike and would give an empty lineage. */
function assertSchema(root: Place, schema: RegExp, expected: string): void {
  const address = root.field('metadata').field('dbt_schema_version')
  if (!schema.test(address.optionalText() ?? '')) throw address.wrong(`the address of ${expected}`)
}

function readTable(reader: DbtReader, id: string, node: Place): void {
  const type = node.field('resource_type').optionalText() ?? id.split('.', 1)[0]!
  if (!TABLES.includes(type)) return
  addNode(reader, id, node)
  const ref = reader.refs.get(id)!
  for (const [, column] of node.field('columns').entries()) {
    const name = column.field('name').name()
    const type = column.field('data_type').optionalText()
    reader.document.addVertex({
      vertexType: 'PHYSICAL_TABLE_COLUMN',
      vertexId: `${ref.vertexId}.${name}`,
      displayName: name,
      description: column.field('description').optionalText() || null,
      custom: type === null ? null : { originDataType: type },
      sources: reader.sources,
    })
  }
}

function addNode({ document, refs, sources }: DbtReader, id: string, node: Place): void {
  const ref = toNodeRef(id, node)
  refs.set(id, ref)
  const label = node.field('label').optionalText() ?? node.field('name').name()
  const description = node.field('description').optionalText() || null
  const custom = toCustomFields(ref, node.field('type').optionalText())
  document.addVertex({ ...ref, displayName: label, description, custom, sources })
}

/** Maps the kind of a metric to ours; keeps the type of an exposure. */
function toCustomFields({ vertexType }: VertexRef, type: string | null): StatedVertex['custom'] {
  if (type === null) return null
  if (vertexType !== 'METRIC') return { type }
  const metricType = METRIC_TYPES.get(type) ?? 'DERIVED'
  return { type: metricType, category: [{ name: 'Uncategorized', id: '-1' }] }
}

const METRIC_TYPES: ReadonlyMap<string, string> = new Map([
  ['simple', 'ATOMIC'],
  ['ratio', 'COMPOSITE'],
  ['derived', 'COMPOSITE'],
])

/** Adds edges from the nodes that a node depends on. */
function readParents({ document, refs, sources }: DbtReader, id: string, node: Place): void {
  const dst = refs.get(id)
  if (dst === undefined) return
  for (const parent of node.field('depends_on').field('nodes').items()) {
    const src = refs.get(parent.name())
    // Macros and tests are no part of the lineage.
    if (src === undefined) {
      if (TABLES.includes(parent.text().split('.', 1)[0]!))
        throw parent.wrong('a node of the manifest')
      continue
    }
    document.addEdge({ src, dst, edgeType: edgeTypeFrom(src), sources })
  }
}
