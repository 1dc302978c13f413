import { report } from '../diagnostics/report.ts'
import { type TypedExpr, widenConstant } from '../tree/typed-expr.ts'
import { commonType, type ValueType } from '../values/value-type.ts'
import type { Argument, CallSite } from './definition.ts'
import { readTimeNextTo } from './time-constant.ts'

/**
 * The arguments brought to one type: constants are converted, ISO texts become times where the others are
 * times, the rest is left to the back end's widening. A mixture is a complaint and gives UNKNOWN.
 */
export function alignTypes(
  name: string,
  args: readonly Argument[],
  site: CallSite,
): { readonly type: ValueType; readonly args: readonly TypedExpr[] } {
  const time = args.find(({ typed }) => typed.type === 'DATE' || typed.type === 'TIMESTAMP')
  const read = args.map((one) => (time ? readTimeNextTo(one, time.typed, site) : one.typed))
  let type: ValueType = 'NULL'
  for (const [index, typed] of read.entries()) {
    const common = commonType(type, typed.type)
    if (common === null) {
      const params = { function: name, first: type, second: typed.type }
      site.complain(report('EXP2014', { span: args[index]!.span, params }))
      return { type: 'UNKNOWN', args: read }
    }
    type = common
  }
  return { type, args: read.map((typed) => widenConstant(typed, type)) }
}
