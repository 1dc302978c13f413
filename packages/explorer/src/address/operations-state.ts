import type { Query } from './query.ts'

/** The states of instances, by which tasks can be filtered. */
export const TASK_STATUSES = ['WAITING', 'RUNNING', 'SUCCESS', 'FAILED'] as const

/** One of {@link TASK_STATUSES}. */
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** The state of the page of plans and tasks. */
export interface OperationsState {
  /** The plan that is shown, by its id; null for all. */
  readonly plan: string | null
  /** Only tasks with an instance of this status; null for all. */
  readonly status: TaskStatus | null
  /** The task whose instances are shown, by its `dagName`; null for none. */
  readonly task: string | null
}

/** All plans and tasks. */
export const ALL_OPERATIONS: OperationsState = { plan: null, status: null, task: null }

/** The parameters of the page; what has its default is left out. */
export function operationsQuery({ plan, status, task }: OperationsState): Query {
  const all = [
    ['plan', plan],
    ['status', status],
    ['task', task],
  ] as const
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

/** Reads the parameters of the page. */
export function readOperations(query: Query): OperationsState {
  const parameter = (name: string) =>
    query.find(([parameterName]) => parameterName === name)?.[1] || null
  const status = parameter('status')
  return {
    plan: parameter('plan'),
    status: TASK_STATUSES.find((taskStatus) => taskStatus === status) ?? null,
    task: parameter('task'),
  }
}
