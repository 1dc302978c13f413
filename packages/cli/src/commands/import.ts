import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import {
  type DefinitionsFormat,
  FORMATS,
  type ImportReport,
  importDefinitions,
  LOCK_FILE,
  type MergedImport,
  mergeImport,
  SQL_TEXT_DIALECTS,
  type SqlTextDialect,
} from '@tributary/definitions'
import { openFolderTables, readWorkspace } from '@tributary/platform/internal'
import { type Command, Option } from 'commander'
import {
  fileUnreadableError,
  folderUnwritableError,
  noDefinitionsError,
  workspaceInvalidError,
} from '../errors.ts'
import { renderProblem } from '../render/error.ts'
import { renderImport } from '../render/import-report.ts'
import { requireFolder } from '../session/open-workspace.ts'
import type { Run } from '../terminal/run.ts'

interface ImportOptions {
  readonly into: string
  readonly data: string
  readonly from?: DefinitionsFormat
  readonly dialect?: Lowercase<SqlTextDialect>
  readonly model?: string
  readonly tenant?: string
  readonly report?: string
  readonly dryRun?: true
  readonly strict?: true
  readonly theirs?: true
  readonly prune?: true
  readonly withoutAccessRules?: true
}

const EXAMPLES = `
Examples:
  $ tributary import target/semantic_manifest.json --data warehouse --into shop
  $ tributary import model.yaml --from ossie --data warehouse --into shop --dry-run

Data files are called as the tables: warehouse/orders.parquet, warehouse/main.orders.csv or warehouse/main/orders.csv.`

/**
 * `tributary import FILE` makes a workspace of definitions of another tool; `end` gets the exit code: 1 with `--strict` when
 * something is left out.
 */
export function addImport(command: Command, run: Run, end: (exitCode: number) => void): void {
  command
    .argument(
      '<file>',
      'semantic_manifest.json of dbt, YAML of Ossie, Databricks, Snowflake, Rill or Cube, or a folder with one',
    )
    .requiredOption('--into <dir>', 'folder of the workspace, created when it is missing')
    .requiredOption('--data <dir>', 'folder with the data files of the tables')
    .addOption(new Option('--from <format>', 'format (default: guessed)').choices([...FORMATS]))
    .addOption(
      new Option(
        '--dialect <name>',
        'dialect of the SQL (default: what the files say, else ansi)',
      ).choices(SQL_TEXT_DIALECTS.map((name) => name.toLowerCase())),
    )
    .option('--model <name>', 'which model, of an Ossie file with several')
    .option('--tenant <id>', 'tenant of a new workspace (default: the name of the folder)')
    .option('--dry-run', 'print what would change and write nothing')
    .option('--strict', 'exit with 1 when something is left out')
    .option('--theirs', 'replace what was edited since the last import')
    .option('--prune', 'remove what the file has no more')
    .option('--without-access-rules', 'import a file with access rules, which nothing enforces')
    .option('--report <file>', 'write the whole report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: ImportOptions) =>
      end(await importFile(file, options, run)),
    )
}

async function importFile(given: string, options: ImportOptions, run: Run): Promise<number> {
  const { cwd } = run.effects
  const path = await definitionsIn(resolve(cwd, given), given)
  const folder = resolve(cwd, options.into)
  const root = await requireFolder(options.data, cwd)
  const before = await workspaceAt(folder, options.into, cwd)
  const datasource = before.datasourceOf(root)
  const dialect =
    options.dialect === undefined ? await adapterDialect(path) : upper(options.dialect)
  const tables = await openFolderTables(root, datasource, run.progress.show)
  try {
    const imported = await importDefinitions({
      source: { file: given, text: await readText(path, given) },
      tables: {
        datasources: [{ name: datasource, displayName: datasource, type: 'FILES', root }],
        find: (table) => tables.find(table),
      },
      tenant: before.tenant ?? options.tenant ?? tenantOf(folder),
      ...(options.from !== undefined && { from: options.from }),
      ...(options.model !== undefined && { model: options.model }),
      ...(dialect !== null && { dialect }),
      ...(options.withoutAccessRules && { withoutAccessRules: true }),
    })
    run.progress.clear()
    const merged = mergeImport({
      ...{ imported, folder, existing: before.files, lock: before.lock },
      source: relative(folder, path).split(sep).join('/'),
      ...(options.theirs && { theirs: true }),
      ...(options.prune && { prune: true }),
    })
    if (options.report !== undefined)
      await writeReport(resolve(cwd, options.report), imported.report, merged)
    if (options.dryRun !== true) await write(options.into, folder, merged)
    run.print(
      renderImport(imported.report, merged, {
        into: options.into,
        isDryRun: options.dryRun === true,
      }),
    )
    const isLess = imported.report.findings.some(({ status }) => status === 'LEFT_OUT')
    return options.strict === true && isLess ? 1 : 0
  } finally {
    run.progress.clear()
    await tables.close()
  }
}

