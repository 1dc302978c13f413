import type { Workspace } from '@tributary/catalog'
import { type ExportFinding, exportOssie } from './export-ossie.ts'

/** The formats that are written. */
export type ExportFormat = 'ossie'

/** Every format that is written. */
export const EXPORT_FORMATS: readonly ExportFormat[] = ['ossie']

/** Options of {@link exportDefinitions}. */
export interface ExportDefinitionsOptions {
  readonly workspace: Workspace
  readonly to: ExportFormat
}

/** Definitions in a format of another tool. */
export interface ExportedDefinitions {
  /** The content of the file. */
  readonly text: string
  /** What is not in the file, and what an import of it has otherwise. */
  readonly findings: readonly ExportFinding[]
  /** What the file has. */
  readonly counts: {
    readonly datasets: number
    readonly dimensions: number
    readonly metrics: number
  }
}

/**
 * Writes the definitions of a workspace as a file of another tool: an Ossie model. A metric is a SQL text, which is read
 * again before it is given: what would be read as something else is left out, with the reason. What the format cannot say
 * stands beside the text as an extension, which {@link importDefinitions} believes while the text is unchanged. Accounts,
 * rights, plans and paths of files are never written.
 * @example
 * ```ts
 * import { parseWorkspace } from '@tributary/catalog'
 * import { exportDefinitions } from '@tributary/definitions'
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
}: ExportDefinitionsOptions): Promise<ExportedDefinitions> {
  return exportOssie(workspace)
}
