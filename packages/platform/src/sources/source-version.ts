import { createHash } from 'node:crypto'
import type { RowSet } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import type { FileTable } from '@tributary/sql'
import { stateOfFiles } from '@tributary/sql/internal'
import type { Sources } from './sources.ts'

/** The sources on which the rows of a materialised table depend, besides its definition. */
export interface VersionedSources {
  readonly findFile: Sources['findFile']
  /** The version of a table that is no file; null when nobody can tell. @defaultValue none has one */
  readonly versionOf?: (table: readonly string[]) => Promise<string | null>
  /** Times with a zone are read on its clock. */
  readonly timeZone: string
}

/**
 * A text that is another one whenever a materialised table would be another: its definition has changed, or a file that it
 * is made of was written, or a table. Null when one of them is gone, or is a table without versions. It is the same on
 * every machine that has the files with their sizes and times.
 */
export async function readSourceVersion(
  materialisation: Materialisation,
  { findFile, versionOf, timeZone }: VersionedSources,
): Promise<string | null> {
  const tables = listDistinctTables(materialisation)
  const versions = await Promise.all(
    tables.map(async (table) => {
      const file = findFile(table)?.file
      return file === undefined ? ((await versionOf?.(table)) ?? null) : readFileVersion(file)
    }),
  )
  if (versions.includes(null)) return null
  return [hashDefinition(materialisation, timeZone), ...versions].join(' ')
}

/** The path of a file that a materialised table is made of and that is not there; null when all are. */
export async function findMissingFile(
  materialisation: Materialisation,
  findFile: Sources['findFile'],
): Promise<string | null> {
  const files = listDistinctTables(materialisation).flatMap((table) => findFile(table)?.file ?? [])
  const versions = await Promise.all(files.map(readFileVersion))
  return files.find((_, i) => versions[i] === null)?.path ?? null
}

/** Each table once. */
function listDistinctTables({
  rows: { base, lookups },
}: Materialisation): readonly (readonly string[])[] {
  const names = new Map([base, ...lookups].map(({ table }) => [JSON.stringify(table), table]))
  return [...names.values()]
}

async function readFileVersion(file: FileTable): Promise<string | null> {
  return (await stateOfFiles(file))?.sizesAndTimes ?? null
}

const definitionHashes = new WeakMap<Materialisation, string>()

/** A hash of the definition of each column; the name of the table is no part of it. */
function hashDefinition(materialisation: Materialisation, timeZone: string): string {
  const cachedHash = definitionHashes.get(materialisation)
  if (cachedHash !== undefined) return cachedHash
  const { table: _, ...meaning } = materialisation
  const text = JSON.stringify([timeZone, meaning], (_key, part: unknown) =>
    typeof part === 'bigint' ? `${part}n` : part,
  )
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  definitionHashes.set(materialisation, hash)
  return hash
}

/** Whether something written at a moment is newer than every file of a row set; not, when one is gone. */
export async function isNewerThanSources(
  written: Date,
  { base, lookups }: RowSet,
  findFile: Sources['findFile'],
): Promise<boolean> {
  const states = await Promise.all(
    [base, ...lookups].map(({ table }) => {
      const file = findFile(table)?.file
      return file === undefined ? null : stateOfFiles(file)
    }),
  )
  return states.every((state) => state !== null && state.modifiedAt < written.getTime())
}
