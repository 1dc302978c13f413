import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { Instance, InstanceStatus, RunSql, TableName } from '../../model/instance.ts'
import { type InstanceEvent, type InstanceState, nextState } from '../../model/instance-state.ts'
import type { StoreSchema, TaskInstanceTable } from '../schema.ts'

/** An instance as the store has it. */
export type InstanceRow = Selectable<TaskInstanceTable>

/** The columns that change during the life of an instance. */
type StateColumns = Pick<
  InstanceRow,
  | 'status'
  | 'attempt'
  | 'owner'
  | 'lease_until'
  | 'retries'
  | 'losses'
  | 'ready_at'
  | 'started_at'
  | 'ended_at'
  | 'status_times'
  | 'message'
  | 'server'
>

/** The instance of a row. */
export function toInstance(row: InstanceRow): Instance {
  const { retries, ...state } = toState(row)
  return {
    id: row.id,
    tenant: row.tenant,
    dagName: row.dag_name,
    sequence: row.sequence,
    status: state.status,
    taskType: row.task_type,
    runType: row.run_type,
    planId: row.plan_id,
    table: toTable(row.target),
    startPartition: row.start_partition,
    endPartition: row.end_partition,
    scheduleTime: new Date(row.schedule_time),
    resourceGroup: row.resource_group,
    priority: row.priority,
    attempt: state.attempt,
    retries: retries + state.losses,
    retryCount: state.retryCount,
    retryInterval: state.retryInterval,
    createdAt: new Date(row.created_at),
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    statusTimes: state.statusTimes,
    message: state.message,
    originalSql: row.original_sql,
    formattedSql: row.formatted_sql,
    server: state.server,
  }
}

/** The part of a row that changes during the instance's life. */
function toState(row: InstanceRow): InstanceState {
  return {
    status: row.status,
    attempt: row.attempt,
    owner: row.owner,
    leaseUntil: toDate(row.lease_until),
    retries: row.retries,
    retryCount: row.retry_count,
    retryInterval: row.retry_interval,
    losses: row.losses,
    readyAt: new Date(row.ready_at),
    startedAt: toDate(row.started_at),
    endedAt: toDate(row.ended_at),
    statusTimes: toTimes(row.status_times),
    message: row.message,
    server: row.server,
  }
}

/** The columns of a state. */
function toStateColumns(state: InstanceState): StateColumns {
  return {
    status: state.status,
    attempt: state.attempt,
    owner: state.owner,
    lease_until: toText(state.leaseUntil),
    retries: state.retries,
    losses: state.losses,
    ready_at: state.readyAt.toISOString(),
    started_at: toText(state.startedAt),
    ended_at: toText(state.endedAt),
    status_times: JSON.stringify(state.statusTimes),
    message: state.message,
    server: state.server,
  }
}

/** The text that stands for a table. */
export function toTargetText(table: TableName): string {
  return JSON.stringify(table)
}

function toTable(target: string): TableName {
  return JSON.parse(target) as TableName
}

function toTimes(text: string): Partial<Record<InstanceStatus, Date>> {
  const times = JSON.parse(text) as Partial<Record<InstanceStatus, string>>
  return Object.fromEntries(Object.entries(times).map(([status, at]) => [status, new Date(at)]))
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

function toText(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}

/** Applies an event to an instance; null when there is none of that id, or the event is refused. */
export async function changeInstance(
  transaction: Transaction<StoreSchema>,
  id: number,
  event: InstanceEvent,
  sql: RunSql | null = null,
): Promise<Instance | null> {
  const row = await transaction
    .selectFrom('task_instance')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : changeRow(transaction, row, event, sql)
}

/** Like {@link changeInstance}, for a row that was read since the queue is held. */
export async function changeRow(
  transaction: Transaction<StoreSchema>,
  row: InstanceRow,
  event: InstanceEvent,
  sql: RunSql | null = null,
): Promise<Instance | null> {
  const state = nextState(toState(row), event)
  if (state === null) return null
  const columns = {
    ...toStateColumns(state),
    ...(sql !== null && { original_sql: sql.original, formatted_sql: sql.formatted }),
  }
  await transaction.updateTable('task_instance').set(columns).where('id', '=', row.id).execute()
  return toInstance({ ...row, ...columns })
}

/** Statuses as they stand in a statement: SQLite finds the index of one status only when the statement names it. */
export const WAITING: RawBuilder<'WAITING'> = sql.lit('WAITING' as const)
export const RUNNING: RawBuilder<'RUNNING'> = sql.lit('RUNNING' as const)
