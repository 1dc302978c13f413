import type { DatasetDefinition, Workspace } from '@tributary/catalog'
import { parseTableReference, type TableLookup, type TableReference } from '../../draft/tables.ts'

/** The name of a table in a file. */
export interface TableName {
  /** `database.schema.table`. */
  readonly text: string
  readonly reference: TableReference
}

/** The names of the tables of datasets, by the names of those; a reason where there is none. */
export function assignTableNames(
  datasets: readonly DatasetDefinition[],
): ReadonlyMap<string, TableName | string> {
  const owners = new Map<string, DatasetDefinition>()
  return new Map(
    datasets.map((dataset): readonly [string, TableName | string] => {
      const text = toSourceTableName(dataset)
      const reference = text === null ? null : parseTableReference(text)
      if (text === null || reference === null) {
        return [dataset.name, 'the name of its file is no name of a table']
      }
      if (dataset.relations.some(({ asOf }) => asOf !== undefined)) {
        return [dataset.name, 'a relation of it finds rows as of a time']
      }
      const previousOwner = owners.get(text)
      if (previousOwner !== undefined && !isSameTable(previousOwner, dataset)) {
        return [dataset.name, `its table would be called as that of ${previousOwner.name}`]
      }
      owners.set(text, dataset)
      return [dataset.name, { text, reference }]
    }),
  )
}

/** Of a file its name without the ending, after that of its folder; never a path. */
function toSourceTableName({ source }: DatasetDefinition): string | null {
  if (source.type === 'TABLE') {
    const parts = [source.database, source.schema, source.table]
    return parts.every(isPlain) ? parts.join('.') : null
  }
  const steps = source.file.split('/').filter((step) => !step.includes('*'))
  const last = steps
    .at(-1)
    ?.replace(/\.(csv|tsv|parquet|json|ndjson|jsonl|xlsx)(\.(gz|zst))?$/i, '')
  const parts = [...steps.slice(-2, -1), ...(last === undefined ? [] : last.split('.'))].slice(-3)
  return parts.length > 0 && parts.every(isPlain) ? parts.join('.') : null
}

function isPlain(part: string): boolean {
  return /^[\w$-]+$/.test(part)
}

function isSameTable(a: DatasetDefinition, b: DatasetDefinition): boolean {
  return (
    JSON.stringify(a.source) === JSON.stringify(b.source) &&
    JSON.stringify(a.columns) === JSON.stringify(b.columns)
  )
}

/** Finds the tables of a workspace by the names that a file has for them; their keys where the format has none. */
export function createTableLookup(
  { datasets, datasources }: Workspace,
  names: ReadonlyMap<string, TableName>,
  hasKeys: boolean,
): TableLookup {
  const toReferenceKey = (reference: TableReference): string => JSON.stringify(reference)
  const byName = new Map(
    datasets.flatMap((dataset) => {
      const name = names.get(dataset.name)
      return name === undefined ? [] : [[toReferenceKey(name.reference), dataset] as const]
    }),
  )
  return {
    datasources,
    find: async (table) => {
      const dataset = byName.get(toReferenceKey(table))
      if (dataset === undefined) return null
      const columns = dataset.columns.map((column) => ({
        ...column,
        isPrimaryKey: hasKeys && column.isPrimaryKey,
      }))
      return { source: dataset.source, columns }
    },
  }
}
