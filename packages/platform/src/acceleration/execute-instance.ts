import type { ExecuteContext } from '../tasks/execute.ts'
import type { Instance } from '../tasks/instance.ts'
import type { Tenant } from '../tenant.ts'
import { executePlan } from './execute-plan.ts'
import { executeTable } from './execute-table.ts'

/** Does the work of an instance of the tenant: brings a plan's table up to date, or looks at a source table again. */
export async function executeInstance(
  tenant: Tenant,
  claimed: Instance,
  context: ExecuteContext,
): Promise<void> {
  return claimed.taskType === 'TABLE'
    ? executeTable(tenant, claimed, context)
    : executePlan(tenant, claimed, context)
}
