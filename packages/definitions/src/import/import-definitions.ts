import type { Workspace } from '@tributary/catalog'
import { Draft } from '../draft/draft.ts'
import type { Finding } from '../draft/findings.ts'
import type { UnreadKey } from '../draft/place.ts'
import { type FoundTable, formatTableName, type TableLookup } from '../draft/tables.ts'
import { tablesMissingError } from '../errors.ts'
import type { SqlTextDialect } from '../sql-text/syntax/dialects.ts'
import {
  type DefinitionsFile,
  type DefinitionsFolder,
  type DefinitionsFormat,
  type LeftOutFile,
  readDocument,
} from './read-document.ts'
import { readFolder } from './read-folder.ts'
import { settle } from './settle.ts'

/** Options of {@link importDefinitions}. */
export interface ImportDefinitionsOptions {
  /** The file with definitions of another tool, or the folder with the files of a model of Cube. */
  readonly source: DefinitionsFile | DefinitionsFolder
  /** Finds the tables that the file names, with the types of their columns. */
  readonly tables: TableLookup
  /** The tenant of the workspace. */
  readonly tenant: string
  /** The format of the file. @defaultValue guessed from its keys */
  readonly from?: DefinitionsFormat
  /** The dialect of its SQL. @defaultValue the declared dialect of the file, else `ANSI` */
  readonly dialect?: SqlTextDialect
  /** Which model, of a file with several. @defaultValue the only one */
  readonly model?: string
  /** Whether a file with access rules is imported, which nothing here enforces. @defaultValue it is refused */
  readonly withoutAccessRules?: boolean
}

/** The report of an import of a file. */
export interface ImportReport {
  /** The name of the file or of the folder. */
  readonly file: string
  readonly format: DefinitionsFormat
  readonly dialect: SqlTextDialect
  /** In the order of the file. */
  readonly findings: readonly Finding[]
  /** The files of a folder that are left out, in its order. Absent for a single file. */
  readonly leftOutFiles?: readonly LeftOutFile[]
  /** The keys that are not used, by their paths. */
  readonly unread: readonly UnreadKey[]
  readonly counts: {
    readonly datasets: number
    readonly dimensions: number
    /** Metrics of the file: imported, questions and left out. */
    readonly metrics: number
    readonly exact: number
    readonly values: number
    readonly questions: number
    readonly leftOut: number
  }
}

/** A workspace made from definitions of another tool, with the report of the import. */
export interface ImportedDefinitions {
  /** It passes the checks of a workspace. */
  readonly workspace: Workspace
  readonly report: ImportReport
}

/**
 * Makes a workspace of definitions of another tool: a semantic manifest of dbt, an Ossie model, a metric view of Databricks,
 * a semantic view of Snowflake, a metrics view of Rill, or a model of Cube, which may be a folder of files. Nothing of a file
 * is run. What cannot be said here is left out, and the report has the reason and the place of each. Throws
 * `DEFINITIONS_INVALID_IMPORT` for a file that is no such document, and `DEFINITIONS_TABLES_MISSING` when none of its tables
 * is found.
 * @example
 * ```ts
 * import { importDefinitions } from '@tributary/platform/definitions'
 * const text = `
 * semantic_model:
 *   - name: shop
 *     datasets:
 *       - name: orders
 *         source: main.orders
 *         fields: [{ name: amount, expression: { dialects: [{ dialect: ANSI_SQL, expression: amount }] } }]
 *     metrics:
 *       - name: revenue
 *         expression: { dialects: [{ dialect: ANSI_SQL, expression: SUM(orders.amount) }] }
 * `
 * const column = { name: 'amount', displayName: 'amount', description: '', sourceColumn: 'amount' }
 * const tables = {
 *   datasources: [{ name: 'files', displayName: 'files', type: 'FILES' as const, root: '/data' }],
 *   find: async () => ({
 *     source: { type: 'FILE' as const, datasource: 'files', file: 'orders.csv' },
 *     columns: [{ ...column, originDataType: 'DOUBLE' as const, isHidden: false, isPrimaryKey: false }],
 *   }),
 * }
 * const source = { file: 'shop.yaml', text }
 * const { workspace, report } = await importDefinitions({ source, tables, tenant: 'shop' })
 * workspace.metrics.map(({ name, type }) => [name, type]) // => [['revenue', 'ATOMIC']]
 * report.counts.exact // => 1
 * ```
 */
