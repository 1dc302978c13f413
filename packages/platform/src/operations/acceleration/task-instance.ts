import { resolveMetric } from '@tributary/catalog/internal'
import type { RequestOf, TaskInstanceData } from '@tributary/contract'
import { localTime } from '@tributary/expression/internal'
import { unknownInstanceError } from '../../model/errors.ts'
import type { Instance } from '../../model/instance.ts'
import { isoLocalText } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { findReadableReason, maySeeInstance } from './may-see-instance.ts'

/** Ids count from 1. */
const ID = /^[1-9]\d{0,9}$/
/** Neither store gives a larger one, and PostgreSQL refuses to be asked for it. */
const LARGEST_ID = 2_147_483_647

/**
 * One instance, with the SQL that it ran, null for a caller who may use the plan but not the data that it is built
 * from, and why it failed, in full for those who may edit the plan. Rejects with `PLATFORM_UNKNOWN_INSTANCE`,
 * also for a caller who may not use what the instance refreshes.
 */
export async function taskInstance(
  session: Session,
  { id }: RequestOf<'taskInstance'>,
): Promise<TaskInstanceData> {
  const { caller, tasks } = session
  const isId = ID.test(id) && Number(id) <= LARGEST_ID
  const instance = isId ? await tasks.instance(caller.tenant, Number(id)) : null
  if (instance === null || !maySeeInstance(session, instance)) throw unknownInstanceError(id)
  return toTaskInstanceData(session, instance)
}

function toTaskInstanceData(session: Session, instance: Instance): TaskInstanceData {
  const { timeZone } = session.catalog.workspace
  const text = (at: Date | null): string | null => at && isoLocalText(at, timeZone)
  const isShown = mayReadSql(session, instance)
  const [catalog, schema, table] = instance.table
  const statusTimes = Object.entries(instance.statusTimes)
  return {
    taskInstanceId: instance.id,
    status: instance.status,
    sql: {
      originalSql: isShown ? instance.originalSql : null,
      formattedSql: isShown ? instance.formattedSql : null,
    },
    runType: instance.runType,
    msg: findReadableReason(session, instance),
    serverInfo: instance.server,
    startTime: text(instance.startedAt),
    endTime: text(instance.endedAt),
    startPartitionTime: toMidnightText(instance.startPartition),
    endPartitionTime: toMidnightText(instance.endPartition),
    retryCnt: instance.retries,
    mtGuid: [{ catalog, schema, table }],
    acceleratePlanUuid: instance.planId === null ? [] : [instance.planId],
    statusTime: Object.fromEntries(statusTimes.map(([status, at]) => [status, text(at)])),
    taskType: instance.taskType,
  }
}

function toMidnightText(day: string | null): string | null {
  return day && `${day}T00:00:00`
}

/** True when the caller may use everything that the SQL contains: the metrics of the plan and their datasets. */
function mayReadSql(
  { access, wholeCatalog: catalog, clock }: Session,
  { planId }: Instance,
): boolean {
  if (access.usesEverything || planId === null) return true
  const plan = catalog.workspace.plans.find(({ id }) => id === planId)
  if (plan === undefined) return false
  const now = localTime(clock.now(), catalog.workspace.timeZone)
  return plan.metrics.every((name) => {
    if (!access.may('USE', { type: 'METRIC', name })) return false
    const { datasets } = resolveMetric(catalog, { text: name, path: 'metrics' }, { now })
    return datasets.every((dataset) => access.may('USE', { type: 'DATASET', name: dataset.name }))
  })
}
