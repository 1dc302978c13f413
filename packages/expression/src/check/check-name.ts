import { nearNames } from '@tributary/core'
import { replaceBy, report, suggest } from '../diagnostics/report.ts'
import { TRUNCATION_FUNCTIONS } from '../functions/time/truncation.ts'
import { type GrainedName, splitGrain } from '../time/grains.ts'
import type { Column, Field } from '../tree/expr.ts'
import { printName } from '../tree/literals.ts'
import { type TypedExpr, textNode, UNKNOWN } from '../tree/typed-expr.ts'
import { type GrainWord, isTimeType } from '../values/value-type.ts'
import { checkLevel } from './check-level.ts'
import { type CheckContext, foldConstant } from './context.ts'
import type { NameProblem } from './scope.ts'

/** Resolves a name. An unknown name with a grain suffix (`time__month`) is the truncated name before the suffix. */
export function checkName(name: Field | Column, context: CheckContext): TypedExpr {
  const resolution = context.scope.resolve(name)
  if ('found' in resolution) return checkLevel(name, resolution.found, context)
  const { problem } = resolution
  if (problem.kind === 'unknown' && name.kind === 'field') {
    const split = splitGrain(name.name, context.calendar)
    if (split) return checkGrainedName(name, split, context)
  }
  return reportName(name, problem, context)
}

function checkGrainedName(
  name: Field,
  { base, grain }: GrainedName,
  context: CheckContext,
): TypedExpr {
  const field = { ...name, name: base }
  const resolution = context.scope.resolve(field)
  if ('problem' in resolution) return reportName(field, resolution.problem, context, grain)
  const typedName = checkLevel(name, resolution.found, context)
  if (typedName.type === 'UNKNOWN') return UNKNOWN
  if (!isTimeType(typedName.type)) {
    const params = {
      function: `__${grain.toLowerCase()}`,
      parameter: 'name',
      expected: 'a date or time',
      found: typedName.type,
    }
    const fixes = [replaceBy('remove the grain', name.span, printName(field))]
    context.addDiagnostic(report('EXP2001', { span: name.span, params, fixes }))
    return UNKNOWN
  }
  const args = [typedName, textNode(grain)]
  const spanned = args.map((typed) => ({ typed, span: name.span }))
  const { now, calendar, addDiagnostic } = context
  const site = { function: 'DateTrunc', span: name.span, now, calendar, addDiagnostic } as const
  return foldConstant(TRUNCATION_FUNCTIONS.DateTrunc.check(spanned, site), name.span, context)
}

/** Reports a name that does not resolve; suggestions keep the suffix of `grain`. */
function reportName(
  name: Field | Column,
  problem: NameProblem,
  context: CheckContext,
  grain?: GrainWord,
): TypedExpr {
  const { span } = name
  if (problem.kind === 'unknown') {
    const suffix = grain ? `__${grain.toLowerCase()}` : ''
    const near = name.kind === 'field' ? nearNames(name.name, context.scope.names()) : []
    const printed = near.map((nearName) =>
      printName({ kind: 'field', name: `${nearName}${suffix}` }),
    )
    const { suggestion, fixes } = suggest(printed, span)
    const params = { found: printName(name), suggestion }
    context.addDiagnostic(report('EXP3001', { span, params, fixes }))
    return UNKNOWN
  }
  const code = problem.kind === 'ambiguous' ? 'EXP3003' : 'EXP3101'
  const reason = problem.message ?? `${printName(name)} is ${problem.kind} here`
  context.addDiagnostic(report(code, { span, params: { reason } }))
  return UNKNOWN
}
