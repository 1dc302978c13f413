import type { Leaf } from '@tributary/attribution'
import type { CanonicalLeaf } from './canonical-request.ts'
import { mergedLeaf } from './merge-leaf.ts'
import { conditionInColumns, inColumns, type Rewriting } from './rewriting.ts'
import { nestedInColumns, type RewrittenLeaf } from './rewritten-leaf.ts'

/** A leaf over a table, of the same values; what stands against it goes to the reasons. */
export function rewriteLeaf(rewriting: Rewriting, asked: CanonicalLeaf): RewrittenLeaf {
  const { form } = rewriting.table.materialisation
  return form === 'DETAIL' ? detailLeaf(rewriting, asked) : mergedLeaf(rewriting, asked)
}

/** Over rows as they were it is the same aggregate of columns. */
function detailLeaf(rewriting: Rewriting, asked: CanonicalLeaf): RewrittenLeaf {
  const use = `"${asked.leaf.name}"`
  const leaf: Leaf = {
    ...asked.leaf,
    argument: asked.argument && inColumns(rewriting, asked.argument, use),
    filter: conditionInColumns(rewriting, asked.filter, use),
    ...nestedInColumns(rewriting, asked),
  }
  return { leaf, isCount: false }
}
