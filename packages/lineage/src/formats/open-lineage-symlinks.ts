import { type VertexRef, vertexKey } from '../model/vertex.ts'
import type { DatasetNaming } from './open-lineage-names.ts'
import type { Place } from './place.ts'

/** A dataset as it is known here. */
export interface NamedDataset {
  readonly ref: VertexRef
  /** The name that people read. */
  readonly name: string
}

/** Gives a dataset, which has a namespace and a name, as it is known here. */
export type DatasetLookup = (dataset: Place) => NamedDataset

/**
 * How the datasets of some events are known. The symlinks facet (https://openlineage.io/docs/spec/facets) gives a
 * dataset more names. Files that are a table, as the storage of one in Spark, are that table wherever the events name
 * them: all others know it by its table's name. Every other dataset goes by its own name, and of several tables that
 * the same files are said to be the first counts.
 */
export function lookupIn(events: readonly Place[], naming: DatasetNaming): DatasetLookup {
  const own: DatasetLookup = (dataset) => {
    const name = dataset.field('name').name()
    return { ref: naming(dataset.field('namespace').name(), name), name }
  }
  const tables = new Map<string, NamedDataset>()
  for (const dataset of events.flatMap(datasetsOf)) {
    const identifiers = dataset.field('facets').field('symlinks').field('identifiers').items()
    const table = identifiers.find((one) => one.field('type').optionalText() === 'TABLE')
    if (table === undefined) continue
    const [files, named] = [own(dataset), own(table)]
    const isTable = files.ref.vertexType === 'FILE' && named.ref.vertexType === 'PHYSICAL_TABLE'
    const key = vertexKey(files.ref)
    if (isTable && !tables.has(key)) tables.set(key, named)
  }
  return (dataset) => {
    const named = own(dataset)
    return tables.get(vertexKey(named.ref)) ?? named
  }
}

function datasetsOf(event: Place): readonly Place[] {
  const dataset = event.field('dataset')
  const more = [...event.field('inputs').items(), ...event.field('outputs').items()]
  return dataset.isMissing ? more : [dataset, ...more]
}
