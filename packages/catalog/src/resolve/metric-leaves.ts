import { compile, extractAggregates, type TypedExpr } from '@tributary/expression'
import type { AtomicMetric, CompositeMetric } from '../definitions/metric.ts'
import { allOf } from './all-of.ts'
import { datasetScope } from './dataset-scope.ts'
import { type Descent, type Inherited, nowOf, rowsOf } from './descent.ts'

/** A formula of aggregates over the rows of a dataset. */
export function aggregatesOf(
  descent: Descent,
  metric: CompositeMetric,
  datasetName: string,
  above: Inherited,
): TypedExpr {
  const { catalog, options } = descent
  const where = `metric ${metric.name}`
  const dataset = catalog.dataset(datasetName, `${where}, dataset`)
  const typed = compile(metric.expr, datasetScope(catalog, dataset), {
    path: `${where}, expr`,
    expect: 'NUMBER',
    level: 'metric',
    ...nowOf(options),
  })
  const inherited = rowsOf(descent, dataset, above)
  return extractAggregates(typed, ({ aggregate, argument, filter, fraction }) =>
    descent.leaves.add(metric.name, {
      aggregate,
      argument,
      ...inherited,
      filter: allOf([filter, inherited.filter]),
      ...(fraction === undefined ? {} : { fraction }),
    }),
  )
}

/** One aggregate over the rows of a dataset; a mean is two. */
export function leafOf(descent: Descent, metric: AtomicMetric, above: Inherited): TypedExpr {
  const { catalog, options, leaves } = descent
  const where = `metric ${metric.name}`
  const dataset = catalog.dataset(metric.dataset, `${where}, dataset`)
  const own = metric.filters.map((text, i) => ({ text, path: `${where}, filters[${i}]` }))
  const inherited = rowsOf(descent, dataset, { ...above, filters: [...own, ...above.filters] })
  const argument =
    metric.expr === null
      ? null
      : compile(metric.expr, datasetScope(catalog, dataset), {
          path: `${where}, expr`,
          ...expectedOf(metric),
          ...nowOf(options),
        })
  const name = above.label ?? metric.name
  const { aggregate } = metric
  switch (aggregate) {
    case 'AVG': {
      const left = leaves.add(name, { aggregate: 'SUM', argument, ...inherited })
      const right = leaves.add(`${name}_count`, { aggregate: 'COUNT', argument, ...inherited })
      return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left, right }
    }
    case 'MEDIAN':
    case 'PERCENTILE': {
      const fraction = aggregate === 'MEDIAN' ? 0.5 : (metric.fraction ?? 0.5)
      return leaves.add(name, { aggregate: 'PERCENTILE', fraction, argument, ...inherited })
    }
    default:
      return leaves.add(name, { aggregate, argument, ...inherited })
  }
}

function expectedOf(metric: AtomicMetric): { expect?: 'NUMBER' } {
  return metric.aggregate === 'COUNT' || metric.aggregate === 'COUNT_DISTINCT'
    ? {}
    : { expect: 'NUMBER' }
}
