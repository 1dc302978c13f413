import type { Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Call, Column, Field } from '../tree/expr.ts'
import { printName } from '../tree/literals.ts'
import { print } from '../tree/print.ts'
import { type TypedExpr, UNKNOWN } from '../tree/typed-expr.ts'
import { typedReferences } from '../tree/visit-typed.ts'
import { isNumeric } from '../values/value-type.ts'
import type { CheckContext } from './context.ts'

/** Whether a function aggregates many rows. */
export function isAggregate({ family }: { readonly family: string }): boolean {
  return family === 'aggregate'
}

/** Whether an aggregate may be called here: in a metric, and not inside another aggregate. Reports it otherwise. */
export function checkAggregatePlace(call: Call, name: string, context: CheckContext): boolean {
  const span = call.nameSpan
  if (context.aggregate !== null) {
    const params = { function: name, outer: context.aggregate }
    const [only, ...extraArguments] = call.args
    const inner = only !== undefined && extraArguments.length === 0 ? print(only) : null
    const fixes = inner === null ? [] : [replaceBy(`write ${inner}`, call.span, inner)]
    context.addDiagnostic(report('EXP2203', { span, params, fixes }))
    return false
  }
  if (context.level === 'metric') return true
  context.addDiagnostic(report('EXP2202', { span, params: { function: name } }))
  return false
}

/**
 * Checks that in a metric columns stand inside an aggregate and metrics outside. Returns the checked name, or
 * UNKNOWN after a report.
 */
export function checkLevel(
  name: Field | Column,
  typed: TypedExpr,
  context: CheckContext,
): TypedExpr {
  if (context.level === 'row') return typed
  const ofRows = typedReferences(typed).some((reference) => reference.table !== null)
  const ofMetrics = typedReferences(typed).some((reference) => reference.table === null)
  const { span } = name
  if (ofRows && context.aggregate === null) {
    const params = { found: printName(name) }
    context.addDiagnostic(report('EXP2201', { span, params, fixes: suggestSum(name, typed) }))
    return UNKNOWN
  }
  if (ofMetrics && context.aggregate !== null) {
    const params = { function: printName(name), outer: context.aggregate }
    context.addDiagnostic(report('EXP2203', { span, params }))
    return UNKNOWN
  }
  return typed
}

function suggestSum(name: Field | Column, typed: TypedExpr): readonly Fix[] {
  if (!isNumeric(typed.type)) return []
  return [replaceBy('put it in Sum', name.span, `Sum(${printName(name)})`)]
}
