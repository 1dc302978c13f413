import type { DatasetDefinition } from '@tributary/catalog'
import { originDataTypeOf, sourceName, valueTypeOf } from '@tributary/catalog/internal'
import { nearNames } from '@tributary/core'
import type { ValueType } from '@tributary/expression'
import type { TableColumn } from '@tributary/sql'
import { sourceMismatchError } from '../model/errors.ts'

/** Throws `PLATFORM_SOURCE_MISMATCH` when a column of the dataset is not in its source. */
export function assertColumnsExist(
  { name, source, columns }: DatasetDefinition,
  found: readonly TableColumn[],
): void {
  const names = found.map((column) => column.name)
  const missing = columns.find(({ sourceColumn }) => !names.includes(sourceColumn))?.sourceColumn
  if (missing === undefined) return
  const [near] = nearNames(missing, names)
  const mend = near === undefined ? `It has ${names.join(', ')}.` : `Did you mean "${near}"?`
  throw sourceMismatchError(
    `Dataset "${name}" wants the column "${missing}", which ${sourceName(source)} does not have. ${mend}`,
    { dataset: name, column: missing, source: sourceName(source), found: names },
  )
}

/** The types of a source whose values can be read as a declared type without changing one. */
const READ_AS: Readonly<Partial<Record<ValueType, readonly ValueType[]>>> = {
  DECIMAL: ['INT', 'DECIMAL'],
  DOUBLE: ['INT', 'DECIMAL', 'DOUBLE'],
  TIMESTAMP: ['DATE', 'TIMESTAMP'],
}

/** Throws `PLATFORM_SOURCE_MISMATCH` when a column of the source is not what the dataset declares. */
export function assertColumnTypes(
  { name, source, columns }: DatasetDefinition,
  found: readonly TableColumn[],
): void {
  for (const { sourceColumn, originDataType } of columns) {
    const column = found.find((one) => one.name === sourceColumn)
    const declared = valueTypeOf(originDataType)
    const { type, valueType } = column ?? { type: 'nothing', valueType: null }
    if (valueType !== null && (READ_AS[declared] ?? [declared]).includes(valueType)) continue
    const mend =
      valueType === null
        ? 'Columns of this type cannot be used; leave it out.'
        : `Declare it as ${originDataTypeOf(valueType)}.`
    throw sourceMismatchError(
      `Dataset "${name}" declares the column "${sourceColumn}" as ${originDataType}, but in ${sourceName(source)} it is ${type}. ${mend}`,
      {
        dataset: name,
        column: sourceColumn,
        source: sourceName(source),
        declared: originDataType,
        type,
      },
    )
  }
}