export async function importDefinitions(
  options: ImportDefinitionsOptions,
): Promise<ImportedDefinitions> {
  const { source, tables, tenant, from = null, model = null } = options
  const reading = {
    from,
    model,
    dialect: options.dialect ?? null,
    withoutAccessRules: options.withoutAccessRules ?? false,
  }
  const isFolder = 'folder' in source
  const document = isFolder ? readFolder(source, reading) : readDocument(source, reading)
  const file = isFolder ? source.folder : source.file
  const files = isFolder ? source.files : []
  const dialect = options.dialect ?? document.dialect ?? 'ANSI'
  const resolvedTables: (FoundTable | null)[] = []
  for (const table of document.tables) resolvedTables.push(await tables.find(table))
  if (resolvedTables.length > 0 && resolvedTables.every((table) => table === null)) {
    throw tablesMissingError(file, [...new Set(document.tables.map(formatTableName))])
  }
  const draft = new Draft()
  document.fill(draft, dialect, resolvedTables)
  const workspace = settle(draft, {
    tenant,
    datasources: findUsedDatasources(resolvedTables, tables),
    extras: document.extras ?? [],
  })
  const findings = sortFindings(
    draft.findings.all,
    files.map((sourceFile) => sourceFile.file),
  )
  return {
    workspace,
    report: {
      file,
      format: document.format,
      dialect,
      findings,
      ...(document.leftOutFiles && { leftOutFiles: document.leftOutFiles }),
      unread: document.unread(),
      counts: countOutcomes(workspace, findings),
    },
  }
}

function findUsedDatasources(
  resolvedTables: readonly (FoundTable | null)[],
  { datasources }: TableLookup,
): TableLookup['datasources'] {
  const used = new Set(resolvedTables.map((table) => table?.source.datasource))
  return datasources.filter(({ name }) => used.has(name))
}

/** By their files, then by their places in the file; of one place as they were found. */
function sortFindings(findings: readonly Finding[], files: readonly string[]): readonly Finding[] {
  const fileRanks = new Map(files.map((file, i) => [file, i]))
  const getFileRank = ({ file }: Finding): number => fileRanks.get(file ?? '') ?? 0
  const toPathKey = ({ path }: Finding): readonly (string | number)[] =>
    path.split(/[.[\]]+/).map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  return findings
    .map((finding, i) => ({ finding, i, key: toPathKey(finding) }))
    .toSorted(
      (a, b) =>
        getFileRank(a.finding) - getFileRank(b.finding) || compareKeys(a.key, b.key) || a.i - b.i,
    )
    .map(({ finding }) => finding)
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [left, right] = [a[i]!, b[i]!]
    if (left === right) continue
    if (typeof left === 'number' && typeof right === 'number') return left - right
    return findSectionRank(left) - findSectionRank(right) || (String(left) < String(right) ? -1 : 1)
  }
  return a.length - b.length
}

const RANKS = [
  'semantic_models',
  'cubes',
  'datasets',
  'tables',
  'source',
  'joins',
  'relationships',
  'dimensions',
  'segments',
  'fields',
  'metrics',
  'measures',
  'saved_queries',
]

/** Datasets come before metrics. */
function findSectionRank(part: string | number): number {
  return RANKS.indexOf(String(part))
}

function countOutcomes(
  { datasets, dimensions }: Workspace,
  findings: readonly Finding[],
): ImportReport['counts'] {
  const count = (status: Finding['status']): number =>
    new Set(
      findings
        .filter((finding) => finding.kind === 'metric' && finding.status === status)
        .map(({ name, file = '', path }) => JSON.stringify([name, file, path])),
    ).size
  const [exact, values, questions, leftOut] = (
    ['EXACT', 'VALUES', 'QUESTION', 'LEFT_OUT'] as const
  ).map(count) as [number, number, number, number]
  return {
    datasets: datasets.length,
    dimensions: dimensions.length,
    metrics: exact + values + questions + leftOut,
    exact,
    values,
    questions,
    leftOut,
  }
}
