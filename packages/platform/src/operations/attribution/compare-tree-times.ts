import type { TreeComparisonData, TreeTimeComparisonRequest } from '@tributary/contract'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { compareTree } from './compare-tree.ts'
import { timeSides } from './comparison-sides.ts'

/** Explains the difference of a metric between two time ranges along a tree of metrics. */
export async function compareTreeTimes(
  session: Session,
  request: TreeTimeComparisonRequest,
  options: CallOptions = {},
): Promise<TreeComparisonData> {
  const sides = () => timeSides(session, request.attribution)
  return compareTree(session, request, { ...options, sides })
}
