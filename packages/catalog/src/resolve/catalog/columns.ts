import type { TypedReference, ValueType } from '@tributary/expression'
import type {
  ColumnDefinition,
  DatasetDefinition,
  OriginDataType,
} from '../../definitions/dataset.ts'
import { type RelationPath, toPathAlias } from './relations.ts'

const VALUE_TYPES: Readonly<Record<OriginDataType, ValueType>> = {
  INT: 'INT',
  BIGINT: 'INT',
  DECIMAL: 'DECIMAL',
  DOUBLE: 'DOUBLE',
  VARCHAR: 'STRING',
  BOOLEAN: 'BOOLEAN',
  DATE: 'DATE',
  DATETIME: 'TIMESTAMP',
  TIMESTAMP: 'TIMESTAMP',
}

/** The type of the expression language that a column of this type has. */
export function toValueType(type: OriginDataType): ValueType {
  return VALUE_TYPES[type]
}

/** The column type of an expression's value; text for the bare NULL. */
export function toOriginDataType(type: ValueType): OriginDataType {
  if (type === 'INT') return 'BIGINT'
  return type === 'STRING' || type === 'NULL' || type === 'UNKNOWN' ? 'VARCHAR' : type
}

/** The references to each column by the alias of its rows. */
const references = new WeakMap<ColumnDefinition, Map<string, TypedReference>>()

/** A column of the dataset at the end of `path` from `base`, by its name in the source; the same object each time. */
export function columnReference(
  base: DatasetDefinition,
  path: RelationPath,
  column: ColumnDefinition,
): TypedReference {
  const table = toPathAlias(base, path)
  const referencesByAlias = references.get(column) ?? new Map<string, TypedReference>()
  let reference = referencesByAlias.get(table)
  if (reference === undefined) {
    const type = toValueType(column.originDataType)
    reference = { kind: 'reference', type, table, name: column.sourceColumn }
    references.set(column, referencesByAlias.set(table, reference))
  }
  return reference
}
