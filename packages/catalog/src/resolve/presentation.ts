import type { MetricDefinition, MetricFormat } from '../definitions/metric.ts'

/** How people read the values of a metric. */
export interface Presentation {
  readonly unit: string | null
  readonly format: MetricFormat | null
}

/**
 * The unit and format of a metric; those of its base for a DERIVED metric that has neither.
 * @example
 * ```ts
 * import { parseWorkspace, presentationOf } from '@tributary/catalog'
 * const { workspace } = parseWorkspace([
 *   {
 *     file: 'shop.yaml',
 *     text: `
 * tenant: shop
 * datasources: [{ name: files, type: FILES, root: . }]
 * datasets:
 *   - name: orders
 *     source: { datasource: files, file: orders.csv }
 *     columns: [{ name: amount, type: DOUBLE }]
 * metrics:
 *   - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]', unit: EUR, format: MONEY }
 *   - { name: large, type: DERIVED, metric: revenue, filters: ['[amount] > 100'] }`,
 *   },
 * ])
 * presentationOf(workspace!.metrics, workspace!.metrics[1]!) // => { unit: 'EUR', format: 'MONEY' }
 * ```
 */
export function presentationOf(
  metrics: readonly MetricDefinition[],
  metric: MetricDefinition,
): Presentation {
  let one: MetricDefinition | undefined = metric
  while (one !== undefined) {
    const { unit = null, format = null } = one
    if (unit !== null || format !== null || one.type !== 'DERIVED') return { unit, format }
    const base: string = one.metric
    one = metrics.find(({ name, code, displayName }) => [name, code, displayName].includes(base))
  }
  return { unit: null, format: null }
}
