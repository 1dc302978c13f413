import { basename, dirname, isAbsolute, join } from 'node:path'
import { nearNames } from '@tributary/core'
import { isFilePattern, matchFiles } from '@tributary/core/internal'
import type { DatasetDefinition, FileSource } from '../../../definitions/dataset.ts'
import { type DatasourceDefinition, isEngine } from '../../../definitions/datasource.ts'
import type { DatasetInFile } from '../../codecs/dataset.ts'
import type { DatasourceInFile } from '../../codecs/datasource.ts'
import type { Entry } from '../../codecs/parts.ts'
import type { Report } from '../../files/report.ts'

/** The definitions and the folders that the check reads. */
export interface DataFiles {
  readonly datasourceEntries: readonly Entry<DatasourceInFile, DatasourceDefinition>[]
  readonly datasetEntries: readonly Entry<DatasetInFile, DatasetDefinition>[]
  /** The names in a folder; null when there is no such folder. */
  readonly listFolder: (folder: string) => readonly string[] | null
}

/** Reports folders and data files that are not there. */
export function checkDataFiles(
  report: Report,
  { datasourceEntries, datasetEntries, listFolder }: DataFiles,
): void {
  const roots = new Map<string, string>()
  for (const { raw, definition } of datasourceEntries) {
    if (isEngine(definition)) continue
    const { name, root } = definition
    if (listFolder(root) !== null) roots.set(name, root)
    else report.at(raw, ['root'], `Expected a folder, found none at ${root}`)
  }
  for (const { raw, definition } of datasetEntries) {
    const { source } = definition
    const root = roots.get(source.datasource)
    if (source.type !== 'FILE' || root === undefined || !isBelowRoot(source.file)) continue
    const { file } = source
    const path = join(root, file)
    if (isFilePattern(file)) {
      if (matchFiles(root, file, listFolder).length > 0) continue
      report.at(raw, ['source', 'file'], `Expected data files, found none that match ${path}`)
      continue
    }
    const names = listFolder(dirname(path)) ?? []
    if (names.includes(basename(path))) continue
    const near = nearNames(basename(path), names)[0]
    const hint = near === undefined ? null : `did you mean "${near}"?`
    report.at(raw, ['source', 'file'], `Expected a data file, found none at ${path}`, hint)
  }
}

/** Reports a file of an unknown datasource, and one that is not below its root. */
export function checkFileSource(
  report: Report,
  raw: object,
  { datasource, file }: Pick<FileSource, 'datasource' | 'file'>,
  datasources: readonly DatasourceDefinition[],
): void {
  const candidates = datasources.flatMap((definition) =>
    isEngine(definition) ? [] : definition.name,
  )
  if (!candidates.includes(datasource)) {
    const reference = { kind: 'datasource', name: datasource, candidates }
    report.unknown(raw, ['source', 'datasource'], reference)
  }
  if (!isBelowRoot(file)) {
    const message = `Expected a path below the datasource's root, found "${file}"`
    report.at(raw, ['source', 'file'], message)
  }
}

/** Whether the path of a data file stays below the root of its datasource. */
function isBelowRoot(file: string): boolean {
  return !isAbsolute(file) && !file.split(/[\\/]/).includes('..')
}
