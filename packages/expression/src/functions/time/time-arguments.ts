import { nearNames } from '@tributary/core'
import { replaceBy, report } from '../../diagnostics/report.ts'
import { GRAINS, grainNamed } from '../../time/grains.ts'
import { printText } from '../../tree/print.ts'
import { constantNode, constantText, type TypedExpr, UNKNOWN } from '../../tree/typed-expr.ts'
import { type Grain, isTimeType } from '../../values/value-type.ts'
import { readTimeNextTo } from '../align-arguments.ts'
import { reportArgument } from '../arguments.ts'
import type { Argument, CallSite } from '../definition.ts'

const ANY_TIME = constantNode({ type: 'NULL', value: null }, 'TIMESTAMP')

/** An argument that must be a DATE or TIMESTAMP, or an ISO text of one. UNKNOWN once a problem is reported. */
export function readTimeArgument(name: string, argument: Argument, site: CallSite): TypedExpr {
  const typed = readTimeNextTo(argument, ANY_TIME, site)
  if (typed.type === 'NULL') return ANY_TIME
  if (typed.type === 'UNKNOWN' || isTimeType(typed.type)) return typed
  const names = { function: name, parameter: 'time', expected: 'a date or time' }
  reportArgument(site, argument, names)
  return UNKNOWN
}

/** The grain that a constant argument names; null once a problem is reported. */
export function readGrain(name: string, argument: Argument, site: CallSite): Grain | null {
  const { span, typed } = argument
  if (typed.type === 'UNKNOWN') return null
  const text = constantText(typed)
  if (text === null) {
    site.addDiagnostic(report('EXP2008', { span, params: { function: name, parameter: 'grain' } }))
    return null
  }
  const grain = grainNamed(text)
  if (grain === null) {
    const fixes = nearNames(text, GRAINS).map((near) =>
      replaceBy(`use ${near}`, span, printText(near)),
    )
    site.addDiagnostic(report('EXP2004', { span, params: { found: text }, fixes }))
  }
  return grain
}

/** The grain of a checked call, the argument at an index. */
export function grainAt(args: readonly TypedExpr[], index: number): Grain {
  const grain = grainNamed(constantText(args[index]) ?? '')
  if (grain === null) throw new TypeError('A checked call has a grain here')
  return grain
}
