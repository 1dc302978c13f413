import { report } from '../../diagnostics/report.ts'
import { constantNode, UNKNOWN } from '../../tree/typed-expr.ts'
import { floorDivide } from '../../values/civil.ts'
import { DAY } from '../../values/value.ts'
import { rewrittenFunction } from '../definition/define-function.ts'
import type { ScalarFunction } from '../definition/definition.ts'

/** The moment of the request. */
export const NOW_FUNCTIONS: Readonly<Record<'Now' | 'Today', ScalarFunction>> = {
  Now: rewrittenFunction({
    description:
      "The moment of the request, in the tenant's local time; the same in the whole request.",
    parameters: [],
    examples: [
      { text: 'Now() < DateAdd(Now(), 1, "SECOND")', result: 'true' },
      { text: 'DateDiff(DateTrunc(Now(), "DAY"), Now(), "DAY")', result: '0' },
    ],
    check(_, site) {
      if (site.now !== undefined) return constantNode({ type: 'TIMESTAMP', value: site.now })
      site.addDiagnostic(report('EXP2010', { span: site.span }))
      return UNKNOWN
    },
  }),
  Today: rewrittenFunction({
    description:
      "The day of the request, in the tenant's local time; the same in the whole request.",
    parameters: [],
    examples: [
      { text: 'Today() = Cast(Now(), "Date")', result: 'true' },
      { text: 'DateDiff(DateAdd(Today(), -7, "DAY"), Today(), "DAY")', result: '7' },
    ],
    check(_, site) {
      if (site.now === undefined) {
        site.addDiagnostic(report('EXP2010', { span: site.span }))
        return UNKNOWN
      }
      return constantNode({ type: 'DATE', value: Number(floorDivide(site.now, DAY)) })
    },
  }),
}
