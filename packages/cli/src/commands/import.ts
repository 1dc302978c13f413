import { mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { TributaryError } from '@tributary/core'
import {
  type DefinitionsFormat,
  FORMATS,
  type ImportReport,
  importDefinitions,
  LOCK_FILE,
  type MergedImport,
  type MergeImportOptions,
  mergeImport,
  SQL_TEXT_DIALECTS,
  type SqlTextDialect,
} from '@tributary/definitions'
import { readWorkspace, type Workspace } from '@tributary/platform/internal'
import { type Command, Option } from 'commander'
import { fileUnreadableError, folderUnwritableError, workspaceInvalidError } from '../errors.ts'
import { renderError, renderProblem } from '../render/error.ts'
import { renderImport } from '../render/import-report.ts'
import {
  findImportSource,
  type ImportPlace,
  readImportSource,
  readText,
  toSlashPath,
} from '../session/import-source.ts'
import { openImportTables, type TablesFlags } from '../session/import-tables.ts'
import { watchFileChanges } from '../session/watch-file-changes.ts'
import { createPaint } from '../terminal/paint.ts'
import type { Run } from '../terminal/run.ts'

interface ImportOptions extends TablesFlags {
  readonly into: string
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
  readonly watch?: true
}

const EXAMPLES = `
Examples:
  $ tributary import target/semantic_manifest.json --data warehouse --into shop
  $ tributary import model.yaml --from ossie --data warehouse --into shop --dry-run
  $ tributary import target/semantic_manifest.json --engine postgres://reader@db/shop?passwordEnv=PGPASSWORD --into shop
  $ tributary import target/semantic_manifest.json --engine warehouse --into shop --watch
  $ tributary import model --from cube --data warehouse --into shop

Data files are named after the tables: warehouse/orders.parquet, warehouse/main.orders.csv or warehouse/main/orders.csv.`

/**
 * `tributary import FILE` makes a workspace of definitions of another tool; `end` gets the exit code: 1 with `--strict` when
 * something is left out.
 */
export function addImport(command: Command, run: Run, end: (exitCode: number) => void): void {
  command
    .argument(
      '<file>',
      'semantic_manifest.json of dbt, YAML of Ossie, Databricks, Snowflake, Rill or Cube, a folder with one, or the folder of a model of Cube',
    )
    .requiredOption('--into <dir>', 'folder of the workspace, created when it is missing')
    .option('--data <dir>', 'folder with the data files of the tables')
    .option(
      '--engine <url>',
      'database with the tables: its address, or the name of a datasource of the workspace',
    )
    .option(
      '--dbt-catalog <file>',
      'with --engine: catalog.json of dbt, in place of asking the database for types',
    )
    .addOption(new Option('--from <format>', 'format (default: guessed)').choices([...FORMATS]))
    .addOption(
      new Option(
        '--dialect <name>',
        'dialect of the SQL (default: what the files say, else ansi)',
      ).choices(SQL_TEXT_DIALECTS.map((name) => name.toLowerCase())),
    )
    .option('--model <name>', 'name of the model, when an Ossie file has several')
    .option('--tenant <id>', 'tenant of a new workspace (default: the name of the folder)')
    .option('--dry-run', 'print what would change and write nothing')
    .option('--strict', 'exit with 1 when something is left out')
    .option('--theirs', 'replace definitions that were edited since the last import')
    .option('--prune', 'remove definitions that the file no longer has')
    .option(
      '--without-access-rules',
      'import a file with access rules, although nothing enforces them here',
    )
    .option('--report <file>', 'write the whole report as JSON')
    .option('--watch', 'import again whenever the file changes, or one of the folder, until Ctrl-C')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: ImportOptions) => {
      assertTables(command, options)
      if (options.watch === true) end(await watch(file, options, run))
      else end(await importFile(file, options, run))
    })
}

function assertTables(command: Command, { data, engine, dbtCatalog }: ImportOptions): void {
  if ((data === undefined) === (engine === undefined)) {
    command.error('error: expected one of --data <dir> and --engine <url>')
  }
  if (dbtCatalog !== undefined && engine === undefined) {
    command.error(
      'error: --dbt-catalog has the types of tables of a database; expected --engine <url> with it, not --data',
    )
  }
}

/**
 * Imports, and again whenever the file changes, until the user ends it. Prints what is wrong with a later file that cannot be
 * imported. Gives the exit code of the last import.
 */
