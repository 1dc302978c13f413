import { type LoadedTable, loadColumns, type Materialisation } from '@tributary/attribution'
import type { MaterialTables } from './material-tables.ts'
import { resultColumn } from './result-columns.ts'
import { storedColumns } from './stored-columns.ts'

/**
 * Brings a materialised table into memory, sorted by its partitions. One statement reads it, and so one state of it;
 * whoever asks holds it against the state that he knows. Throws like `loadColumns` when it takes more than `maxBytes`.
 */
export async function loadMaterialised(
  { table, partition, ...materialisation }: Materialisation,
  {
    tables,
    maxBytes,
  }: { readonly tables: Pick<MaterialTables, 'read'>; readonly maxBytes: number },
): Promise<LoadedTable> {
  const columns = storedColumns({ table, partition, ...materialisation })
  const names = columns.map(({ name }) => name)
  const result = await tables.read(table, names)
  const data = columns.map(({ name, type }, i) => [name, resultColumn(result.columns[i]!, type)])
  const time = partition === null ? {} : { time: partition.column }
  return loadColumns(Object.fromEntries(data), { name: table.join('.'), maxBytes, ...time })
}
