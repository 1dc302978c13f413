import { nearNames } from '@tributary/core'
import { replaceBy, report } from '../../diagnostics/report.ts'
import { GRAINS, grainNamed } from '../../time/grains.ts'
import { printText } from '../../tree/print.ts'
import { constantText, type TypedExpr } from '../../tree/typed-expr.ts'
import type { Grain } from '../../values/value-type.ts'
import type { Argument, CallSite } from '../definition.ts'

/** The grain that a constant argument names; null after a complaint. */
export function readGrain(name: string, argument: Argument, site: CallSite): Grain | null {
  const { span, typed } = argument
  if (typed.type === 'UNKNOWN') return null
  const text = constantText(typed)
  if (text === null) {
    site.complain(report('EXP2008', { span, params: { function: name, parameter: 'grain' } }))
    return null
  }
  const grain = grainNamed(text)
  if (grain === null) {
    const fixes = nearNames(text, GRAINS).map((near) =>
      replaceBy(`use ${near}`, span, printText(near)),
    )
    site.complain(report('EXP2004', { span, params: { found: text }, fixes }))
  }
  return grain
}

/** The grain of a checked call, whose argument holds one. */
export function grainAt(args: readonly TypedExpr[], index: number): Grain {
  const grain = grainNamed(constantText(args[index]) ?? '')
  if (grain === null) throw new TypeError('A checked call has a grain here')
  return grain
}
