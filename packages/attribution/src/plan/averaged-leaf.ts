import type { Grain, TypedExpr } from '@tributary/expression'
import type { Leaf } from '../source.ts'

/**
 * A leaf as the mean per base period needs it. A SUM or COUNT is divided afterwards. A COUNT_DISTINCT is counted period by
 * period and added up, since the distinct values of a month are not those of its days; anything else is taken
 * period by period and averaged over the periods that have a value.
 */
export function averagedLeaf(
  leaf: Leaf,
  time: { readonly value: TypedExpr; readonly grain: Grain },
): Leaf {
  if (leaf.aggregate === 'SUM' || leaf.aggregate === 'COUNT') return leaf
  const aggregate = leaf.aggregate === 'COUNT_DISTINCT' ? 'SUM' : 'AVG'
  return { ...leaf, nested: { per: [periodOf(time)], aggregate } }
}

function periodOf({
  value,
  grain,
}: {
  readonly value: TypedExpr
  readonly grain: Grain
}): TypedExpr {
  const unit: TypedExpr = {
    kind: 'constant',
    type: 'STRING',
    constant: { type: 'STRING', value: grain },
  }
  return { kind: 'call', type: value.type, function: 'DateTrunc', args: [value, unit] }
}
