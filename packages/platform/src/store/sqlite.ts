import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type SqliteDatabase, SqliteDialect } from 'kysely'

/**
 * The embedded store: a SQLite file, or memory when `path` is `:memory:`. Every commit is on the disk when
 * it returns (`synchronous=FULL`).
 */
export function sqliteDialect(path: string): SqliteDialect {
  const database = new DatabaseSync(path)
  database.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=5000; PRAGMA foreign_keys=ON',
  )
  return new SqliteDialect({ database: adapter(database) })
}

/** Kysely speaks the interface of another SQLite binding; this is the difference. */
function adapter(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql)
      const values = (parameters: readonly unknown[]): SQLInputValue[] => [
        ...(parameters as readonly SQLInputValue[]),
      ]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
    },
  }
}
