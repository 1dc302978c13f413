import type { Workspace } from '@tributary/catalog'
import { exportDbt } from './dbt/export-dbt.ts'
import type { ExportedDefinitions } from './exporter/exporter.ts'
import { exportOssie } from './ossie/export-ossie.ts'

/** The formats that are written. */
export type ExportFormat = 'ossie' | 'dbt'

/** Every format that is written. */
export const EXPORT_FORMATS: readonly ExportFormat[] = ['ossie', 'dbt']

/** Options of {@link exportDefinitions}. */
export interface ExportDefinitionsOptions {
  readonly workspace: Workspace
  readonly to: ExportFormat
}

/**
 * Writes the definitions of a workspace as a file of another tool: an Ossie model, or semantic models and metrics of
 * dbt. What is written is read again before it is given: what would be read as something else is left out, with the reason. What the format cannot say
 * stands beside the text as an extension, which {@link importDefinitions} believes while the text is unchanged. Accounts,
 * rights, plans and paths of files are never written.
 * @example
 * ```ts
 * import { parseWorkspace } from '@tributary/platform/catalog'
 * import { exportDefinitions } from '@tributary/platform/definitions'
 * const text = `
 * tenant: shop
 * accounts: [{ account: ann, role: OWNER }]
 * datasources: [{ name: files, type: FILES, root: /data }]
 * datasets:
 *   - name: orders
 *     source: { datasource: files, file: orders.csv }
 *     columns: [{ name: amount, type: DOUBLE }]
 * metrics:
 *   - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: "[amount]" }
 * `
 * const { workspace } = parseWorkspace([{ file: 'shop.yaml', text }])
 * const { text: ossie } = await exportDefinitions({ workspace: workspace!, to: 'ossie' })
 * ossie.includes('expression: SUM(orders.amount)') // => true
 * ```
 */
export async function exportDefinitions({
  workspace,
  to,
}: ExportDefinitionsOptions): Promise<ExportedDefinitions> {
  return to === 'ossie' ? exportOssie(workspace) : exportDbt(workspace)
}
