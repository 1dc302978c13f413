import type { Scope, TypedExpr } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import type { MetricDefinition } from '../definitions/metric.ts'

/** The names that a COMPOSITE metric's formula may use: metrics, each standing for what `formulaOf` gives. */
export function metricScope(
  catalog: Catalog,
  formulaOf: (metric: MetricDefinition) => TypedExpr,
): Scope {
  return {
    resolve(name) {
      if (name.kind === 'column') {
        return misplaced(`['${name.dataset}'/'${name.column}'] is a column`)
      }
      const fits = catalog.metrics.find(name.name)
      const metric = fits[0]
      if (metric === undefined) {
        return catalog.dimensions.find(name.name).length > 0
          ? misplaced(`"${name.name}" is a dimension`)
          : { problem: { kind: 'unknown' } }
      }
      if (fits.length > 1) {
        const names = fits.map((one) => `"${one.name}"`).join(' and ')
        return {
          problem: { kind: 'ambiguous', message: `"${name.name}" fits the metrics ${names}` },
        }
      }
      return { found: formulaOf(metric) }
    },
    names: () => catalog.metrics.names(),
  }
}

function misplaced(what: string): ReturnType<Scope['resolve']> {
  return {
    problem: {
      kind: 'misplaced',
      message: `${what}; the formula of a COMPOSITE metric works on metrics`,
    },
  }
}
