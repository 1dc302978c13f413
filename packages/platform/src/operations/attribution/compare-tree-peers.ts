import type { TreeComparisonData, TreePeerComparisonRequest } from '@tributary/contract'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { compareTree } from './compare-tree.ts'
import { peerSides } from './comparison-sides.ts'

/** Explains the difference of a metric between two comparison objects along a tree of metrics. */
export async function compareTreePeers(
  session: Session,
  request: TreePeerComparisonRequest,
  options: CallOptions = {},
): Promise<TreeComparisonData> {
  const sides = () => peerSides(session, request.attribution)
  return compareTree(session, request, { ...options, sides })
}
