import { mkdir, readdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { EXPORT_FORMATS, type ExportFormat, exportDefinitions } from '@tributary/definitions'
import { createPlatform } from '@tributary/platform'
import { readWorkspace, type Workspace, writeWorkspace } from '@tributary/platform/internal'
import { type Command, Option } from 'commander'
import { createCliError, folderUnwritableError, workspaceInvalidError } from '../errors.ts'
import { type PlaceFlags, resolvePlace } from '../flags/place.ts'
import { addStoreFlags, requireStoreOptions, type StoreFlags } from '../flags/store.ts'
import { renderProblem } from '../render/error.ts'
import { renderExport } from '../render/export-report.ts'
import { shownPath } from '../render/text.ts'
import { requireFolder } from '../session/open-workspace.ts'
import type { Run } from '../terminal/run.ts'

interface ExportOptions extends StoreFlags, Pick<PlaceFlags, 'workspace'> {
  readonly tenant?: string
  readonly to?: ExportFormat
  readonly report?: string
  readonly strict?: true
}

const YAML_FILE = /\.ya?ml$/i

const EXAMPLES = `
Examples:
  $ tributary export shop --data tributary-data
  $ tributary export model.yaml --to ossie --workspace shop`

/**
 * Adds `tributary export`: a tenant's definitions as YAML files that `apply` reads, or with `--to` as a file of another
 * tool; `end` gets the exit code: 1 with `--strict` when something is left out.
 */
export function addExport(command: Command, run: Run, end: (exitCode: number) => void): void {
  command
    .argument(
      '<path>',
      'folder to write to, created when missing, which must not contain YAML files; with --to the file to write',
    )
    .addOption(new Option('--to <format>', 'format of another tool').choices([...EXPORT_FORMATS]))
    .option('--workspace <dir>', 'with --to: folder with the YAML files')
    .option('--report <file>', 'with --to: write the whole report as JSON')
    .option('--strict', 'with --to: exit with 1 when something is left out')
    .option('--tenant <id>', 'tenant, when the store has several')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, options: ExportOptions) => {
      if (options.to === undefined) await write(path, options, run)
      else end(await writeFormat(path, { ...options, to: options.to }, run))
    })
  addStoreFlags(command)
}

async function writeFormat(
  outputPath: string,
  options: ExportOptions & { readonly to: ExportFormat },
  { effects, print }: Run,
): Promise<number> {
  const { cwd } = effects
  for (const file of [outputPath, options.report]) await ensureApart(file, options.workspace, cwd)
  const workspace = await readExportedWorkspace(options, cwd)
  const exported = await exportDefinitions({ workspace, to: options.to })
  await writing(outputPath, writeFile(resolve(cwd, outputPath), exported.text))
  if (options.report !== undefined) {
    const { findings, counts } = exported
    const text = `${JSON.stringify({ format: options.to, findings, counts }, null, 2)}\n`
    await writing(options.report, writeFile(resolve(cwd, options.report), text))
  }
  print(renderExport(exported, outputPath))
  const isLess = exported.findings.some(({ status }) => status === 'LEFT_OUT')
  return options.strict === true && isLess ? 1 : 0
}

/** Throws `CLI_FILE_IN_WORKSPACE` for a file that would be read as a part of the workspace in `folder`. */
async function ensureApart(
  file: string | undefined,
  folder: string | undefined,
  cwd: string,
): Promise<void> {
  if (file === undefined || folder === undefined || !YAML_FILE.test(file)) return
  const real = (path: string): Promise<string> => realpath(path).catch(() => path)
  const target = await real(dirname(resolve(cwd, file)))
  if (target === (await real(resolve(cwd, folder))))
    throw createCliError('fileInWorkspace', { file, folder })
}

/** The definitions of a folder, whose data is not looked at, or of a store. */
async function readExportedWorkspace(options: ExportOptions, cwd: string): Promise<Workspace> {
  const { folder, tenant, ...place } = resolvePlace(options, cwd)
  if (folder !== undefined) {
    const path = await requireFolder(folder, cwd)
    const { workspace, problems } = await readWorkspace(path, { seeksData: false })
    if (workspace !== null) return workspace
    throw workspaceInvalidError(
      folder,
      problems.map((problem) => renderProblem(problem, cwd)),
    )
  }
  const platform = await createPlatform(place)
  try {
    return await platform.definitions(tenant)
  } finally {
    await platform.close()
  }
}

async function write(
  folder: string,
  { tenant, ...flags }: ExportOptions,
  { effects, print }: Run,
): Promise<void> {
  const place = requireStoreOptions(flags, effects.cwd)
  const path = resolve(effects.cwd, folder)
  const platform = await createPlatform(place)
  try {
    const workspace = await platform.definitions(tenant)
    await ensureWithoutYaml(path, folder)
    for (const { file, text } of writeWorkspace(workspace, path)) {
      await writing(folder, writeFile(file, text, { flag: 'wx' }))
      print([shownPath(file, effects.cwd)])
    }
  } finally {
    await platform.close()
  }
}

/** Creates the folder when it is missing; throws `CLI_FOLDER_TAKEN` when it contains YAML files. */
async function ensureWithoutYaml(path: string, folder: string): Promise<void> {
  await writing(folder, mkdir(path, { recursive: true }))
  const yamlFile = (await writing(folder, readdir(path))).find((name) => YAML_FILE.test(name))
  if (yamlFile !== undefined) throw createCliError('folderTaken', { folder, file: yamlFile })
}

async function writing<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw folderUnwritableError(folder, cause)
  }
}
