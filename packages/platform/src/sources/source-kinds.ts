import type {
  DatasetDefinition,
  EngineDatasource,
  FileSource,
  FilesDatasource,
  TableSource,
  Workspace,
} from '@tributary/catalog'
import { isEngine } from '@tributary/catalog/internal'

/** A dataset whose rows are in a file. */
export type FileDataset = DatasetDefinition & { readonly source: FileSource }

/** A dataset whose rows are in a table of a database. */
export type TableDataset = DatasetDefinition & { readonly source: TableSource }

/** The part of a workspace that is about files. */
export interface FileDefinitions {
  readonly datasets: readonly FileDataset[]
  readonly datasources: readonly FilesDatasource[]
}

/** The part of a workspace that is about databases. */
export interface EngineDefinitions {
  readonly timeZone: string
  readonly datasets: readonly TableDataset[]
  readonly datasources: readonly EngineDatasource[]
}

/** Whether the rows of a dataset are in a file. */
export function isFileDataset(dataset: DatasetDefinition): dataset is FileDataset {
  return dataset.source.type === 'FILE'
}

/** Whether the rows of a dataset are in a table of a database. */
export function isTableDataset(dataset: DatasetDefinition): dataset is TableDataset {
  return dataset.source.type === 'TABLE'
}

/** The datasets and datasources of files. */
export function pickFileDefinitions({ datasets, datasources }: Workspace): FileDefinitions {
  return {
    datasets: datasets.filter(isFileDataset),
    datasources: datasources.filter((datasource) => datasource.type === 'FILES'),
  }
}

/** The datasets and datasources of databases. */
export function pickEngineDefinitions({
  timeZone,
  datasets,
  datasources,
}: Workspace): EngineDefinitions {
  return {
    timeZone,
    datasets: datasets.filter(isTableDataset),
    datasources: datasources.filter(isEngine),
  }
}

/** A key of everything that the engines of a tenant depend on: the places of data, its types, and the time zone. */
export function toEngineKey({ timeZone, datasources, datasets }: Workspace): string {
  const tables = datasets.map(({ name, source, columns }) => {
    return [name, source, columns.map(toReadingKey)]
  })
  const places = datasources.map(({ displayName: _, ...place }) => place)
  return JSON.stringify([timeZone, places, tables])
}

function toReadingKey(column: DatasetDefinition['columns'][number]): readonly unknown[] {
  const { sourceColumn, originDataType, format, scale } = column
  return [sourceColumn, originDataType, format, scale]
}
