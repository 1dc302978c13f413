import { report } from '../../diagnostics/report.ts'
import type { FunctionDefinition } from '../definition.ts'
import { everywhere } from '../sql-forms.ts'
import { constantNode, UNKNOWN } from '../typed-calls.ts'

/** `Now()`: the checker puts the request's moment in its place, so no back end ever meets a call of it. */
export const now: FunctionDefinition = {
  name: 'Now',
  family: 'time',
  description:
    "The moment of the request, in the tenant's local time; the same in the whole request.",
  parameters: [],
  nulls: 'own',
  check(_, site) {
    if (site.now !== undefined) return constantNode({ type: 'TIMESTAMP', value: site.now })
    site.complain(report('EXP2010', { span: site.span }))
    return UNKNOWN
  },
  evaluate: replaced,
  sql: everywhere(replaced),
}

function replaced(): never {
  throw new TypeError('Now() was not replaced by a moment: the tree has not been checked')
}
