import { type VertexRef, vertexKey } from '../model/vertex.ts'
import type { Place } from './place.ts'

/** Schemes of namespaces in which datasets are files (https://openlineage.io/docs/spec/naming). */
const FILE_SCHEMES: ReadonlySet<string> = new Set([
  'abfss',
  'dbfs',
  'file',
  'gs',
  'hdfs',
  's3',
  's3a',
  's3n',
  'wasbs',
])

/**
 * The vertex of an OpenLineage dataset. In a namespace of a file store (`s3://…`, `file`, `hdfs://…`) a dataset is a FILE with the id
 * `host.files.path`. Elsewhere it is a PHYSICAL_TABLE: a name of three parts is its id; a shorter name is prefixed
 * with the host of the namespace. Characters other than letters, digits, `_` and `-` become `_` in each part.
 */
export function toDatasetRef(namespace: string, name: string): VertexRef {
  const { scheme, host } = splitNamespace(namespace)
  if (FILE_SCHEMES.has(scheme)) {
    const path = name.replace(/^\/+/, '')
    return { vertexType: 'FILE', vertexId: [slug(host || scheme), 'files', slug(path)].join('.') }
  }
  const parts = name.split('.').map(slug)
  if (parts.length > 3) parts.splice(2, parts.length, parts.slice(2).join('_'))
  if (parts.length < 3) parts.unshift(slug(host || scheme))
  if (parts.length < 3) parts.splice(1, 0, 'default')
  return { vertexType: 'PHYSICAL_TABLE', vertexId: parts.join('.') }
}

/** The vertex for a column of a dataset's vertex. */
export function toColumnRef({ vertexType, vertexId }: VertexRef, field: string): VertexRef {
  const type = vertexType === 'FILE' ? 'FILE_COLUMN' : 'PHYSICAL_TABLE_COLUMN'
  return { vertexType: type, vertexId: `${vertexId}.${field}` }
}

function splitNamespace(namespace: string): { readonly scheme: string; readonly host: string } {
  const match = /^([a-z][\w+.-]*):\/\/([^/:]*)/i.exec(namespace)
  if (match === null) return { scheme: namespace.toLowerCase(), host: '' }
  return { scheme: match[1]!.toLowerCase(), host: match[2]! }
}

function slug(text: string): string {
  return text.replace(/[^\p{L}\p{N}_-]/gu, '_') || '_'
}

/** The vertex and name of a dataset. */
export interface NamedDataset {
  readonly ref: VertexRef
  /** Display name. */
  readonly name: string
}

/** Looks up the vertex of a dataset. */
export type DatasetLookup = (dataset: Place) => NamedDataset

/**
 * Resolves the datasets of some events. The symlinks facet (https://openlineage.io/docs/spec/facets) gives a
 * dataset more names. Files that it calls a table, as Spark does for the storage of a table, are that table in all
 * the events. Every other dataset has its own name; when the same files belong to several tables, the first counts.
 */
export function createLookup(events: readonly Place[]): DatasetLookup {
  const resolveByName: DatasetLookup = (dataset) => {
    const name = dataset.field('name').name()
    return { ref: toDatasetRef(dataset.field('namespace').name(), name), name }
  }
  const tables = new Map<string, NamedDataset>()
  for (const dataset of events.flatMap(listEventDatasets)) {
    const identifiers = dataset.field('facets').field('symlinks').field('identifiers').items()
    const table = identifiers.find(
      (identifier) => identifier.field('type').optionalText() === 'TABLE',
    )
    if (table === undefined) continue
    const [files, named] = [resolveByName(dataset), resolveByName(table)]
    const isTable = files.ref.vertexType === 'FILE' && named.ref.vertexType === 'PHYSICAL_TABLE'
    const key = vertexKey(files.ref)
    if (isTable && !tables.has(key)) tables.set(key, named)
  }
  return (dataset) => {
    const ref = resolveByName(dataset)
    return tables.get(vertexKey(ref.ref)) ?? ref
  }
}

function listEventDatasets(event: Place): readonly Place[] {
  const dataset = event.field('dataset')
  const more = [...event.field('inputs').items(), ...event.field('outputs').items()]
  return dataset.isMissing ? more : [dataset, ...more]
}
