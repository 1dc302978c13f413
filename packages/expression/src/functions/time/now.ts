import { report } from '../../diagnostics/report.ts'
import { constantNode, UNKNOWN } from '../../tree/typed-expr.ts'
import type { ScalarDefinition } from '../definition.ts'
import { rewrittenFunction } from '../rewritten-function.ts'

/** `Now()`: the checker puts the request's moment in its place. */
export const now: ScalarDefinition = rewrittenFunction({
  name: 'Now',
  family: 'time',
  description:
    "The moment of the request, in the tenant's local time; the same in the whole request.",
  parameters: [],
  examples: [
    { text: 'Now() < DateAdd(Now(), 1, "SECOND")', result: 'true' },
    { text: 'DateDiff(DateTrunc(Now(), "DAY"), Now(), "DAY")', result: '0' },
  ],
  check(_, site) {
    if (site.now !== undefined) return constantNode({ type: 'TIMESTAMP', value: site.now })
    site.complain(report('EXP2010', { span: site.span }))
    return UNKNOWN
  },
})