async function watch(sourcePath: string, options: ImportOptions, run: Run): Promise<number> {
  const { cwd, env, signal, stderr } = run.effects
  const place = toImportPlace(sourcePath, options, cwd)
  const listSourceFiles = async () => (await findImportSource(place)).files
  const changes = await watchFileChanges(listSourceFiles, signal)
  let exitCode = await importFile(sourcePath, options, run)
  run.print([`watching ${sourcePath}; Ctrl-C ends`])
  for await (const _ of changes) {
    run.print([`${sourcePath} changed`])
    try {
      exitCode = await importFile(sourcePath, options, run)
    } catch (error) {
      if (!(error instanceof TributaryError)) throw error
      exitCode = 1
      run.progress.clear()
      stderr.write(`${renderError(error, createPaint(stderr, env)).join('\n')}\n`)
    }
  }
  return exitCode
}

async function importFile(sourcePath: string, options: ImportOptions, run: Run): Promise<number> {
  const { cwd } = run.effects
  const place = toImportPlace(sourcePath, options, cwd)
  const importSource = await findImportSource(place)
  const { path } = importSource
  const folder = resolve(cwd, options.into)
  const before = await workspaceAt(folder, options.into, cwd)
  const dialect =
    options.dialect === undefined ? await adapterDialect(path) : upper(options.dialect)
  const tables = await openImportTables(options, before.workspace, run)
  try {
    const imported = await importDefinitions({
      source: await readImportSource(importSource, place),
      tables,
      tenant: before.workspace?.tenant ?? options.tenant ?? toTenantId(folder),
      ...(options.from !== undefined && { from: options.from }),
      ...(options.model !== undefined && { model: options.model }),
      ...(dialect !== null && { dialect }),
      ...(options.withoutAccessRules && { withoutAccessRules: true }),
    })
    run.progress.clear()
    const merged = mergeImport({
      imported,
      folder,
      existing: before.files,
      lock: before.lock,
      source: toSlashPath(relative(folder, path)),
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
    const { findings, leftOutFiles = [] } = imported.report
    const isLess = leftOutFiles.length > 0 || findings.some(({ status }) => status === 'LEFT_OUT')
    return options.strict === true && isLess ? 1 : 0
  } finally {
    run.progress.clear()
    await tables.close()
  }
}

function toImportPlace(
  sourcePath: string,
  { into, from }: ImportOptions,
  cwd: string,
): ImportPlace {
  return { given: sourcePath, cwd, into, from }
}

function upper(dialect: Lowercase<SqlTextDialect>): SqlTextDialect {
  return dialect.toUpperCase() as SqlTextDialect
}

/** The workspace that the folder has before the import; `workspace` is null where there is none. */
async function workspaceAt(
  folder: string,
  displayPath: string,
  cwd: string,
): Promise<{
  readonly files: MergeImportOptions['existing']
  readonly lock: string | null
  readonly workspace: Workspace | null
}> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[]
    throw fileUnreadableError(displayPath, error)
  })
  const yaml = names.filter((name) => /\.ya?ml$/i.test(name)).toSorted()
  const files = await Promise.all(
    yaml.map(async (name) => ({
      file: join(folder, name),
      text: await readText(join(folder, name), name),
    })),
  )
  const lock = names.includes(LOCK_FILE) ? await readText(join(folder, LOCK_FILE), LOCK_FILE) : null
  if (files.length === 0) return { files, lock, workspace: null }
  const { workspace, problems } = await readWorkspace(folder, { seeksData: false })
  if (workspace === null) {
    throw workspaceInvalidError(
      displayPath,
      problems.map((problem) => renderProblem(problem, cwd)),
    )
  }
  return { files, lock, workspace }
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

function toTenantId(folder: string): string {
  const name = basename(folder)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '')
    .slice(0, 32)
  return name === '' ? 'local' : name
}

async function write(displayPath: string, folder: string, { files }: MergedImport): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    for (const { file, text } of files) await writeFile(file, text)
  } catch (cause) {
    throw folderUnwritableError(displayPath, cause)
  }
}

async function writeReport(
  path: string,
  report: ImportReport,
  merged: MergedImport,
): Promise<void> {
  const { added, changed, removed, kept: retainedEntries } = merged
  const text = JSON.stringify(
    { ...report, workspace: { added, changed, removed, kept: retainedEntries } },
    null,
    2,
  )
  await writeFile(path, `${text}\n`).catch((cause) => {
    throw folderUnwritableError(path, cause)
  })
}
