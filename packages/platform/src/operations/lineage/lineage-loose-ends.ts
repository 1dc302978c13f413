import type { LooseEndsData } from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import { unsourcedInSlices, unusedInSlices } from '@tributary/lineage/internal'
import { askLineage, countHidden } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'

/** The assets that feed no metric and no view, and the assets that no file or table feeds. */
export async function lineageLooseEnds(
  session: Session,
  _request: null,
  { signal }: CallOptions = {},
): Promise<LooseEndsData> {
  return askLineage(session.visibleLineage, findLooseEnds, signal)
}

function* findLooseEnds(lineage: CallerLineage): SlicedWork<LooseEndsData> {
  const unused = yield* unusedInSlices(lineage)
  const unsourced = yield* unsourcedInSlices(lineage)
  return { unused, unsourced, hidden: yield* countHidden(lineage, unused, unsourced) }
}
