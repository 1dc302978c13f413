import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Workspace } from '@tributary/catalog'
import { datasetTable } from '@tributary/catalog/internal'
import { TributaryError } from '@tributary/core'
import { isFilePattern } from '@tributary/core/internal'
import { createDuckDb, type DuckDb } from '@tributary/sql'
import { filesOfPattern } from '@tributary/sql/internal'
import { createEngineSources } from './engine-sources.ts'
import { findMissingColumns, findMistypedColumns } from './source-columns.ts'
import {
  type FileDataset,
  type FileDefinitions,
  pickEngineDefinitions,
  pickFileDefinitions,
} from './source-kinds.ts'
import { assertFilesBelowRoot, toSourceFile } from './sources.ts'

/** A mistake, or a fact worth knowing, about the file or the table of a dataset. */
export interface SourceFinding {
  /** ERROR: a question that needs it is refused. WARNING: it is answered. */
  readonly severity: 'ERROR' | 'WARNING'
  /** The code of the error that a question has; null for a warning. */
  readonly code: string | null
  /** The datasets that it concerns. */
  readonly datasets: readonly string[]
  /** The column in the file or table; null for all of it. */
  readonly column: string | null
  readonly message: string
}

/**
 * Looks into the files and tables of all datasets and returns every reason for which questions would be refused: missing
 * columns and columns of another type, values that do not fit, files that cannot be read, databases that do not answer; and
 * how many rows `maxBadRows` leaves out. Files are read completely. Missing files are not looked for:
 * reading the workspace has told them.
 */
export async function findSourceFindings(
  workspace: Workspace,
  onProgress: (step: string) => void = () => {},
): Promise<readonly SourceFinding[]> {
  const inFiles = await findFileFindings(workspace, onProgress)
  return mergeFindings([...inFiles, ...(await findTableFindings(workspace))])
}

async function findTableFindings(workspace: Workspace): Promise<readonly SourceFinding[]> {
  const definitions = pickEngineDefinitions(workspace)
  const engines = createEngineSources(definitions)
  try {
    const findings: SourceFinding[] = []
    for (const dataset of definitions.datasets) {
      const mistakes = await engines.findMistakes(dataset)
      findings.push(...mistakes.map((error) => toFinding(error, [dataset])))
    }
    return findings
  } finally {
    await engines.close()
  }
}

async function findFileFindings(
  workspace: Workspace,
  onProgress: (step: string) => void,
): Promise<readonly SourceFinding[]> {
  const definitions = pickFileDefinitions(workspace)
  if (definitions.datasets.length === 0) return []
  const engine = await createDuckDb({ timeZone: workspace.timeZone })
  try {
    const byTable = Map.groupBy(definitions.datasets, (dataset) =>
      JSON.stringify(datasetTable(dataset)).toLowerCase(),
    )
    const findings: SourceFinding[] = []
    for (const users of byTable.values()) {
      onProgress(`reading ${users[0]!.source.file}`)
      findings.push(...(await checkSourceFile(engine, definitions, users)))
    }
    return findings
  } finally {
    await engine.close()
  }
}

/** The findings in a file, for the datasets on it. */
async function checkSourceFile(
  engine: DuckDb,
  { datasources }: FileDefinitions,
  users: readonly FileDataset[],
): Promise<readonly SourceFinding[]> {
  const roots = new Map(datasources.map(({ name, root }) => [name, root]))
  const source = toSourceFile(roots, users)
  const root = roots.get(users[0]!.source.datasource) ?? ''
  if (source === null || !(await isThere(root, users[0]!))) return []
  try {
    await assertFilesBelowRoot(roots, users[0]!)
    const { names, columns, faults, leftOut } = await engine.checkFile(source.file)
    const mismatches = users.flatMap((dataset) =>
      [...findMissingColumns(dataset, names), ...findMistypedColumns(dataset, columns)].map(
        (error) => toFinding(error, [dataset]),
      ),
    )
    const unread = faults.map(
      ({ column, message }): SourceFinding => ({
        severity: 'ERROR',
        code: 'SQL_FILE_UNREADABLE',
        column,
        message,
        datasets: listDatasetNames(
          users.filter((dataset) => column === null || hasColumn(dataset, column)),
        ),
      }),
    )
    if (leftOut === null) return [...mismatches, ...unread]
    const message = `${leftOut.rows === 1 ? '1 row' : `${leftOut.rows} rows`} of ${source.file.path} ${leftOut.rows === 1 ? 'is' : 'are'} left out, of at most ${source.file.format?.maxBadRows} (source.format.maxBadRows). One of them: ${leftOut.first}`
    const warning = { severity: 'WARNING', code: null, column: null, message } as const
    return [...mismatches, ...unread, { ...warning, datasets: listDatasetNames(users) }]
  } catch (error) {
    if (!(error instanceof TributaryError) || !REFUSALS.has(error.code)) throw error
    return [toFinding(error, users)]
  }
}

const REFUSALS: ReadonlySet<string> = new Set(['SQL_FILE_UNREADABLE', 'PLATFORM_SOURCE_MISMATCH'])

async function isThere(root: string, { source: { file } }: FileDataset): Promise<boolean> {
  if (isFilePattern(file)) return filesOfPattern(root, file).length > 0
  return access(join(root, file)).then(
    () => true,
    () => false,
  )
}

function hasColumn({ columns }: FileDataset, column: string): boolean {
  return columns.some(({ sourceColumn }) => sourceColumn === column)
}

function listDatasetNames(datasets: readonly { readonly name: string }[]): readonly string[] {
  return datasets.map(({ name }) => name)
}

function toFinding(
  { code, message, details }: TributaryError,
  datasets: readonly { readonly name: string }[],
): SourceFinding {
  const column = typeof details.column === 'string' ? details.column : null
  return { severity: 'ERROR', code, datasets: listDatasetNames(datasets), column, message }
}

/** A database that does not answer is one finding for all of its datasets. */
function mergeFindings(findings: readonly SourceFinding[]): readonly SourceFinding[] {
  const alike = Map.groupBy(findings, ({ message }) => message)
  return Array.from(alike.values(), (some) => ({
    ...some[0]!,
    datasets: [...new Set(some.flatMap(({ datasets }) => datasets))],
  }))
}
