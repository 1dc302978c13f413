import { join } from 'node:path'

/** The file of a tenant's tables beside the embedded store in `folder`; `:memory:` beside one in memory. */
export function tablesPath(folder: string | undefined, tenant: string): string {
  if (folder === undefined) return ':memory:'
  // Some file systems take upper and lower case for the same.
  const name = tenant.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`)
  return join(folder, 'tributary.sqlite.tables', `${name}.duckdb`)
}
