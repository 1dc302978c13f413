import type { DatasetDefinition } from './dataset.ts'

/**
 * The table that a data file is, in parts: datasource, `files`, and the file's path with every character
 * outside `A-Z a-z 0-9 _ -` replaced by `_`. It names the file in requests and in lineage.
 */
export function fileTable(datasource: string, file: string): readonly [string, 'files', string] {
  return [datasource, 'files', file.replace(/[^A-Za-z0-9_-]/g, '_')]
}

/** The GUID of a data file: the parts of {@link fileTable} joined by dots, always exactly three. */
export function fileGuid(datasource: string, file: string): string {
  return fileTable(datasource, file).join('.')
}

/** The table that a dataset's rows come from, as `TableUse.table` of an aggregate request names it. */
export function datasetTable(dataset: DatasetDefinition): readonly string[] {
  return fileTable(dataset.source.datasource, dataset.source.file)
}
