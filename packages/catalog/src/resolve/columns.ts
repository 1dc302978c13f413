import { assertNever } from '@tributary/core'
import type { TypedReference, ValueType } from '@tributary/expression'
import type { ColumnDefinition, DatasetDefinition, OriginDataType } from '../definitions/dataset.ts'
import { aliasOf, type RelationPath } from './relations.ts'

/** The type of the expression language that a column of this type has. */
export function valueTypeOf(type: OriginDataType): ValueType {
  switch (type) {
    case 'INT':
    case 'BIGINT':
      return 'INT'
    case 'DECIMAL':
      return 'DECIMAL'
    case 'DOUBLE':
      return 'DOUBLE'
    case 'VARCHAR':
      return 'STRING'
    case 'BOOLEAN':
      return 'BOOLEAN'
    case 'DATE':
      return 'DATE'
    case 'DATETIME':
    case 'TIMESTAMP':
      return 'TIMESTAMP'
    default:
      return assertNever(type)
  }
}

/** The column type of an expression's value; text for the bare NULL. */
export function originDataTypeOf(type: ValueType): OriginDataType {
  switch (type) {
    case 'INT':
      return 'BIGINT'
    case 'STRING':
    case 'NULL':
    case 'UNKNOWN':
      return 'VARCHAR'
    case 'DECIMAL':
    case 'DOUBLE':
    case 'BOOLEAN':
    case 'DATE':
    case 'TIMESTAMP':
      return type
    default:
      return assertNever(type)
  }
}

/** The references to each column by the alias of its rows. */
const references = new WeakMap<ColumnDefinition, Map<string, TypedReference>>()

/** A column of the dataset at the end of `path` from `base`, by its name in the source; the same object each time. */
export function columnReference(
  base: DatasetDefinition,
  path: RelationPath,
  column: ColumnDefinition,
): TypedReference {
  const table = aliasOf(base, path)
  const known = references.get(column) ?? new Map<string, TypedReference>()
  let reference = known.get(table)
  if (reference === undefined) {
    const type = valueTypeOf(column.originDataType)
    reference = { kind: 'reference', type, table, name: column.sourceColumn }
    references.set(column, known.set(table, reference))
  }
  return reference
}
