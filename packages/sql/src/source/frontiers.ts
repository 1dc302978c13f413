import type { AggregateAnswer, RowSet } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import { compileFrontier, frontierTables } from '../compile/compile-rows.ts'
import type { SqlDialect } from '../dialects/dialect.ts'
import type { SqlDriver } from '../drivers/sql-driver.ts'
import { describeStatement, type SqlStatement } from '../text/sql-statement.ts'
import { toFrontier } from './read-frontier.ts'

/** How far data reaches. */
export interface FoundFrontier {
  readonly frontier: AggregateAnswer['frontier']
  /** The statement that was run for it; null when it was known. */
  readonly statement: SqlStatement | null
}

/** Reads how far data reaches, and remembers it as long as the versions of its tables stay. */
export class Frontiers {
  readonly #engine: { readonly driver: SqlDriver; readonly dialect: SqlDialect }
  /** By the statement that read them, with the versions of the tables. */
  readonly #cache = new Map<
    string,
    { readonly version: string; readonly frontier: AggregateAnswer['frontier'] }
  >()
  /** The statements of which a table has no versions: they are not asked for again. */
  readonly #unversioned = new Set<string>()

  constructor(engine: { readonly driver: SqlDriver; readonly dialect: SqlDialect }) {
    this.#engine = engine
  }

  /** Reads the first and the last time of rows before any filter. */
  async read(rows: RowSet, time: TypedExpr, signal: AbortSignal): Promise<FoundFrontier> {
    const { driver, dialect } = this.#engine
    const statement = compileFrontier(rows, time, dialect)
    const question = describeStatement(statement)
    // Read before the rows: when a table changes in between, the older version is remembered and never matches again.
    const version = await this.#versionOf(question, frontierTables(rows, time))
    const cachedFrontier = this.#cache.get(question)
    if (cachedFrontier !== undefined && cachedFrontier.version === version) {
      return { frontier: cachedFrontier.frontier, statement: null }
    }
    const frontier = toFrontier(await driver.run(statement, { signal }))
    if (version !== null) this.#cache.set(question, { version, frontier })
    return { frontier, statement }
  }

  async #versionOf(
    question: string,
    tables: readonly (readonly string[])[],
  ): Promise<string | null> {
    const { driver } = this.#engine
    if (driver.versionOf === undefined || this.#unversioned.has(question)) return null
    const versions = await Promise.all(tables.map((table) => driver.versionOf!(table)))
    if (!versions.includes(null)) return JSON.stringify(versions)
    this.#unversioned.add(question)
    return null
  }
}
