import {
  type ColumnData,
  type LoadedTable,
  loadColumns,
  type NumberUnits,
} from '@tributary/attribution'
import { aggregateType, type Materialisation } from '@tributary/attribution/internal'
import { assertNever } from '@tributary/core'
import type { ValueType } from '@tributary/expression'
import type { SqlColumn } from '@tributary/sql'
import type { MaterialTables } from '../material-tables.ts'

/**
 * Loads a materialised table into memory, sorted by its partitions. One statement reads it, so the rows are of one state;
 * the caller compares it with the recorded state. Throws like `loadColumns` when it takes more than `maxBytes`.
 */
export async function loadMaterialisedTable(
  { table, partition, ...materialisation }: Materialisation,
  {
    tables,
    maxBytes,
  }: { readonly tables: Pick<MaterialTables, 'read'>; readonly maxBytes: number },
): Promise<LoadedTable> {
  const columns = listStoredColumns({ table, partition, ...materialisation })
  const names = columns.map(({ name }) => name)
  const result = await tables.read(table, names)
  const data = columns.map(({ name, type }, i) => [name, toColumnData(result.columns[i]!, type)])
  const time = partition === null ? {} : { time: partition.column }
  return loadColumns(Object.fromEntries(data), { name: table.join('.'), maxBytes, ...time })
}

/** A column of a materialised table. */
interface StoredColumn {
  readonly name: string
  readonly type: ValueType
}

/** The columns of a materialised table and what they hold, each once. */
function listStoredColumns({
  dimensions,
  partition,
  measures,
  rowCount,
}: Materialisation): readonly StoredColumn[] {
  const types = new Map<string, ValueType>()
  const add = (name: string | null, type: ValueType | undefined): void => {
    if (name !== null && type !== undefined) types.set(name, type)
  }
  for (const { column, value } of dimensions) add(column, value.type)
  if (partition !== null) add(partition.column, partition.value.type)
  add(rowCount, 'INT')
  for (const { measure, column, argument, filter } of measures) {
    add(column, aggregateType(measure.aggregate, measure.argument?.type ?? 'INT'))
    add(argument, measure.argument?.type)
    add(filter, 'BOOLEAN')
  }
  return Array.from(types, ([name, type]) => ({ name, type }))
}

/** A column of a result as a column for memory. A whole number is a DECIMAL where its table says so. */
function toColumnData(column: SqlColumn, type: ValueType): ColumnData {
  switch (column.kind) {
    case 'text':
      return toTextCodes(column.values)
    case 'boolean':
      return column.values
    case 'double':
      return { kind: 'numbers', type: 'DOUBLE', values: column.values }
    case 'exact':
      return toNumberUnits(column, type === 'DECIMAL' || column.scale > 0 ? 'DECIMAL' : 'INT')
    case 'date': {
      const values = Float64Array.from(column.values, (day) => day ?? Number.NaN)
      return { kind: 'numbers', type: 'DATE', values }
    }
    case 'timestamp':
      return { kind: 'numbers', type: 'TIMESTAMP', values: column.values }
    default:
      return assertNever(column)
  }
}

function toNumberUnits(
  { scale, units }: Extract<SqlColumn, { readonly kind: 'exact' }>,
  type: 'INT' | 'DECIMAL',
): NumberUnits {
  return { kind: 'numbers', type, scale, values: units }
}

function toTextCodes(values: readonly (string | null)[]): ColumnData {
  const codes = new Map<string | null, number>()
  const coded = Uint32Array.from(values, (value) => {
    const cachedCode = codes.get(value)
    if (cachedCode !== undefined) return cachedCode
    codes.set(value, codes.size)
    return codes.size - 1
  })
  return { kind: 'texts', codes: coded, dictionary: [...codes.keys()] }
}
