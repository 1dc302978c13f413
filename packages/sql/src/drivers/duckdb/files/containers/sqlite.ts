import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'

/** The tables of a SQLite file, without its own and without views, which may compute for ever. */
export async function listSqliteTables(path: string): Promise<readonly string[]> {
  return withDatabase(path, async (database) =>
    database
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`,
      )
      .all()
      .map(({ name }) => String(name)),
  )
}

/** Rows that are written before others may do something. */
const ROWS_AT_ONCE = 1000

/** Writes a table as one JSON object a row: integers with all digits, bytes as nothing. */
export async function writeSqliteTable(path: string, table: string, target: string): Promise<void> {
  await withDatabase(path, async (database) => {
    const rows = database.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`)
    rows.setReadBigInts(true)
    const names = rows.columns().map(({ name }) => name)
    const stream = createWriteStream(target)
    let part = ''
    let count = 0
    try {
      for (const row of rows.iterate()) {
        part += `{${names.map((name) => `${JSON.stringify(name)}:${formatValue(row[name])}`).join(',')}}\n`
        count += 1
        if (count % ROWS_AT_ONCE > 0) continue
        if (!stream.write(part)) await once(stream, 'drain')
        part = ''
        await setImmediate()
      }
    } finally {
      stream.end(part)
      await finished(stream)
    }
    if (count === 0) throw new Error(`its table "${table}" has no rows.`)
  })
}

function formatValue(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  return typeof value === 'string' ? JSON.stringify(value) : 'null'
}

async function withDatabase<T>(
  path: string,
  work: (database: DatabaseSync) => Promise<T>,
): Promise<T> {
  const { DatabaseSync } = await import('node:sqlite').catch((cause: unknown) => {
    throw new Error('reading SQLite needs Node.js 22.13 or later.', { cause })
  })
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      database.exec('PRAGMA trusted_schema = OFF')
      return await work(database)
    } finally {
      database.close()
    }
  } catch (cause) {
    if (!(cause instanceof Error) || !('errcode' in cause)) throw cause
    throw new Error('it is damaged, encrypted or locked: expected a SQLite database.', { cause })
  }
}
