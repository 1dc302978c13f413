import { compile, type TypedExpr } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { DimensionDefinition } from '../definitions/dimension.ts'
import { columnReference } from './column-reference.ts'
import { columnScope } from './column-scope.ts'
import { endOf, type RelationPath } from './relation-path.ts'

/**
 * The value that a dimension has for a row of `base`, `path` leading to the dataset of the value. Throws
 * an `ExpressionError` when the dimension's expression is wrong, which a checked workspace has not.
 */
export function dimensionValue(
  catalog: Catalog,
  base: DatasetDefinition,
  path: RelationPath,
  dimension: DimensionDefinition,
): TypedExpr {
  const value = dimension.value
  if (value.type === 'CUSTOM') {
    return compile(value.expr, columnScope(catalog, base, path), {
      path: `dimension ${dimension.name}`,
    })
  }
  const dataset = endOf(catalog.datasets, base, path)
  const column = dataset?.columns.find((one) => one.name === value.column)
  if (column === undefined) {
    throw new TypeError(`The dimension "${dimension.name}" stands on a missing column`)
  }
  return columnReference(base, path, column)
}