function upper(dialect: Lowercase<SqlTextDialect>): SqlTextDialect {
  return dialect.toUpperCase() as SqlTextDialect
}

/** What is in the folder of the workspace already. */
async function workspaceAt(folder: string, given: string, cwd: string) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[]
    throw fileUnreadableError(given, error)
  })
  const yaml = names.filter((name) => /\.ya?ml$/i.test(name)).toSorted()
  const files = await Promise.all(
    yaml.map(async (name) => ({
      file: join(folder, name),
      text: await readText(join(folder, name), name),
    })),
  )
  const lock = names.includes(LOCK_FILE) ? await readText(join(folder, LOCK_FILE), LOCK_FILE) : null
  if (files.length === 0) return { files, lock, tenant: null, datasourceOf: () => 'files' }
  const { workspace, problems } = await readWorkspace(folder, { seeksData: false })
  if (workspace === null) {
    throw workspaceInvalidError(
      given,
      problems.map((one) => renderProblem(one, cwd)),
    )
  }
  const datasourceOf = (root: string): string => {
    const same = workspace.datasources.find((one) => one.type === 'FILES' && one.root === root)
    const taken = new Set(workspace.datasources.map(({ name }) => name))
    let name = same?.name ?? 'files'
    for (let n = 2; same === undefined && taken.has(name); n++) name = `files_${n}`
    return name
  }
  return { files, lock, tenant: workspace.tenant, datasourceOf }
}

async function readText(path: string, given: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause) => {
    throw fileUnreadableError(given, cause)
  })
}

const IN_FOLDERS = ['target/semantic_manifest.json', 'semantic_manifest.json']

/** The file itself, or the one of a folder that has definitions. */
async function definitionsIn(path: string, given: string): Promise<string> {
  const found = await stat(path).catch((cause) => {
    throw fileUnreadableError(given, cause)
  })
  if (!found.isDirectory()) return path
  for (const name of IN_FOLDERS) {
    const file = join(path, name)
    if ((await stat(file).catch(() => null))?.isFile()) return file
  }
  const yaml = (await readdir(path)).filter((name) => /\.ya?ml$/i.test(name))
  if (yaml.length === 1) return join(path, yaml[0]!)
  throw noDefinitionsError(given, IN_FOLDERS)
}

const ADAPTERS: Readonly<Record<string, SqlTextDialect>> = {
  duckdb: 'DUCKDB',
  postgres: 'POSTGRESQL',
  redshift: 'REDSHIFT',
  trino: 'TRINO',
  snowflake: 'SNOWFLAKE',
  bigquery: 'BIGQUERY',
  databricks: 'DATABRICKS',
  spark: 'DATABRICKS',
}

/** The dialect that the `manifest.json` beside a semantic manifest names at its beginning; null without one. */
async function adapterDialect(path: string): Promise<SqlTextDialect | null> {
  if (basename(path) !== 'semantic_manifest.json') return null
  const file = await open(join(dirname(path), 'manifest.json')).catch(() => null)
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
    const head = buffer.toString('utf8', 0, bytesRead)
    const [, adapter = ''] = /"adapter_type"\s*:\s*"(\w+)"/.exec(head) ?? []
    return ADAPTERS[adapter] ?? null
  } finally {
    await file.close()
  }
}

function tenantOf(folder: string): string {
  const name = basename(folder)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '')
    .slice(0, 32)
  return name === '' ? 'local' : name
}

async function write(given: string, folder: string, { files }: MergedImport): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    for (const { file, text } of files) await writeFile(file, text)
  } catch (cause) {
    throw folderUnwritableError(given, cause)
  }
}

async function writeReport(
  path: string,
  report: ImportReport,
  merged: MergedImport,
): Promise<void> {
  const { added, changed, removed, kept } = merged
  const text = JSON.stringify({ ...report, workspace: { added, changed, removed, kept } }, null, 2)
  await writeFile(path, `${text}\n`).catch((cause) => {
    throw folderUnwritableError(path, cause)
  })
}
