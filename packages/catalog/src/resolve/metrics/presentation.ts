import type { MetricDefinition, MetricFormat } from '../../definitions/metric.ts'

/** How people read the values of a metric. */
export interface Presentation {
  readonly unit: string | null
  readonly format: MetricFormat | null
}

/**
 * The unit and format of a metric; those of its base for a DERIVED metric that has neither.
 * @example
 * ```ts
 * import { parseWorkspace, findPresentation } from '@tributary/platform/catalog'
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
 * findPresentation(workspace!.metrics, workspace!.metrics[1]!) // => { unit: 'EUR', format: 'MONEY' }
 * ```
 */
export function findPresentation(
  metrics: readonly MetricDefinition[],
  metric: MetricDefinition,
): Presentation {
  let currentMetric: MetricDefinition | undefined = metric
  while (currentMetric !== undefined) {
    const { unit = null, format = null } = currentMetric
    if (unit !== null || format !== null || currentMetric.type !== 'DERIVED')
      return { unit, format }
    const base: string = currentMetric.metric
    currentMetric = metrics.find(({ name, code, displayName }) =>
      [name, code, displayName].includes(base),
    )
  }
  return { unit: null, format: null }
}
