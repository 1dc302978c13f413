import { aggregateType, type Materialisation } from '@tributary/attribution'
import type { ValueType } from '@tributary/expression'

/** A column of a materialised table. */
export interface StoredColumn {
  readonly name: string
  readonly type: ValueType
}

/** The columns of a materialised table and what they hold, each once. */
export function storedColumns({
  dimensions,
  partition,
  leaves,
  rowCount,
}: Materialisation): readonly StoredColumn[] {
  const types = new Map<string, ValueType>()
  const add = (name: string | null, type: ValueType | undefined): void => {
    if (name !== null && type !== undefined) types.set(name, type)
  }
  for (const { column, value } of dimensions) add(column, value.type)
  if (partition !== null) add(partition.column, partition.value.type)
  add(rowCount, 'INT')
  for (const { leaf, column, argument, filter } of leaves) {
    add(column, aggregateType(leaf.aggregate, leaf.argument?.type ?? 'INT'))
    add(argument, leaf.argument?.type)
    add(filter, 'BOOLEAN')
  }
  return Array.from(types, ([name, type]) => ({ name, type }))
}
