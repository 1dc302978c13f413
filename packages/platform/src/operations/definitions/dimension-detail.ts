import { METRIC_TIME } from '@tributary/catalog'
import type { DimensionData, RequestOf } from '@tributary/contract'
import type { Session } from '../../tenant/session.ts'
import { toDimensionData, toMetricTimeData } from './dimension-data.ts'

/**
 * One dimension: by its name, code or display name or, with `queryBy`, strictly by its code. Every caller may see
 * `metric_time`.
 */
export function dimensionDetail(
  { catalog }: Session,
  { dimName, queryBy }: RequestOf<'dimensionDetail'>,
): DimensionData {
  const metricTime = toMetricTimeData(catalog)
  if (queryBy === undefined) {
    if (dimName === METRIC_TIME) return metricTime
    return toDimensionData(catalog, catalog.dimension(dimName, 'dimName'))
  }
  if (dimName === metricTime.dimCode) return metricTime
  return toDimensionData(catalog, catalog.dimensionByCode(dimName))
}
