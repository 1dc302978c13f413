import type { Leaf, NestedAggregate } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import type { CanonicalLeaf } from './canonical-request.ts'
import { inColumns, type Rewriting } from './rewriting.ts'

/** A leaf over a materialised table. */
export interface RewrittenLeaf {
  readonly leaf: Leaf
  /** A count that is now a sum: over no rows it is zero, where a sum has no value. */
  readonly isCount: boolean
}

/** The outer half of a leaf, per columns of the table. */
export function nestedInColumns(
  rewriting: Rewriting,
  { leaf, per }: CanonicalLeaf,
): { readonly nested?: NestedAggregate } {
  if (leaf.nested === undefined) return {}
  const columns = per.map((one): TypedExpr => inColumns(rewriting, one, `"${leaf.name}"`))
  return { nested: { ...leaf.nested, per: columns } }
}
