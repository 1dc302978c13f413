import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { dataMissingError, fileUnreadableError, pastMissingError } from '../errors.ts'
import { askAsOwner, type OwnerSession } from '../session/ask-as-owner.ts'
import type { Run } from '../terminal/run.ts'

/** Which lineage the commands look at. */
export interface LineageFlags {
  readonly workspace: string
  readonly json?: true
  readonly data?: string
  readonly with?: readonly string[]
}

/** Adds {@link LineageFlags} to a command. */
export function addLineageFlags(command: Command): void {
  command
    .requiredOption('--workspace <dir>', 'the folder with the YAML files')
    .option('--json', 'print the answer as the HTTP API gives it')
    .option('--data <dir>', 'the folder of `tributary start --data`, with its lineage and past')
    .addOption(
      new Option(
        '--with <file>',
        'lineage of this file too, for this answer only, and of more when it is said again; see `lineage import`',
      )
        .conflicts('data')
        .argParser((file: string, before: readonly string[] = []) => [...before, file]),
    )
}

/**
 * Opens the lineage that the flags name, gives it to `ask`, and closes it again. Rejects with CLI_STORE_MISSING when
 * they name a folder that is not there.
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

/** As {@link askLineage}, to keep something: a folder that is not there is made. */
export async function openLineage<Answer>(
  flags: LineageFlags,
  run: Run,
  use: (session: OwnerSession) => Promise<Answer>,
): Promise<Answer> {
  const files = await Promise.all((flags.with ?? []).map((file) => readText(file, run)))
  const opened = flags.data === undefined ? run : { ...run, data: flags.data }
  return askAsOwner(flags.workspace, opened, async (session) => {
    const lineage = session.platform.lineage(session.caller)
    for (const file of files) await lineage.import(file)
    return use(session)
  })
}

/** Throws CLI_STORE_MISSING when the flags name no folder with a past: everything else begins this moment. */
export function assertPast({ data }: LineageFlags): void {
  if (data === undefined) throw pastMissingError()
}

/** A file named on the command line, as text. Rejects with CLI_FILE_UNREADABLE, also when it is not UTF-8. */
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
