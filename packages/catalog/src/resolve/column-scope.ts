import type { Scope } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { METRIC_TIME } from '../definitions/metric-time.ts'
import { columnReference } from './column-reference.ts'
import { columnIn } from './meaning.ts'
import { endOf, type RelationPath } from './relation-path.ts'

/**
 * The names that a dimension's expression may use: the columns of the dataset at the end of `path`, and
 * through `['dataset'/'column']` of every dataset that its rows lead to. References start at `base`.
 */
export function columnScope(catalog: Catalog, base: DatasetDefinition, path: RelationPath): Scope {
  const dataset = endOf(catalog.datasets, base, path)
  if (dataset === undefined)
    return { resolve: () => ({ problem: { kind: 'unknown' } }), names: () => [] }
  return {
    resolve(name) {
      const meaning = columnIn(catalog, dataset, name)
      if (meaning.kind === 'column') {
        return { found: columnReference(base, [...path, ...meaning.path], meaning.column) }
      }
      if (meaning.problem.kind === 'unknown' && name.kind === 'field') {
        const other =
          name.name === METRIC_TIME ? METRIC_TIME : catalog.dimensions.byName(name.name)?.name
        if (other !== undefined) {
          return {
            problem: {
              kind: 'misplaced',
              message: `"${other}" is a dimension; a dimension's expression works on columns of the dataset "${dataset.name}"`,
            },
          }
        }
      }
      return meaning
    },
    names: () => dataset.columns.map((column) => column.name),
  }
}
