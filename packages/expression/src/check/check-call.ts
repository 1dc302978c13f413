import { nearNames } from '@tributary/core'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report, suggest } from '../diagnostics/report.ts'
import {
  argumentCounts,
  FUNCTIONS,
  findFunction,
  formatSignature,
  getFunctionRules,
} from '../functions/registry.ts'
import type { Call } from '../tree/expr.ts'
import { type TypedExpr, UNKNOWN } from '../tree/typed-expr.ts'
import { checkAggregatePlace, isAggregate } from './check-level.ts'
import { type CheckContext, foldConstant } from './context.ts'
import { reportTooMuchText } from './text-limit.ts'
import { rewriteTruncations, warnNeverInList } from './time-range.ts'

/** Checks that the function exists and takes this number of arguments; its definition checks the rest. */
export function checkCall(call: Call, context: CheckContext): TypedExpr {
  const definition = findFunction(call.name)
  const aggregate = definition !== undefined && isAggregate(definition)
  const misplaced = aggregate && !checkAggregatePlace(call, definition.name, context)
  const inner = aggregate ? context.within(definition.name) : context
  const args = call.args.map((node) => ({ typed: inner.check(node), span: node.span }))
  if (definition === undefined) return reportUnknownFunction(call, context)
  if (misplaced) return UNKNOWN
  const { least, most } = argumentCounts(definition)
  if (args.length < least || args.length > most) {
    const expected = most === 0 ? 'no arguments' : `(${formatSignature(definition)})`
    const params = { function: definition.name, expected, found: formatArgumentCount(args.length) }
    context.addDiagnostic(report('EXP2002', { span: call.span, params }))
    return UNKNOWN
  }
  let failed = false
  const addDiagnostic = (diagnostic: Diagnostic) => {
    failed ||= diagnostic.severity === 'error'
    context.addDiagnostic(diagnostic)
  }
  const typed = getFunctionRules(definition.name).check(args, {
    function: definition.name,
    span: call.span,
    now: context.now,
    calendar: context.calendar,
    addDiagnostic,
  })
  // A call with a mistake may have arguments that its function cannot compute with.
  if (failed) return UNKNOWN
  if (aggregate) return typed
  const tooMuch = reportTooMuchText(typed, call.span)
  if (tooMuch !== null) {
    context.addDiagnostic(tooMuch)
    return UNKNOWN
  }
  warnNeverInList(typed, args, context)
  return rewriteTruncations(foldConstant(typed, call.span, context))
}

function formatArgumentCount(count: number): string {
  return count === 1 ? '1 argument' : `${count === 0 ? 'no' : count} arguments`
}

function reportUnknownFunction(call: Call, context: CheckContext): TypedExpr {
  const span = call.nameSpan
  const near = nearNames(call.name, Object.keys(FUNCTIONS))
  const { suggestion, fixes } = suggest(near, span)
  context.addDiagnostic(
    report('EXP3002', { span, params: { found: call.name, suggestion }, fixes }),
  )
  return UNKNOWN
}
