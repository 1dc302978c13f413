import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import {
  DATA_FILE,
  findLakeFormat,
  type Inspection,
  inspectEngine,
  inspectFiles,
  isUrl,
  listDataFiles,
  parseEngineUrl,
  writeGuess,
} from '@tributary/platform/internal'
import type { Command } from 'commander'
import { createCliError, fileUnreadableError, folderUnwritableError } from '../errors.ts'
import { parseWaiting } from '../flags/parse.ts'
import { shownPath } from '../render/text.ts'
import { askAsOwner } from '../session/ask-as-owner.ts'
import { type FirstQuestion, findFirstQuestion } from '../session/first-question.ts'
import type { Run } from '../terminal/run.ts'

interface InitOptions extends LayoutOptions {
  readonly from?: readonly string[]
  readonly tables?: readonly string[]
}

/** How text files are laid out, as far as flags say it. */
interface LayoutOptions {
  readonly skipRows?: number
  readonly header: boolean
  readonly delimiter?: string
  readonly maxBadRows?: number
}

const EXAMPLES = `
Examples:
  $ tributary init shop --from orders.csv customers.csv
  $ tributary init sales --from 'exports/2024-*.csv'
  $ tributary init bank --from statement.csv --skip-rows 4 --max-bad-rows 1
  $ tributary init budget --from plan.xlsx --tables Actuals 'Budget *'
  $ tributary init dwh --from 'postgres://reader@db/shop?passwordEnv=PGPASSWORD' --tables 'sales.*'
  $ tributary init .`

/** Adds `tributary init DIR`, which looks at data files and writes a workspace for them. */
export function addInit(command: Command, run: Run): void {
  command
    .argument('<dir>', 'folder for the YAML files, created when it is missing')
    .option(
      '--from <files...>',
      'data files, folders or patterns with *, or the address of a database (default: the data files in <dir>)',
    )
    .option(
      '--tables <patterns...>',
      'tables of a database or of a SQLite or DuckDB file, sheets of a workbook: sales.* (default: those of the schema, or all)',
    )
    .option('--skip-rows <n>', 'lines before the header of a CSV (default: found)', parseWaiting)
    .option('--no-header', 'the first line of a CSV has values, no names')
    .option('--delimiter <text>', 'what separates the cells of a CSV: , ; tab | (default: found)')
    .option(
      '--max-bad-rows <n>',
      'rows of a file that may be left out because they do not fit (default: a few)',
      parseWaiting,
    )
    .addHelpText('after', EXAMPLES)
    .action((folder: string, options: InitOptions) => init(folder, options, run))
}

function toFormat({ skipRows, header, delimiter, maxBadRows }: LayoutOptions): FileFormat {
  return {
    ...(skipRows !== undefined && { skipRows }),
    ...(!header && { header: false }),
    ...(delimiter !== undefined && {
      delimiter: /^(tab|\\t)$/i.test(delimiter) ? '\t' : delimiter,
    }),
    ...(maxBadRows !== undefined && { maxBadRows }),
  }
}

async function init(folder: string, options: InitOptions, run: Run): Promise<void> {
  const place = resolve(run.effects.cwd, folder)
  await assertFree(folder, place)
  try {
    const inspection = await inspectInput(options.from ?? [folder], place, run, {
      format: toFormat(options),
      ...(options.tables && { tables: options.tables }),
    })
    const written = await saveInspection(folder, inspection, run)
    const example = await askAsOwner({ folder }, run, (session) =>
      findFirstQuestion(session, inspection.examples, run),
    )
    run.progress.clear()
    run.print([...reportInspection(inspection), '', written, ...nextSteps(folder, example)])
  } finally {
    run.progress.clear()
  }
}

/** Throws `CLI_INPUTS_MIXED` when all of `count` inputs are files without tables of their own. */
function assertTables(files: readonly string[], count: number): void {
  if (files.length < count || files.some((file) => TABLE_FILE.test(file))) return
  throw createCliError('inputsMixed', {
    reason:
      '--tables chooses tables of a database or a file, or sheets of a workbook, and --from names no database and no such file',
  })
}

