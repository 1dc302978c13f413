import { TributaryError } from '@tributary/core'
import type { Platform } from '@tributary/platform'

/** A call that reached the platform. */
export interface RecordedCall {
  readonly operation: string
  readonly arguments: readonly unknown[]
}

/**
 * A platform without an engine: it knows one account, writes down every call, answers the smallest
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

/** Any operation of `overrides` stands in for the one that only records. */
export function fakePlatform(overrides: Partial<Platform> = {}): FakePlatform {
  const calls: RecordedCall[] = []
  const record =
    (operation: string, result: unknown) =>
    (...args: readonly unknown[]) => {
      calls.push({ operation, arguments: args })
      return result as never
    }
  return {
    calls,
    authenticate: async (credentials) => {
      const { tenantId } = credentials
      const value = 'token' in credentials ? credentials.token : credentials.authValue
      if (tenantId === 'demo' && value === 'demo') return CALLER
      throw new TributaryError('ACCESS_UNAUTHENTICATED', 'These credentials are not known.')
    },
    createBackfill: record('createBackfill', Promise.resolve('by_day_1')),
    taskInstances: record('taskInstances', Promise.resolve({ dagName: 'by_day_1', instances: [] })),
    taskInstance: record('taskInstance', Promise.resolve({ taskInstanceId: 17 })),
    triggerSourceTable: record('triggerSourceTable', Promise.resolve(true)),
    triggerSourceTableRange: record('triggerSourceTableRange', Promise.resolve(true)),
    comparePath: record('comparePath', Promise.resolve({ tables: [] })),
    metricMovements: record('metricMovements', Promise.resolve({ movements: [] })),
    movementSteps: record('movementSteps', null),
    findCauses: record('findCauses', Promise.resolve({ causes: [] })),
    breakDown: record('breakDown', Promise.resolve({ rootNode: 'node_001' })),
    compareTreeTimes: record('compareTreeTimes', Promise.resolve({ nodes: [] })),
    compareTreePeers: record('compareTreePeers', Promise.resolve({ nodes: [] })),
    rankDimensions: record('rankDimensions', Promise.resolve({ dimensions: [] })),
    planDetail: record('planDetail', Promise.resolve({ planId: 'p1' })),
    planPartitions: record(
      'planPartitions',
      Promise.resolve({ isPartition: false, hasData: false, partition: null }),
    ),
    partitionStates: record('partitionStates', Promise.resolve({ runs: [] })),
    listPlans: record('listPlans', Promise.resolve({ items: [], cursor: null })),
    listSourceTables: record('listSourceTables', Promise.resolve({ items: [], cursor: null })),
    listTasks: record('listTasks', Promise.resolve({ items: [], cursor: null })),
    retryTask: record('retryTask', Promise.resolve({ instances: 1 })),
    cancelTask: record('cancelTask', Promise.resolve({ instances: 1 })),
    deletePlan: record('deletePlan', Promise.resolve('success')),
    compareTimes: record('compareTimes', Promise.resolve(ATTRIBUTION)),
    comparePeers: record('comparePeers', Promise.resolve(ATTRIBUTION)),
    metricSeries: record(
      'metricSeries',
      Promise.resolve({ columns: [], table: {}, periods: [], warnings: [] }),
    ),
    dimensionValues: record(
      'dimensionValues',
      Promise.resolve({ values: [], hasMissing: false, more: false }),
    ),
    datasetExtent: record('datasetExtent', Promise.resolve({ min: null, max: null })),
    expressionScope: record('expressionScope', Promise.resolve({ fields: [], columns: [] })),
    checkExpression: record('checkExpression', Promise.resolve({ diagnostics: [] })),
    queryMetrics: record(
      'queryMetrics',
      Promise.resolve({ columns: [], table: {}, total: 0, warnings: [] }),
    ),
    allLineage: record('allLineage', { edgeList: [] }),
    vertexLineage: record('vertexLineage', { vertexList: [], edgeList: [] }),
    lineage: () => ({
      evidence: record('evidence', { path: [], steps: [], paths: '0', shortestPaths: '0' }),
      impact: record('impact', { breaks: [], degrades: [] }),
      singlePoints: record('singlePoints', { vertexList: [] }),
      looseEnds: record('looseEnds', { unused: [], unsourced: [] }),
      cycles: record('cycles', { cycleList: [] }),
      vertexAsOf: record('vertexAsOf', Promise.resolve({ vertexList: [], edgeList: [] })),
      difference: record(
        'difference',
        Promise.resolve({
          vertices: { added: [], removed: [], changed: [] },
          edges: { added: [], removed: [] },
        }),
      ),
      moments: record('moments', Promise.resolve({ moments: [], cursor: null })),
      search: record('search', Promise.resolve({ vertexList: [], total: 0 })),
      write: record('write', []),
      import: record('import', Promise.resolve({})),
      importState: record('importState', Promise.resolve({})),
    }),
    dimensionDetail: record('dimensionDetail', { name: 'origin' }),
    dimensionsOfMetrics: record('dimensionsOfMetrics', {}),
    metricDetail: record('metricDetail', Promise.resolve({ name: 'late_rate' })),
    searchCatalog: record(
      'searchCatalog',
      Promise.resolve({ items: [], totals: {}, cursor: null }),
    ),
    datasetDetail: record('datasetDetail', Promise.resolve({ name: 'flights' })),
    listViews: record('listViews', Promise.resolve({ items: [], cursor: null })),
    viewDetail: record('viewDetail', Promise.resolve({ viewName: 'by_state' })),
    deleteView: record('deleteView', Promise.resolve(true)),
    callerDetail: record('callerDetail', Promise.resolve({ account: 'demo' })),
    importDefinitions: record('importDefinitions', Promise.resolve({ applied: true })),
    definitionsImport: record('definitionsImport', Promise.resolve({ applied: true })),
    cancelDefinitionsImport: record('cancelDefinitionsImport', Promise.resolve({ applied: false })),
    saveUserAttributes: record('saveUserAttributes', Promise.resolve(true)),
    deleteUserAttributes: record('deleteUserAttributes', Promise.resolve(true)),
    userAttributes: record('userAttributes', Promise.resolve([])),
    resourceEntries: record('resourceEntries', Promise.resolve([])),
    createMetricView: record('createMetricView', Promise.resolve(true)),
    userGroups: record(
      'userGroups',
      Promise.resolve({ total: 0, pageNumber: 1, pageSize: 1, list: [] }),
    ),
    moveUserGroup: record('moveUserGroup', Promise.resolve(true)),
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
