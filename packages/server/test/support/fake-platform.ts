import { type OperationId, ROUTES } from '@tributary/contract'
import { TributaryError } from '@tributary/core'
import type { Caller, Platform, PlatformOperations } from '@tributary/platform'

/** A call that reached the platform. */
export interface RecordedCall {
  readonly operation: string
  readonly arguments: readonly unknown[]
}

/**
 * A platform without an engine: it knows one account, writes down every call with its caller, and answers the smallest
 * data.
 */
export interface FakePlatform extends Platform {
  readonly calls: RecordedCall[]
}

const CALLER = {
  tenant: 'demo',
  account: 'demo',
  displayName: 'Demo',
  role: 'OWNER',
  grants: [],
} as const

const ATTRIBUTION = {
  tables: [
    {
      dimension: null,
      table: { '@currentValue': [3], '@compareValue': [2], '@growth': ['1'] },
      warning: null,
      empty: false,
    },
  ],
  warning: null,
}

/** Any operation or function of `overrides` stands in for the one that only records. */
export function fakePlatform(
  overrides: Partial<Platform> & Partial<PlatformOperations> = {},
): FakePlatform {
  const calls: RecordedCall[] = []
  const record =
    (operation: string, result: unknown) =>
    (...args: readonly unknown[]) => {
      calls.push({ operation, arguments: args.map(toPlainOptions) })
      return result as never
    }
  const asCaller = (caller: Caller) =>
    Object.fromEntries(
      (Object.keys(ROUTES) as OperationId[]).map((id) => {
        const answer = Promise.resolve(ANSWERS[id] ?? {})
        const recorded = (...args: readonly unknown[]) => record(id, answer)(caller, ...args)
        return [id, overrides[id] ?? recorded]
      }),
    ) as unknown as PlatformOperations
  return {
    calls,
    authenticate: async (credentials) => {
      const { tenantId } = credentials
      const value = 'token' in credentials ? credentials.token : credentials.authValue
      if (tenantId === 'demo' && value === 'demo') return CALLER
      throw new TributaryError('ACCESS_UNAUTHENTICATED', 'These credentials are not known.')
    },
    as: asCaller,
    movementSteps: record('movementSteps', null),
    lineageEdges: record('lineageEdges', Promise.resolve([])),
    lineagePieces: record('lineagePieces', []),
    load: () => ({ running: 0, waiting: 0, slices: 0, workers: 1 }),
    health: async () => ({ store: true, storeMoved: false, engine: true, datasources: [] }),
    tenants: async () => ['demo'],
    openTenants: async () => {},
    apply: record('apply', Promise.resolve({ tenant: 'demo', changes: [], unchanged: 0 })),
    difference: record(
      'difference',
      Promise.resolve({ tenant: 'demo', changes: [], unchanged: 0 }),
    ),
    definitions: record('definitions', Promise.resolve({})),
    createCredential: record('createCredential', Promise.resolve('secret')),
    credentials: record('credentials', Promise.resolve([])),
    revokeCredential: record('revokeCredential', Promise.resolve()),
    close: async () => {},
    ...overrides,
  }
}

/** Options with the signal that they make when it is read. */
function toPlainOptions(argument: unknown): unknown {
  const isOptions = typeof argument === 'object' && argument !== null && 'onPartFailed' in argument
  return isOptions
    ? { ...argument, signal: (argument as { signal?: AbortSignal }).signal }
    : argument
}

const PAGE = { items: [], cursor: null }

/** The smallest answers, where an empty object is none. */
const ANSWERS: { readonly [Id in OperationId]?: unknown } = {
  createBackfill: 'by_day_1',
  taskInstances: { dagName: 'by_day_1', instances: [] },
  taskInstance: { taskInstanceId: 17 },
  triggerSourceTable: true,
  triggerSourceTableRange: true,
  listSourceTables: PAGE,
  planDetail: { planId: 'p1' },
  planPartitions: { isPartition: false, hasData: false, partition: null },
  listPlans: PAGE,
  listTasks: PAGE,
  deletePlan: 'success',
  comparePeers: ATTRIBUTION,
  compareTimes: ATTRIBUTION,
  queryMetrics: { columns: [], table: {}, total: 0, warnings: [] },
  dimensionDetail: { name: 'origin' },
  datasetDetail: { name: 'flights' },
  resourceEntries: [],
  createMetricView: true,
  listViews: PAGE,
  deleteView: true,
  saveUserAttributes: true,
  deleteUserAttributes: true,
  userAttributes: [],
  userGroups: { total: 0, pageNumber: 1, pageSize: 1, list: [] },
  moveUserGroup: true,
  vertexLineage: { vertexList: [], edgeList: [] },
}