/** Files with tables of their own, by which `--tables` chooses. */
const TABLE_FILE = /\.(xls[xm]|sqlite3?|db|duckdb)$/i

type FileFormat = NonNullable<Parameters<typeof inspectFiles>[0]['format']>

/** The options that describe the input. */
interface InputOptions {
  /** How text files are written. */
  readonly format?: FileFormat
  /** Patterns for the names of a database's tables. */
  readonly tables?: readonly string[]
}

/**
 * Looks at files, folders and patterns, or at the tables of a database. Throws `CLI_NO_DATA` when there is nothing to read,
 * and `CLI_INPUTS_MIXED` for a database beside other inputs and for `tables` without a database or a file that has tables.
 */
export async function inspectInput(
  from: readonly string[],
  place: string,
  { effects, progress }: Run,
  { format = {}, tables }: InputOptions = {},
): Promise<Inspection> {
  if (from.some(isUrl)) {
    const datasource = readAddress(from)
    const tenant = deriveTenantName(place)
    const onProgress = progress.show
    const tablesOfDatabase = { tenant, datasource, tables: tables ?? [], onProgress }
    return inspectEngine(tablesOfDatabase).finally(progress.clear)
  }
  if (tables !== undefined)
    assertTables(
      from.filter((path) => DATA_FILE.test(path)),
      from.length,
    )
  const files = await resolveInputFiles(from, effects.cwd)
  if (tables !== undefined) assertTables(files, files.length)
  if (files.length === 0) throw createCliError('noData', { where: from.join(', ') })
  const root = commonFolder(files)
  const inspection = await inspectFiles({
    tenant: deriveTenantName(place),
    root,
    files: files.map((file) => relative(root, file).split(sep).join('/')),
    format,
    ...(tables && { tables }),
    onProgress: progress.show,
  })
  progress.clear()
  if (inspection.workspace.datasets.length > 0) return inspection
  const where = inspection.unread
    .map(({ reason }) => reason)
    .join('\n')
    .replace(/\.$/, '')
  throw createCliError('noData', { where })
}

/** The database of an address. Throws `CLI_INPUTS_MIXED` beside other inputs, and as {@link parseEngineUrl}. */
function readAddress([address = '', ...others]: readonly string[]) {
  if (others.length > 0) {
    throw createCliError('inputsMixed', {
      reason: '--from takes the address of one database and nothing beside it',
    })
  }
  return parseEngineUrl(address, '--from')
}

/** Writes the workspace of an inspection into a folder without YAML files; gives a line that says what was written. */
export async function saveInspection(
  folder: string,
  inspection: Inspection,
  { effects: { cwd } }: Run,
): Promise<string> {
  const place = resolve(cwd, folder)
  await assertFree(folder, place)
  const written = await write(folder, place, inspection)
  return `wrote ${written.map((file) => shownPath(file, cwd)).join(', ')}`
}

/** Throws `CLI_FOLDER_TAKEN` when the folder has YAML files: they may be a workspace. */
async function assertFree(folder: string, place: string): Promise<void> {
  const names = await readdir(place).catch(() => [])
  const yamlFile = names.find((name) => /\.ya?ml$/i.test(name))
  if (yamlFile !== undefined) throw createCliError('folderTaken', { folder, file: yamlFile })
}

