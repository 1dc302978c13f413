import type { RowSet } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import { identityOf } from '../resolve/identity-of.ts'
import { canonicalForm } from './canonical-form.ts'

/** Brings an expression about the rows of one row set to its canonical form. */
export type Canonical = (typed: TypedExpr) => TypedExpr

/**
 * The canonical form of expressions about a row set. An alias is replaced by the way from the base to its table,
 * so that two row sets over one base may call their lookups as they like: what is the same has the same form.
 */
export function canonicalRows({ base, lookups }: RowSet): Canonical {
  const paths = new Map([[base.alias, '']])
  const canonical: Canonical = (typed) =>
    canonicalForm(typed, (alias) => paths.get(alias) ?? unknownAlias(alias))
  for (const { alias, table, on } of lookups) {
    const keys = on.map(({ left, right }) => {
      if (right.kind !== 'reference' || right.table !== alias) return [canonical(left), right]
      return [canonical(left), right.name]
    })
    paths.set(alias, identityOf([table, keys.map(identityOf).sort()]))
  }
  return canonical
}

/** An alias that the row set does not have: nothing else has the same path. */
function unknownAlias(alias: string): string {
  return `?${alias}`
}
