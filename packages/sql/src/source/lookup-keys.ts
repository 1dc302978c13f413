import type { Lookup } from '@tributary/attribution'
import { listTableUses } from '@tributary/attribution/internal'
import { compileRepeatedKey } from '../compile/compile-rows.ts'
import type { SqlDialect } from '../dialects/dialect.ts'
import type { SqlDriver } from '../drivers/sql-driver.ts'
import { lookupNotUniqueError } from '../errors.ts'
import { keyText } from '../results/key-text.ts'
import type { SqlResult } from '../results/sql-result.ts'
import { describeStatement, type SqlStatement } from '../text/sql-statement.ts'

/** Checks that lookups have one row per key, and remembers the result as long as the versions of their tables stay. */
export class LookupKeys {
  readonly #engine: { readonly driver: SqlDriver; readonly dialect: SqlDialect }
  /** The versions of the tables whose keys were unique, by the statement that checked it. */
  readonly #unique = new Map<string, string>()

  constructor(engine: { readonly driver: SqlDriver; readonly dialect: SqlDialect }) {
    this.#engine = engine
  }

  /** Rejects with `SQL_LOOKUP_NOT_UNIQUE` for the first lookup in which two rows have one key, but for those as of a time. */
  async assertUnique(lookups: readonly Lookup[], signal: AbortSignal): Promise<void> {
    for (const lookup of lookups) {
      if (lookup.asOf === undefined) await this.#assertUnique(lookup, signal)
    }
  }

  async #assertUnique(lookup: Lookup, signal: AbortSignal): Promise<void> {
    const { driver, dialect } = this.#engine
    const statement = compileRepeatedKey(lookup, dialect)
    const question = describeStatement(statement)
    // Read before the rows: when the table changes in between, the older version is remembered and never matches again.
    const version = await this.#versionOf(lookup)
    if (version !== null && this.#unique.get(question) === version) return
    assertNoRepeatedKey(lookup, await driver.run(statement, { signal }))
    if (version !== null) this.#unique.set(question, version)
  }

  /** The versions of all tables that say which keys there are; null when one has none. */
  async #versionOf(lookup: Lookup): Promise<string | null> {
    const { driver } = this.#engine
    if (driver.versionOf === undefined) return null
    const uses = listTableUses({ base: lookup, lookups: [] })
    const versions = await Promise.all(uses.map(({ table }) => driver.versionOf!(table)))
    return versions.includes(null) ? null : JSON.stringify(versions)
  }
}

/**
 * Rejects with `SQL_LOOKUP_NOT_UNIQUE` for the first lookup in which two rows have one key, but for those as of a time.
 * `run` runs a statement of the engine.
 */
export async function assertUniqueKeys(
  lookups: readonly Lookup[],
  dialect: SqlDialect,
  run: (statement: SqlStatement) => Promise<SqlResult>,
): Promise<void> {
  for (const lookup of lookups) {
    if (lookup.asOf !== undefined) continue
    assertNoRepeatedKey(lookup, await run(compileRepeatedKey(lookup, dialect)))
  }
}

function assertNoRepeatedKey({ table }: Lookup, repeated: SqlResult): void {
  if (repeated.rowCount === 0) return
  throw lookupNotUniqueError(table, repeated.columns.map((column) => keyText(column)[0]).join(', '))
}
