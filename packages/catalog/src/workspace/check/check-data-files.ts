import { basename, dirname, isAbsolute, join } from 'node:path'
import { nearNames } from '@tributary/core'
import type { DatasetDefinition, DatasourceDefinition } from '../../definitions/dataset.ts'
import type { Drafted } from '../draft.ts'
import type { Report } from '../report.ts'
import type { DatasetInFile, DatasourceInFile } from '../workspace-file.ts'

/** What the check looks at. */
export interface DataFiles {
  readonly datasources: readonly Drafted<DatasourceInFile, DatasourceDefinition>[]
  readonly datasets: readonly Drafted<DatasetInFile, DatasetDefinition>[]
  /** The names in a folder; null when there is no such folder. */
  readonly listFolder: (folder: string) => readonly string[] | null
}

/** Reports folders and data files that are not there. */
export function checkDataFiles(
  report: Report,
  { datasources, datasets, listFolder }: DataFiles,
): void {
  const roots = new Map<string, string>()
  for (const { raw, definition } of datasources) {
    const { name, root } = definition
    if (listFolder(root) !== null) roots.set(name, root)
    else report.at(raw, ['root'], `Expected a folder, found none at ${root}`)
  }
  for (const { raw, definition } of datasets) {
    const root = roots.get(definition.source.datasource)
    if (root === undefined || !isBelowRoot(definition.source.file)) continue
    const path = join(root, definition.source.file)
    const names = listFolder(dirname(path)) ?? []
    if (names.includes(basename(path))) continue
    const near = nearNames(basename(path), names)[0]
    const hint = near === undefined ? null : `did you mean "${near}"?`
    report.at(raw, ['source', 'file'], `Expected a data file, found none at ${path}`, hint)
  }
}

/** Whether the path of a data file stays below the root of its datasource. */
export function isBelowRoot(file: string): boolean {
  return !isAbsolute(file) && !file.split(/[\\/]/).includes('..')
}
