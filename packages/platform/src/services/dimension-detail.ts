import { METRIC_TIME } from '@tributary/catalog'
import type { Tenant } from '../tenant.ts'
import type { DimensionData } from './dimension-data.ts'
import { dimensionDataOf, METRIC_TIME_DATA } from './dimension-data-of.ts'

/** E17: one dimension, by name (or what stands for it), or strictly by code. */
export function dimensionDetail(
  { catalog }: Tenant,
  name: string,
  by: 'NAME' | 'CODE' = 'NAME',
): DimensionData {
  if (by === 'CODE') return dimensionDataOf(catalog.dimensionByCode(name))
  if (name === METRIC_TIME) return METRIC_TIME_DATA
  return dimensionDataOf(catalog.dimension(name, 'dimName'))
}