async function resolveInputFiles(from: readonly string[], cwd: string): Promise<readonly string[]> {
  const files = await Promise.all(
    from.map(async (inputPath) => {
      const path = resolve(cwd, inputPath)
      assertNoLake(inputPath, path)
      if (inputPath.includes('*')) return [path]
      const stats = await stat(path).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw fileUnreadableError(inputPath, cause)
        throw createCliError('noData', {
          where: `there is no file and no folder ${shownPath(path, cwd)}`,
        })
      })
      if (stats.isDirectory()) return listDataFiles(path).map((file) => join(path, file))
      if (!DATA_FILE.test(inputPath)) {
        throw fileUnreadableError(
          inputPath,
          new Error(
            /\.(xlsb?|ods|numbers)$/i.test(inputPath)
              ? 'of spreadsheets only .xlsx and .xlsm are read; save it as one of them, or each sheet as CSV'
              : 'expected a name that ends with .csv, .tsv, .txt, .json, .ndjson, .jsonl or .parquet, the texts also with .gz or .zst, or with .xlsx, .xlsm, .sqlite, .sqlite3, .db or .duckdb',
          ),
        )
      }
      return [path]
    }),
  )
  return [...new Set(files.flat())]
}

/** Throws `CLI_FILE_UNREADABLE` for a folder, or a file in one, of which a log says which rows hold. */
function assertNoLake(inputPath: string, path: string): void {
  const folder = path.split('*')[0]!
  const format = findLakeFormat(folder) ?? findLakeFormat(dirname(`${folder}_`))
  if (format === null) return
  const why = `the folder is a table of ${format}: its files hold rows that were deleted or replaced, which only its log tells; export it as Parquet files, or read it through Trino`
  throw fileUnreadableError(inputPath, new Error(why))
}

function commonFolder(files: readonly string[]): string {
  const folders = files.map((file) => dirname(file.split('*')[0]!).split(sep))
  const [first = []] = folders
  const length = first.findIndex((part, i) => folders.some((parts) => parts[i] !== part))
  return (length < 0 ? first : first.slice(0, length)).join(sep) || sep
}

function deriveTenantName(place: string): string {
  const name = basename(place)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '')
    .slice(0, 32)
  return name === '' ? 'local' : name
}

async function write(
  folder: string,
  place: string,
  inspection: Inspection,
): Promise<readonly string[]> {
  const files = writeGuess(inspection, place)
  try {
    await mkdir(place, { recursive: true })
    for (const { file, text } of files) await writeFile(file, text, { flag: 'wx' })
  } catch (cause) {
    throw folderUnwritableError(folder, cause)
  }
  return files.map(({ file }) => file)
}

/** The lines about what was guessed. */
export function reportInspection({ workspace, notes, unread }: Inspection): readonly string[] {
  const about = (kind: string, name: string): string =>
    notes.get(`${kind}/${name}`)?.join('; ') ?? ''
  const list = (title: string, kind: string, names: readonly string[]): readonly string[] => [
    '',
    title,
    ...names.map((name) => `  ${name.padEnd(32)} ${about(kind, name)}`.trimEnd()),
  ]
  return [
    ...workspace.datasets.flatMap(({ name }) => [
      name,
      ...(notes.get(`datasets/${name}`) ?? []).map((note) => `  ${note}`),
    ]),
    ...list(
      'dimensions',
      'dimensions',
      workspace.dimensions.map(({ name }) => name),
    ),
    ...list(
      'metrics',
      'metrics',
      workspace.metrics.map(({ name }) => name),
    ),
    ...unread.map(({ reason }) => `\n! left out: ${reason}`),
  ]
}

function nextSteps(folder: string, example: FirstQuestion | null): readonly string[] {
  const at = `--workspace ${/[^\w./-]/.test(folder) ? `'${folder}'` : folder}`
  const list = `  tributary list ${at}`
  if (example === null) return ['next:', list]
  const { metric, dimension, comparison } = example
  const by = dimension === null ? '' : ` --by ${dimension}`
  if (comparison === null) return ['next:', `  tributary query ${metric}${by} ${at}`, list]
  const { current, compare } = comparison
  return [
    'next:',
    `  tributary explain ${metric} --current ${current} --compare ${compare}${dimension === null ? ' --by metric_time' : ''} ${at}`,
    `  tributary query ${metric}${by === '' ? ' --by metric_time' : by} --range ${current} ${at}`,
    list,
  ]
}
