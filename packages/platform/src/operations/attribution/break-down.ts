import { breakDown as breakDownMetric } from '@tributary/catalog/internal'
import type { BreakdownData, BreakdownRequest } from '@tributary/contract'
import { localTime } from '@tributary/expression/internal'
import type { Session } from '../../tenant/session.ts'

/** The metrics that a metric is computed from, as a tree, as far as the caller may see them. */
export function breakDown(
  { catalog, access, clock }: Session,
  request: BreakdownRequest,
): BreakdownData {
  const { root, expressions, metrics, temporary } = breakDownMetric(
    catalog,
    { text: request.metric, path: 'metric' },
    {
      now: localTime(clock.now(), catalog.workspace.timeZone),
      mayUse: (resource) => access.may('USE', resource),
    },
  )
  return {
    rootNode: root,
    metricTree: Object.fromEntries(expressions),
    metricTreeNodes: Object.fromEntries(metrics),
    metricDefinitions: Object.fromEntries(
      Array.from(temporary, ([key, { metric: refMetric, filters }]) => [
        key,
        { refMetric, filters },
      ]),
    ),
  }
}
