import { dimensionsOfMetric } from '@tributary/catalog'
import type { Session } from '../session.ts'
import type { DimensionsOfMetricsData } from './dimension-data.ts'
import { dimensionDataOf, METRIC_TIME_DATA } from './dimension-data-of.ts'

/** E18: under each metric name as asked, the dimensions it can be analysed by, `metric_time` first, as far as the caller may use them. */
export function dimensionsOfMetrics(
  { access, catalog }: Session,
  metricNames: readonly string[],
): DimensionsOfMetricsData {
  // A map from entries keeps a metric called `__proto__` an ordinary key.
  return Object.fromEntries(
    metricNames.map((name) => {
      const metric = catalog.metric(name, 'metricNames')
      access.require('USE', { type: 'METRIC', name: metric.name }, name)
      const available = dimensionsOfMetric(catalog, name, 'metricNames')
      return [
        name,
        available.map((one) =>
          one.kind === 'metric_time' ? METRIC_TIME_DATA : dimensionDataOf(one.dimension),
        ),
      ]
    }),
  )
}
