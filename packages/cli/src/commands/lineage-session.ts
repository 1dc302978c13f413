import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { createCliError, fileUnreadableError } from '../errors.ts'
import { addServiceFlags, readService, type ServiceFlags } from '../flags/service.ts'
import { toStoreOptions } from '../flags/store.ts'
import { withVertexExample } from '../flags/vertex-example.ts'
import { askAsOwner, type OwnerSession } from '../session/ask-as-owner.ts'
import { askQuestion, openLocal, type QuestionSession } from '../session/question-session.ts'
import type { Run } from '../terminal/run.ts'

/** Which lineage the commands read. */
export interface LineageFlags extends ServiceFlags {
  readonly workspace?: string
  readonly json?: true
  readonly data?: string
  readonly with?: readonly string[]
}

/** Adds {@link LineageFlags} to a command. */
export function addLineageFlags(command: Command): void {
  command
    .option('--workspace <dir>', 'folder with the YAML files')
    .option('--json', 'print the answer as JSON, as the HTTP API returns it')
    .option('--data <dir>', 'folder of `tributary start --data`, with its lineage and history')
    .addOption(
      new Option(
        '--with <file>',
        'also use the lineage in this file, for this answer only (repeatable); see `lineage import`',
      )
        .conflicts(['data', 'url'])
        .argParser((file: string, before: readonly string[] = []) => [...before, file]),
    )
    .option('--tenant <id>', 'tenant of the service of --url')
  addServiceFlags(command)
}

/**
 * Passes the lineage that the flags name, of a workspace or of a service, to `ask`. Rejects with CLI_STORE_MISSING when the
 * folder of `--data` does not exist.
 */
export async function askLineage<Answer>(
  flags: LineageFlags,
  run: Run,
  ask: (session: QuestionSession) => Promise<Answer>,
): Promise<Answer> {
  const { workspace, data } = flags
  const service = await readService(flags, { workspace, data }, run.effects)
  if (service !== null) {
    if (flags.with !== undefined)
      throw createCliError('serviceFlags', { reason: '--with needs --workspace.' })
    return askQuestion(service, run, ask)
  }
  if (data !== undefined && !existsSync(resolve(run.effects.cwd, data))) {
    throw createCliError('dataMissing', { folder: data })
  }
  return openLineage(flags, run, ask)
}

/** Like {@link askLineage}, of a workspace only and to save something: a missing folder is created. */
export async function openLineage<Answer>(
  flags: LineageFlags,
  run: Run,
  ask: (session: QuestionSession & { readonly local: OwnerSession }) => Promise<Answer>,
): Promise<Answer> {
  if (flags.url !== undefined) {
    throw createCliError('serviceFlags', {
      reason: 'Lineage is imported into a folder: pass --workspace and --data.',
    })
  }
  if (flags.workspace === undefined) throw createCliError('lineagePlace')
  const files = await Promise.all((flags.with ?? []).map((file) => readText(file, run)))
  const place = { folder: flags.workspace, ...toStoreOptions(flags, run.effects.cwd) }
  return askAsOwner(place, run, async (local) => {
    const operations = local.platform.as(local.caller)
    for (const file of files) await operations.importLineage(file)
    try {
      return await ask({ ...openLocal(local, run), local })
    } catch (error) {
      throw withVertexExample(error, local.definitions)
    }
  })
}

/** Throws CLI_STORE_MISSING for a workspace without `--data`: only a folder keeps a history. */
export function assertPast({ data }: LineageFlags, { local }: QuestionSession): void {
  if (local !== null && data === undefined) throw createCliError('pastMissing')
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
