import type { TypedExpr } from '@tributary/expression'
import { raw, type SqlText, sqlText } from '../text/sql-text.ts'

/** Collects the expressions that a subquery computes for each row, each once and under a short name. */
export class RowColumns {
  readonly #names = new Map<string, string>()
  readonly #namesByPrefix = new Map<string, string[]>()
  readonly #texts: SqlText[] = []

  /** The name of the column of an expression, the prefix and a number; `compile` writes the SQL of a new one. */
  add(prefix: string, typed: TypedExpr, compile: (typed: TypedExpr) => SqlText): string {
    const identity = `${prefix} ${getTypedIdentity(typed)}`
    let name = this.#names.get(identity)
    if (name === undefined) {
      const siblingNames = this.#namesByPrefix.get(prefix) ?? []
      name = `${prefix}${siblingNames.length}`
      siblingNames.push(name)
      this.#namesByPrefix.set(prefix, siblingNames)
      this.#names.set(identity, name)
      this.#texts.push(sqlText`${compile(typed)}${raw(` AS ${name}`)}`)
    }
    return name
  }

  /** The names with the prefix, in the order in which they were added. */
  named(prefix: string): readonly string[] {
    return this.#namesByPrefix.get(prefix) ?? []
  }

  /** The columns as `expression AS name`, in the order in which they were added. */
  get texts(): readonly SqlText[] {
    return this.#texts
  }
}

/** Definitions are one object in many requests. */
const identities = new WeakMap<TypedExpr, string>()

/** A text that is equal for two expressions exactly when they are. */
export function getTypedIdentity(typed: TypedExpr): string {
  let identity = identities.get(typed)
  if (identity === undefined) {
    identity = JSON.stringify(typed, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    identities.set(typed, identity)
  }
  return identity
}
