import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report } from '../diagnostics/report.ts'
import { evaluate, evaluateFormula } from '../evaluate/evaluate.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import type { Expr } from '../tree/expr.ts'
import { FAMILIES } from '../tree/function-names.ts'
import type { Span } from '../tree/span.ts'
import { constantNode, type TypedExpr, UNKNOWN } from '../tree/typed-expr.ts'
import { isInt } from '../values/constant.ts'
import { toConstant } from '../values/value.ts'
import type { Scope } from './scope.ts'

/** Whether an expression has one value per row or one value for many rows. */
export type Level = 'row' | 'metric'

/** The state that the checks of one tree share. */
export interface CheckContext {
  readonly scope: Scope
  /** The start of weeks and fiscal years. */
  readonly calendar: WorkCalendar
  /** The value of `Now()`, in microseconds since 1970-01-01; undefined when there is none. */
  readonly now: bigint | undefined
  readonly level: Level
  /** The aggregate whose arguments are being checked; null outside aggregates. */
  readonly aggregate: string | null
  addDiagnostic(diagnostic: Diagnostic): void
  /** Checks a child node. */
  check(node: Expr): TypedExpr
  /** The context of the arguments of an aggregate. */
  within(aggregate: string): CheckContext
}

/**
 * Computes a node whose operands are constants; other nodes are returned as they are. An INT beyond 64 bits is
 * reported.
 */
export function foldConstant(typed: TypedExpr, span: Span, context: CheckContext): TypedExpr {
  if (typed.type === 'UNKNOWN' || !isOverConstants(typed)) return typed
  const exact = evaluateFormula(typed, neverRead)
  if (typeof exact === 'bigint' && typed.type === 'INT' && !isInt(exact)) {
    context.addDiagnostic(report('EXP2009', { span }))
    return UNKNOWN
  }
  return constantNode(toConstant(evaluate(typed, neverRead), typed.type), typed.type)
}

function isOverConstants(typed: TypedExpr): boolean {
  switch (typed.kind) {
    case 'constant':
    case 'reference':
      return false
    case 'call':
      // The check of `Floor` leaves the `Count()` of `Floor(Count())`, whose value depends on the rows.
      return FAMILIES.get(typed.function) !== 'aggregate' && typed.args.every(isConstant)
    case 'logical':
      return typed.operands.every(isConstant)
    case 'comparison':
    case 'arithmetic':
      return isConstant(typed.left) && isConstant(typed.right)
    default:
      return isConstant(typed.operand)
  }
}

function isConstant(typed: TypedExpr): boolean {
  return typed.kind === 'constant' && typed.type !== 'UNKNOWN'
}

function neverRead(): never {
  throw new TypeError('A constant tree has no references')
}
