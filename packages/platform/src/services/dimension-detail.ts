import { METRIC_TIME } from '@tributary/catalog'
import type { Session } from '../session.ts'
import type { DimensionData } from './dimension-data.ts'
import { dimensionDataOf, METRIC_TIME_DATA } from './dimension-data-of.ts'

/** E17: one dimension, by name (or what stands for it), or strictly by code. Everybody may see `metric_time`. */
export function dimensionDetail(
  { access, catalog }: Session,
  name: string,
  by: 'NAME' | 'CODE' = 'NAME',
): DimensionData {
  if (by === 'NAME' && name === METRIC_TIME) return METRIC_TIME_DATA
  const dimension =
    by === 'CODE' ? catalog.dimensionByCode(name) : catalog.dimension(name, 'dimName')
  access.require('USE', { type: 'DIMENSION', name: dimension.name }, name)
  return dimensionDataOf(dimension)
}
