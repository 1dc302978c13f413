import { createHash } from 'node:crypto'

/** The schemas of a tenant in the store's database; two tenants never share one. */
export function schemasOf(tenant: string): { readonly tables: string; readonly records: string } {
  return { tables: `tributary_tables_${tenant}`, records: `tributary_records_${tenant}` }
}

/** PostgreSQL cuts longer names off without a word. */
const LONGEST = 63

/** A table's name as the database has it: one that is too long ends in a hash of the whole. */
export function physicalName(table: string): string {
  if (table.length <= LONGEST) return table
  const hash = createHash('sha256').update(table).digest('hex').slice(0, 16)
  return `${table.slice(0, LONGEST - 17)}_${hash}`
}
