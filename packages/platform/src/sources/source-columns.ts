import type { DatasetDefinition } from '@tributary/catalog'
import { sourceName, toOriginDataType, toValueType } from '@tributary/catalog/internal'
import { nearNames } from '@tributary/core'
import type { ValueType } from '@tributary/expression'
import type { TableColumn } from '@tributary/sql'
import { type PlatformError, sourceMismatchError } from '../model/errors.ts'

/** Throws `PLATFORM_SOURCE_MISMATCH` for the first column of the dataset that is not in its source. */
export function assertColumnsExist(
  dataset: DatasetDefinition,
  tableColumns: readonly TableColumn[],
): void {
  const names = tableColumns.map(({ name }) => name)
  for (const error of findMissingColumns(dataset, names)) throw error
}

/** An error for each column of the dataset that its source, which has the columns `found`, does not have. */
export function findMissingColumns(
  { name, source, columns }: DatasetDefinition,
  sourceColumns: readonly string[],
): readonly PlatformError[] {
  const missing = columns.filter(({ sourceColumn }) => !sourceColumns.includes(sourceColumn))
  return missing.map(({ sourceColumn }) => {
    const [near] = nearNames(sourceColumn, sourceColumns)
    const mend =
      near === undefined ? `It has ${sourceColumns.join(', ')}.` : `Did you mean "${near}"?`
    return sourceMismatchError(
      `Dataset "${name}" wants the column "${sourceColumn}", which ${sourceName(source)} does not have. ${mend}`,
      { dataset: name, column: sourceColumn, source: sourceName(source), found: sourceColumns },
    )
  })
}

/** The types of a source whose values can be read as a declared type without changing one. */
const READ_AS: Readonly<Partial<Record<ValueType, readonly ValueType[]>>> = {
  DECIMAL: ['INT', 'DECIMAL'],
  DOUBLE: ['INT', 'DECIMAL', 'DOUBLE'],
  TIMESTAMP: ['DATE', 'TIMESTAMP'],
}

/** Throws `PLATFORM_SOURCE_MISMATCH` for the first column of the source that is not what the dataset declares. */
export function assertColumnTypes(
  dataset: DatasetDefinition,
  tableColumns: readonly TableColumn[],
): void {
  for (const error of findMistypedColumns(dataset, tableColumns)) throw error
}

/** An error for each column of the source that is not what the dataset declares. */
export function findMistypedColumns(
  dataset: DatasetDefinition,
  tableColumns: readonly TableColumn[],
): readonly PlatformError[] {
  return dataset.columns.flatMap((column) => {
    const actual = tableColumns.find(({ name }) => name === column.sourceColumn)
    return actual === undefined || isReadAs(column, actual)
      ? []
      : createMistypedError(dataset, column, actual)
  })
}

type Column = DatasetDefinition['columns'][number]

function isReadAs({ originDataType }: Column, { valueType }: TableColumn): boolean {
  const declared = toValueType(originDataType)
  return valueType !== null && (READ_AS[declared] ?? [declared]).includes(valueType)
}

function createMistypedError(
  { name, source }: DatasetDefinition,
  { sourceColumn, originDataType }: Column,
  { type, valueType }: TableColumn,
): PlatformError {
  const mend =
    valueType === null
      ? 'Columns of this type cannot be used; leave it out.'
      : `Declare it as ${toOriginDataType(valueType)}.`
  const at = sourceName(source)
  return sourceMismatchError(
    `Dataset "${name}" declares the column "${sourceColumn}" as ${originDataType}, but in ${at} it is ${type}. ${mend}`,
    { dataset: name, column: sourceColumn, source: at, declared: originDataType, type },
  )
}
