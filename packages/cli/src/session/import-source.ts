import { isUtf8 } from 'node:buffer'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type {
  DefinitionsFile,
  DefinitionsFolder,
  DefinitionsFormat,
  LeftOutFile,
} from '@tributary/definitions'
import { createCliError, fileUnreadableError } from '../errors.ts'
import { modelFilesIn } from './model-files.ts'

/** The source of an import: a file, or a folder whose files are one model. */
export interface ImportSource {
  readonly path: string
  /** The files; of a file itself alone. */
  readonly files: readonly string[]
  readonly isFolder: boolean
  /** The files of a folder that are not read. */
  readonly leftOut: readonly LeftOutFile[]
}

/** Where definitions are looked for. */
export interface ImportPlace {
  /** The file or the folder, as it was given. */
  readonly given: string
  readonly cwd: string
  /** The folder of the workspace, in which nothing is looked for. */
  readonly into: string
  readonly from: DefinitionsFormat | undefined
}

const IN_FOLDERS = ['target/semantic_manifest.json', 'semantic_manifest.json']

/** The file itself, the one of a folder that has definitions, or the folder of a model of Cube. */
export async function findImportSource(place: ImportPlace): Promise<ImportSource> {
  const { given: sourcePath, from } = place
  const path = resolve(place.cwd, sourcePath)
  if (!(await isFolder(path, sourcePath))) return fileAt(path)
  if (from === 'cube') return modelAt(await modelFolderIn(path), place)
  for (const name of IN_FOLDERS) {
    const file = join(path, name)
    if ((await stat(file).catch(() => null))?.isFile()) return fileAt(file)
  }
  const names = await readdir(path)
  if (names.includes('dbt_project.yml')) throw createCliError('notParsed', { folder: sourcePath })
  if (from === undefined) {
    const model = await modelAt(await modelFolderIn(path), place)
    for (const file of model.files) if (await isCubeYaml(file)) return model
  }
  const yaml = names.filter(isYaml)
  if (yaml.length === 1) return fileAt(join(path, yaml[0]!))
  throw createCliError('noDefinitions', {
    folder: sourcePath,
    wanted: IN_FOLDERS.join(' or '),
  })
}

/** The texts of the files that are imported. Messages name them by the path that the command was given. */
export async function readImportSource(
  source: ImportSource,
  { given: sourcePath, cwd }: ImportPlace,
): Promise<DefinitionsFile | DefinitionsFolder> {
  if (!source.isFolder) return { file: sourcePath, text: await readText(source.path, sourcePath) }
  const root = resolve(cwd, sourcePath)
  const toDisplayPath = (path: string): string =>
    toSlashPath(join(sourcePath, relative(root, path)))
  const files: DefinitionsFile[] = []
  for (const path of source.files) {
    const file = toDisplayPath(path)
    files.push({ file, text: await readText(path, file) })
  }
  const leftOut = source.leftOut.map((omittedFile) => ({
    ...omittedFile,
    file: toDisplayPath(omittedFile.file),
  }))
  return { folder: toSlashPath(sourcePath), files, leftOut }
}

/** The text of a file in UTF-8. Throws `CLI_FILE_UNREADABLE`. */
export async function readText(path: string, displayPath: string): Promise<string> {
  const bytes = await readFile(path).catch((cause) => {
    throw fileUnreadableError(displayPath, cause)
  })
  if (!isUtf8(bytes)) throw fileUnreadableError(displayPath, 'it is not in UTF-8; save it as UTF-8')
  return bytes.toString('utf8')
}

/** A path with slashes. */
export function toSlashPath(path: string): string {
  return path.split(sep).join('/')
}

function fileAt(path: string): ImportSource {
  return { path, files: [path], isFolder: false, leftOut: [] }
}

async function modelAt(
  path: string,
  { given: sourcePath, cwd, into }: ImportPlace,
): Promise<ImportSource> {
  const modelFiles = await modelFilesIn(path, { without: resolve(cwd, into), given: sourcePath })
  return { path, isFolder: true, ...modelFiles }
}

async function isFolder(path: string, displayPath: string): Promise<boolean> {
  const stats = await stat(path).catch((cause) => {
    throw fileUnreadableError(displayPath, cause)
  })
  return stats.isDirectory()
}

/** Where Cube looks for the model of a project. */
const MODEL_FOLDERS = ['model', 'schema']

/** The folder of the model of a project, in which no other YAML is a model; else the folder itself. */
async function modelFolderIn(path: string): Promise<string> {
  for (const name of (await readdir(path)).filter(isYaml)) {
    if (await isCubeYaml(join(path, name))) return path
  }
  for (const name of MODEL_FOLDERS) {
    const folder = join(path, name)
    if ((await stat(folder).catch(() => null))?.isDirectory()) return folder
  }
  return path
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/i.test(name)
}

/** Whether a file seems to have cubes or views in YAML. */
async function isCubeYaml(path: string): Promise<boolean> {
  if (!isYaml(path)) return false
  const text = await readFile(path, 'utf8').catch(() => '')
  return /^(cubes|views)\s*:/m.test(text)
}
