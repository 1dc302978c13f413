import { resolveMetric } from '@tributary/catalog/internal'
import { unknownInstanceError } from '../errors.ts'
import { localTime } from '../local-time.ts'
import type { Session } from '../session.ts'
import type { Instance } from '../tasks/instance.ts'
import { isoLocalText } from './local-texts.ts'
import { requireInstance } from './require-instance.ts'
import type { TaskInstanceData } from './task-data.ts'

/** Ids count from 1. */
const ID = /^[1-9]\d{0,9}$/
/** Neither store gives a larger one, and PostgreSQL refuses to be asked for it. */
const LARGEST_ID = 2_147_483_647

/**
 * E3: one instance, with the SQL that it ran and the error that it failed with; both are null for a caller who may
 * use the plan but not the data that it is built from. Rejects with `PLATFORM_UNKNOWN_INSTANCE`, and with
 * `ACCESS_FORBIDDEN` for a caller who may not use what the instance refreshes.
 */
export async function taskInstance(session: Session, id: string): Promise<TaskInstanceData> {
  const { caller, tasks } = session
  const isId = ID.test(id) && Number(id) <= LARGEST_ID
  const instance = isId ? await tasks.instance(caller.tenant, Number(id)) : null
  if (instance === null) throw unknownInstanceError(id)
  requireInstance(session, instance, `task instance with the id "${id}"`)
  return dataOf(session, instance)
}

function dataOf(session: Session, instance: Instance): TaskInstanceData {
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
    msg: isShown ? instance.message : null,
    serverInfo: instance.server,
    startTime: text(instance.startedAt),
    endTime: text(instance.endedAt),
    startPartitionTime: midnightOf(instance.startPartition),
    endPartitionTime: midnightOf(instance.endPartition),
    retryCnt: instance.retries,
    mtGuid: [{ catalog, schema, table }],
    acceleratePlanUuid: instance.planId === null ? [] : [instance.planId],
    statusTime: Object.fromEntries(statusTimes.map(([status, at]) => [status, text(at)])),
    taskType: instance.taskType,
  }
}

function midnightOf(day: string | null): string | null {
  return day && `${day}T00:00:00`
}

/** Whether the caller may use what stands in the SQL: the metrics of the plan and the datasets below them. */
function mayReadSql({ access, catalog, clock }: Session, { planId }: Instance): boolean {
  if (access.usesEverything || planId === null) return true
  const plan = catalog.workspace.plans.find(({ id }) => id === planId)
  if (plan === undefined) return false
  const now = localTime(clock.now(), catalog.workspace.timeZone)
  return plan.metrics.every((name) => {
    if (!access.may('USE', { type: 'METRIC', name })) return false
    const { dataset } = resolveMetric(catalog, { text: name, path: 'metrics' }, { now })
    return access.may('USE', { type: 'DATASET', name: dataset.name })
  })
}
