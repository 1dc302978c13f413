import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createPlatform } from '@tributary/platform'
import { writeWorkspace } from '@tributary/platform/internal'
import type { Command } from 'commander'
import { folderTakenError, folderUnwritableError } from '../errors.ts'
import { addStoreFlags, requiredStoreOf, type StoreFlags } from '../flags/store.ts'
import { shownPath } from '../render/text.ts'
import type { Run } from '../terminal/run.ts'

interface ExportOptions extends StoreFlags {
  readonly tenant?: string
}

/** Adds `tributary export DIR`, which writes a tenant's definitions to YAML files that `apply` reads. */
export function addExport(command: Command, run: Run): void {
  command
    .argument('<dir>', 'folder to write to, created when missing; it must not contain YAML files')
    .option('--tenant <id>', 'tenant, when the store has several')
    .action((folder: string, options: ExportOptions) => write(folder, options, run))
  addStoreFlags(command)
}

async function write(
  folder: string,
  { tenant, ...flags }: ExportOptions,
  { effects, print }: Run,
): Promise<void> {
  const place = requiredStoreOf(flags, effects.cwd)
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
  const taken = (await writing(folder, readdir(path))).find((name) => /\.ya?ml$/i.test(name))
  if (taken !== undefined) throw folderTakenError(folder, taken)
}

async function writing<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw folderUnwritableError(folder, cause)
  }
}
