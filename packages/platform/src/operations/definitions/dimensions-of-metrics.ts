import { dimensionsOfMetric } from '@tributary/catalog'
import type { DimensionsOfMetricsData, RequestOf } from '@tributary/contract'
import type { Session } from '../../tenant/session.ts'
import { toDimensionData, toMetricTimeData } from './dimension-data.ts'

/**
 * Under each metric name of the request, the dimensions that the metric can be analysed by and that the caller may use,
 * `metric_time` first.
 */
export function dimensionsOfMetrics(
  { catalog }: Session,
  { metricNames }: RequestOf<'dimensionsOfMetrics'>,
): DimensionsOfMetricsData {
  // A map from entries keeps a metric called `__proto__` an ordinary key.
  return Object.fromEntries(
    metricNames.map((name) => [
      name,
      dimensionsOfMetric(catalog, name, 'metricNames').map((available) =>
        available.kind === 'metric_time'
          ? toMetricTimeData(catalog)
          : toDimensionData(catalog, available.dimension),
      ),
    ]),
  )
}
