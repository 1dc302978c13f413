import { assertNever } from '@tributary/core'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { hasError, report } from '../diagnostics/report.ts'
import { PLAIN_CALENDAR } from '../time/work-calendar.ts'
import type { Expr } from '../tree/expr.ts'
import { constantNode, type TypedExpr, textNode } from '../tree/typed-expr.ts'
import { numberConstant } from '../values/constant.ts'
import { isNumeric, type ValueType } from '../values/value-type.ts'
import { checkCall } from './check-call.ts'
import { checkName } from './check-name.ts'
import {
  checkArithmetic,
  checkComparison,
  checkLogical,
  checkNegate,
  checkNot,
} from './check-operators.ts'
import type { CheckContext, Level } from './context.ts'
import type { Scope } from './scope.ts'
import { reportTooMuchText } from './text-limit.ts'

/** Options of {@link check}. */
export interface CheckOptions {
  /** The type that the expression must have; `NUMBER` allows INT, DECIMAL and DOUBLE. @defaultValue any type */
  readonly expect?: ValueType | 'NUMBER'
  /** The value of `Now()`, in microseconds since 1970-01-01, local time. Without it, `Now()` is an error. */
  readonly now?: bigint
  /**
   * `row`: one value per row, aggregates are not allowed. `metric`: one value for many rows, so every column must
   * be inside an aggregate such as `Sum([amount])`; aggregates do not nest. @defaultValue `row`
   */
  readonly level?: Level
}

/** The result of {@link check}. */
export interface CheckResult {
  /** The checked tree; null when there is an error. */
  readonly typed: TypedExpr | null
  /** Errors and warnings, at most twenty. */
  readonly diagnostics: readonly Diagnostic[]
}

const MOST_DIAGNOSTICS = 20

/**
 * Resolves the names of a syntax tree, gives every node a type and computes constant expressions. Mistakes are
 * returned as diagnostics and never thrown.
 * @example
 * ```ts
 * import { check, parse, type Scope } from '@tributary/attribution/expression'
 * const scope: Scope = {
 *   resolve: ({ kind }) =>
 *     kind === 'field'
 *       ? { found: { kind: 'reference', type: 'INT', table: 'flights', name: 'delay' } }
 *       : { problem: { kind: 'unknown' } },
 *   names: () => ['delay'],
 * }
 * check(parse('[delay] / 60').ast!, scope).typed?.type // => 'DOUBLE'
 * check(parse('[delay] = "late"').ast!, scope).diagnostics[0]?.name // => 'EXPRESSION_INCOMPARABLE'
 * ```
 */
export function check(ast: Expr, scope: Scope, options: CheckOptions = {}): CheckResult {
  const diagnostics: Diagnostic[] = []
  const context = createCheckContext({
    scope,
    calendar: scope.calendar ?? PLAIN_CALENDAR,
    now: options.now,
    level: options.level ?? 'row',
    aggregate: null,
    addDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
  })
  const typed = context.check(ast)
  if (!isExpectedType(typed.type, options.expect)) {
    const params = { expected: describeExpectedType(options.expect!), found: typed.type }
    context.addDiagnostic(report('EXP2011', { span: ast.span, params }))
  }
  const tooMuch = hasError(diagnostics) ? null : reportTooMuchText(typed, ast.span)
  if (tooMuch !== null) context.addDiagnostic(tooMuch)
  return {
    typed: hasError(diagnostics) ? null : typed,
    diagnostics: diagnostics.slice(0, MOST_DIAGNOSTICS),
  }
}

function createCheckContext(shared: Omit<CheckContext, 'check' | 'within'>): CheckContext {
  const context: CheckContext = {
    ...shared,
    check: (node) => checkNode(node, context),
    within: (aggregate) => createCheckContext({ ...shared, aggregate }),
  }
  return context
}

function checkNode(node: Expr, context: CheckContext): TypedExpr {
  switch (node.kind) {
    case 'number':
      return constantNode(numberConstant(node.raw))
    case 'string':
      return textNode(node.value)
    case 'boolean':
      return constantNode({ type: 'BOOLEAN', value: node.value })
    case 'null':
      return constantNode({ type: 'NULL', value: null })
    case 'field':
    case 'column':
      return checkName(node, context)
    case 'call':
      return checkCall(node, context)
    case 'comparison':
      return checkComparison(node, context)
    case 'logical':
      return checkLogical(node, context)
    case 'not':
      return checkNot(node, context)
    case 'arithmetic':
      return checkArithmetic(node, context)
    case 'negate':
      return checkNegate(node, context)
    default:
      return assertNever(node)
  }
}

function isExpectedType(type: ValueType, expect: CheckOptions['expect']): boolean {
  if (expect === undefined || type === 'UNKNOWN' || type === 'NULL') return true
  return expect === 'NUMBER' ? isNumeric(type) : type === expect
}

function describeExpectedType(expect: ValueType | 'NUMBER'): string {
  if (expect === 'BOOLEAN') return 'a condition'
  return expect === 'NUMBER' ? 'a number' : `a ${expect}`
}
