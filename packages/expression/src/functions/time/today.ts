import { report } from '../../diagnostics/report.ts'
import { constantNode, UNKNOWN } from '../../tree/typed-expr.ts'
import { floorDivide } from '../../values/civil.ts'
import { DAY } from '../../values/value.ts'
import type { ScalarDefinition } from '../definition.ts'
import { rewrittenFunction } from '../rewritten-function.ts'

/** `Today()`: the checker puts the day of the request's moment in its place. */
export const today: ScalarDefinition = rewrittenFunction({
  name: 'Today',
  family: 'time',
  description: "The day of the request, in the tenant's local time; the same in the whole request.",
  parameters: [],
  examples: [
    { text: 'Today() = Cast(Now(), "Date")', result: 'true' },
    { text: 'DateDiff(DateAdd(Today(), -7, "DAY"), Today(), "DAY")', result: '7' },
  ],
  check(_, site) {
    if (site.now === undefined) {
      site.complain(report('EXP2010', { span: site.span }))
      return UNKNOWN
    }
    return constantNode({ type: 'DATE', value: Number(floorDivide(site.now, DAY)) })
  },
})
