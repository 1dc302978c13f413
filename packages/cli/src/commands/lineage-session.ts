import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { dataMissingError, fileUnreadableError, pastMissingError } from '../errors.ts'
import { toStoreOptions } from '../flags/store.ts'
import { withVertexExample } from '../flags/vertex-example.ts'
import { askAsOwner, type OwnerSession } from '../session/ask-as-owner.ts'
import type { Run } from '../terminal/run.ts'

/** Which lineage the commands read. */
export interface LineageFlags {
  readonly workspace: string
  readonly json?: true
  readonly data?: string
  readonly with?: readonly string[]
}

/** Adds {@link LineageFlags} to a command. */
export function addLineageFlags(command: Command): void {
  command
    .requiredOption('--workspace <dir>', 'folder with the YAML files')
    .option('--json', 'print the answer as JSON, as the HTTP API returns it')
    .option('--data <dir>', 'folder of `tributary start --data`, with its lineage and history')
    .addOption(
      new Option(
        '--with <file>',
        'also use the lineage in this file, for this answer only (repeatable); see `lineage import`',
      )
        .conflicts('data')
        .argParser((file: string, before: readonly string[] = []) => [...before, file]),
    )
}

/**
 * Opens the lineage that the flags name, passes it to `ask`, and closes it. Rejects with CLI_STORE_MISSING when the
 * folder of `--data` does not exist.
 */
export async function askLineage<Answer>(
  flags: LineageFlags,
  run: Run,
  ask: (session: OwnerSession) => Promise<Answer>,
): Promise<Answer> {
  const { data } = flags
  if (data !== undefined && !existsSync(resolve(run.effects.cwd, data))) {
    throw dataMissingError(data)
  }
  return openLineage(flags, run, ask)
}

/** Like {@link askLineage}, to save something: a missing folder is created. */
export async function openLineage<Answer>(
  flags: LineageFlags,
  run: Run,
  use: (session: OwnerSession) => Promise<Answer>,
): Promise<Answer> {
  const files = await Promise.all((flags.with ?? []).map((file) => readText(file, run)))
  const place = { folder: flags.workspace, ...toStoreOptions(flags, run.effects.cwd) }
  return askAsOwner(place, run, async (session) => {
    const operations = session.platform.as(session.caller)
    for (const file of files) await operations.importLineage(file)
    try {
      return await use(session)
    } catch (error) {
      throw withVertexExample(error, session.definitions)
    }
  })
}

/** Throws CLI_STORE_MISSING without `--data`: only a folder keeps a history. */
export function assertPast({ data }: LineageFlags): void {
  if (data === undefined) throw pastMissingError()
}

/** Reads a file as UTF-8 text. Rejects with CLI_FILE_UNREADABLE when it cannot be read or is not UTF-8. */
export async function readText(
  file: string,
  { effects }: Run,
): Promise<{ readonly text: string; readonly file: string }> {
  let bytes: Buffer
  try {
    bytes = await readFile(resolve(effects.cwd, file))
  } catch (cause) {
    throw fileUnreadableError(file, cause)
  }
  if (!isUtf8(bytes)) throw fileUnreadableError(file, 'it is not UTF-8 text; save it as UTF-8.')
  return { text: bytes.toString(), file }
}
