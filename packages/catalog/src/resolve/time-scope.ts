import type { Scope } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { METRIC_TIME } from '../definitions/metric-time.ts'
import { datasetScope } from './dataset-scope.ts'
import { splitGrain } from './grain-suffix.ts'

/** The one name that a time constraint may use: `metric_time`. Every other is `misplaced`, or unknown. */
export function timeScope(catalog: Catalog, dataset: DatasetDefinition): Scope {
  const rows = datasetScope(catalog, dataset)
  return {
    resolve(name) {
      if (name.kind === 'field' && splitGrain(name.name).name === METRIC_TIME) {
        return rows.resolve(name)
      }
      const found =
        name.kind === 'field' ? `[${name.name}]` : `['${name.dataset}'/'${name.column}']`
      return {
        problem: {
          kind: 'misplaced',
          message: `A time constraint may name only [${METRIC_TIME}], found ${found}; conditions on other names belong in filters`,
        },
      }
    },
    names: () => [METRIC_TIME],
  }
}
