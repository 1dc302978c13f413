import type { TypedExpr } from '@tributary/expression'
import { listTypedChildren } from '@tributary/expression/internal'

/** A text that is equal for equal expressions; sums and products are equal in either order. */
export function treeKey(typed: TypedExpr): string {
  switch (typed.kind) {
    case 'reference':
      return JSON.stringify([typed.table, typed.name])
    case 'constant':
      return `${typed.constant.type} ${JSON.stringify(String(typed.constant.value))}`
    default: {
      const keys = listTypedChildren(typed).map(treeKey)
      const name = 'op' in typed ? typed.op : typed.kind === 'call' ? typed.function : typed.kind
      if (name === '+' || name === '*') keys.sort()
      return `${name}(${keys.join()})`
    }
  }
}
