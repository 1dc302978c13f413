import type { ComparisonOperator } from './comparison.ts'

/** The operator that says the same with its sides changed over: `a < b` is `b > a`. */
export const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}
