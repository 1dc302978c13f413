import type { TypedExpr } from '@tributary/expression'
import { raw, type SqlText, sqlText } from '../text/sql-text.ts'

/** Collects the expressions that a subquery computes for each row, each once and under a short name. */
export class RowColumns {
  readonly #names = new Map<string, string>()
  readonly #texts: SqlText[] = []

  /** The name of the column of an expression, the prefix and a number; `compile` writes the SQL of a new one. */
  add(prefix: string, typed: TypedExpr, compile: (typed: TypedExpr) => SqlText): string {
    const identity = `${prefix} ${JSON.stringify(typed, plain)}`
    let name = this.#names.get(identity)
    if (name === undefined) {
      name = `${prefix}${this.named(prefix).length}`
      this.#names.set(identity, name)
      this.#texts.push(sqlText`${compile(typed)}${raw(` AS ${name}`)}`)
    }
    return name
  }

  /** The names that begin with the prefix, in the order in which they were added. */
  named(prefix: string): readonly string[] {
    return [...this.#names.values()].filter((name) => name.startsWith(prefix))
  }

  /** The columns as `expression AS name`, in the order in which they were added. */
  get texts(): readonly SqlText[] {
    return this.#texts
  }
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
