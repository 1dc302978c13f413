import type { TypedReference } from '@tributary/expression'
import type { ColumnDefinition, DatasetDefinition } from '../definitions/dataset.ts'
import { valueTypeOf } from './column-types.ts'
import { aliasOf, type RelationPath } from './relation-path.ts'

/** A column of the dataset at the end of `path` from `base`, by its name in the source. */
export function columnReference(
  base: DatasetDefinition,
  path: RelationPath,
  column: ColumnDefinition,
): TypedReference {
  return {
    kind: 'reference',
    type: valueTypeOf(column.originDataType),
    table: aliasOf(base, path),
    name: column.sourceColumn,
  }
}
