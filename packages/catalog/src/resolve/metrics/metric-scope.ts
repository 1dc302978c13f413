import type { Scope, TypedExpr } from '@tributary/expression'
import type { MetricDefinition } from '../../definitions/metric.ts'
import type { Catalog } from '../catalog/catalog.ts'

/** Gives the formulas that replace the metrics of a formula. */
export interface MetricFormulas {
  formulaOf(metric: MetricDefinition): TypedExpr
  /** The formula of a temporary metric; null when there is none of that name. */
  temporary(name: string): TypedExpr | null
}

/**
 * The scope of a COMPOSITE metric's formula, or of another expression that names nothing but metrics: metrics, each replaced
 * by its own formula; temporary metrics take precedence.
 */
export function createMetricScope(
  catalog: Catalog,
  formulas: MetricFormulas,
  what = 'the formula of a COMPOSITE metric',
): Scope {
  const misplaced = (explanation: string): ReturnType<Scope['resolve']> => {
    return {
      problem: { kind: 'misplaced', message: `${explanation}; ${what} can use only metrics` },
    }
  }
  return {
    resolve(name) {
      const temporary = name.kind === 'field' ? formulas.temporary(name.name) : null
      if (temporary !== null) return { found: temporary }
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
        const names = fits.map((candidate) => `"${candidate.name}"`).join(' and ')
        return {
          problem: { kind: 'ambiguous', message: `"${name.name}" fits the metrics ${names}` },
        }
      }
      return { found: formulas.formulaOf(metric) }
    },
    names: () => catalog.metrics.names(),
    calendar: catalog.workspace.calendar,
  }
}
