import type { Workspace } from '@tributary/platform/internal'
import { type Command, Option } from 'commander'
import { parseWaiting } from './parse.ts'

/** How many rows of each file may be left out. */
export interface BadRowsFlag {
  readonly maxBadRows?: number
}

/** Adds `--max-bad-rows`. Definitions of a store are as they are, so it stands beside a folder only. */
export function addBadRowsFlag(command: Command, conflicts: readonly string[] = []): Command {
  const description =
    'rows of each file that may be left out because a value does not fit its column (default: source.format.maxBadRows of the dataset)'
  return command.addOption(
    new Option('--max-bad-rows <n>', description).argParser(parseWaiting).conflicts([...conflicts]),
  )
}

/** The workspace with so many rows to leave out of each file that is a text; as it is without a number. */
export function withBadRows(workspace: Workspace, maxBadRows: number | undefined): Workspace {
  if (maxBadRows === undefined) return workspace
  const datasets = workspace.datasets.map((dataset) => {
    const { source } = dataset
    if (source.type !== 'FILE' || /\.(parquet|sqlite3?|db|duckdb)$/i.test(source.file))
      return dataset
    return { ...dataset, source: { ...source, format: { ...source.format, maxBadRows } } }
  })
  return { ...workspace, datasets }
}
