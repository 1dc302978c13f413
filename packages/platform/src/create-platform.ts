import { loadWorkspace } from '@tributary/catalog'
import { systemClock } from '@tributary/core'
import { iterateLatest, waitingJobs } from '@tributary/core/internal'
import { authenticate, authenticateTogether } from './access/authenticate.ts'
import { createTokenVerifier } from './access/token-issuers.ts'
import { createAdministration } from './administration/administration.ts'
import {
  checkHealth,
  createDatasourceCheck,
  type PlatformHealth,
} from './administration/check-health.ts'
import { askLineage } from './lineage/ask-lineage.ts'
import { createDataMemory } from './memory/data-memory.ts'
import {
  closedError,
  outOfMemoryError,
  stoppedImportError,
  tooManyImportsError,
  tooManyQuestionsError,
  unauthenticatedError,
} from './model/errors.ts'
import { USUAL_LIMITS } from './model/instance.ts'
import {
  assertWholeNumber,
  findDefaultEngineBytes,
  findDefaultProcessBytes,
  LEAST_ENGINE_BYTES,
  resolveQuestionLimits,
} from './model/limits.ts'
import type { CallOptions, PlatformOptions } from './model/options.ts'
import type { Caller } from './model/rights.ts'
import { createBackfill } from './operations/acceleration/create-backfill.ts'
import { deletePlan } from './operations/acceleration/delete-plan.ts'
import { listPlans } from './operations/acceleration/list-plans.ts'
import { listSourceTables } from './operations/acceleration/list-source-tables.ts'
import { cancelTask, listTasks, retryTask } from './operations/acceleration/list-tasks.ts'
import { partitionStates } from './operations/acceleration/partition-states.ts'
import { planDetail, planPartitions } from './operations/acceleration/plan-detail.ts'
import { taskInstance } from './operations/acceleration/task-instance.ts'
import { taskInstances } from './operations/acceleration/task-instances.ts'
import {
  triggerSourceTable,
  triggerSourceTableRange,
} from './operations/acceleration/trigger-source-table.ts'
import { breakDown } from './operations/attribution/break-down.ts'
import { comparePath } from './operations/attribution/compare-path.ts'
import { compareTreePeers, compareTreeTimes } from './operations/attribution/compare-tree.ts'
import { comparePeers, compareTimes } from './operations/attribution/comparison-sides.ts'
import { findCauses } from './operations/attribution/find-causes.ts'
import { rankDimensions } from './operations/attribution/rank-dimensions.ts'
import { datasetDetail } from './operations/definitions/dataset-detail.ts'
import { dimensionDetail, dimensionsOfMetrics } from './operations/definitions/dimension-data.ts'
import {
  cancelDefinitionsImport,
  definitionsImportState,
  importDefinitionsAsTask,
} from './operations/definitions/import-definitions.ts'
import { metricDetail } from './operations/definitions/metric-detail.ts'
import { searchCatalog } from './operations/definitions/search-catalog.ts'
import { allLineage, answerLineage } from './operations/lineage/all-lineage.ts'
import { vertexLineage } from './operations/lineage/vertex-lineage.ts'
import { resourceEntries } from './operations/permissions/resource-entries.ts'
import { checkExpression, describeExpressionScope } from './operations/query/check-expression.ts'
import { datasetExtent } from './operations/query/dataset-extent.ts'
import { dimensionValues } from './operations/query/dimension-values.ts'
import { metricMovements } from './operations/query/metric-movements.ts'
import { metricSeries } from './operations/query/metric-series.ts'
import { queryMetrics } from './operations/query/query-metrics.ts'
import { callerDetail } from './operations/users/caller.ts'
import {
  deleteUserAttributes,
  saveUserAttributes,
  userAttributes,
} from './operations/users/user-attributes.ts'
import { moveUserGroup, userGroups } from './operations/users/user-groups.ts'
import { createMetricView } from './operations/views/create-metric-view.ts'
import { deleteView, listViews, viewDetail } from './operations/views/view-detail.ts'
import type { Platform } from './platform.ts'
import { createTasks } from './queue/create-tasks.ts'
import { LEASE } from './queue/worker.ts'
import type { RunningTasks, TaskRules } from './requests/kept-task.ts'
import { openStore, resolveStorePlace } from './store/database/open-store.ts'
import { executeInstance } from './tables/execute-instance.ts'
import { createTableStores } from './tables/table-stores.ts'
import { createHeavyQuestions } from './tenant/admission/heavy-questions.ts'
import { createMemoryWatch } from './tenant/admission/memory-watch.ts'
import { mapErrors } from './tenant/errors/map-errors.ts'
import { redactError } from './tenant/errors/redact-error.ts'
import { startWork, type Work } from './tenant/open/start-work.ts'
import { createTenants } from './tenant/open/tenants.ts'
import { createSession, type Session } from './tenant/session.ts'

/** The functions of a platform that answer a caller; whatever they reject with is told as the caller may read it. */
type CallerAnswers = {
  readonly [Name in keyof Platform as Parameters<Platform[Name]> extends [Caller, ...unknown[]]
    ? Name
    : never]: Platform[Name]
}

/** What {@link PlatformOptions.memoryBytes} is unless it is given. */
const MEMORY_BYTES = 512 * 2 ** 20

/**
 * Opens the store and the embedded engine and gives the services on them. A workspace is applied to its tenant, as with
 * {@link Platform.apply}; without one, the definitions that were applied before are used. Rejects when the workspace has
 * mistakes (one error lists all), when a file does not match its dataset, or when the store cannot be opened, and then
 * leaves nothing open. Close the platform when done.
 *
 * @example
 * ```ts
 * import { createPlatform } from '@tributary/platform'
 * const platform = await createPlatform({ trustIdentityHeaders: true })
 * (await platform.health()).store // => true
 * await platform.close()
 * ```
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { clock = systemClock, trustIdentityHeaders = false } = options
  const { onProgress = () => {}, onRowsLeftOut = () => {} } = options
  const verifyToken = createTokenVerifier(options.issuers ?? [], clock)
  const { engineBytes = findDefaultEngineBytes() } = options
  assertWholeNumber('engineBytes', engineBytes, LEAST_ENGINE_BYTES)
  if (options.maxRows !== undefined) assertWholeNumber('maxRows', options.maxRows, 1)
  const limits = resolveQuestionLimits(options.questionLimits)
  const { processBytes = findDefaultProcessBytes() } = options
  assertWholeNumber('processBytes', processBytes, LEAST_ENGINE_BYTES)
  const watch = createMemoryWatch({ limit: processBytes, reason: outOfMemoryError })
  const questions = createHeavyQuestions(limits, tooManyQuestionsError, watch)
  const imports = createHeavyQuestions(
    { runningPerTenant: limits.imports, running: limits.running, waiting: 0 },
    tooManyImportsError,
    watch,
  )
  const workspace =
    typeof options.workspace === 'string'
      ? await loadWorkspace(options.workspace)
      : options.workspace
  const place = resolveStorePlace(options)
  const store = await openStore(place)
  const { maxRows, lineageLimits = {}, memoryBytes = MEMORY_BYTES } = options
  const memory = memoryBytes > 0 ? createDataMemory(memoryBytes) : null
  const tasks = createTasks({ store, clock, limits: { ...USUAL_LIMITS, ...options.taskLimits } })
  const { workers = 0, taskTimes = {} } = options
  const tables = createTableStores(place, { workers, engineBytes })
  const tenants = createTenants({
    store,
    clock,
    maxRows,
    questionLimits: limits,
    engineBytes,
    lineageLimits,
    onProgress,
    onRowsLeftOut,
    memory,
    tasks: tasks.queue,
    tables,
  })
  let work: Work | null = null
  const close = async (): Promise<void> => {
    await Promise.all([questions.end(closedError()), imports.end(stoppedImportError())])
    await work?.close()
    await memory?.close()
    await tenants.close()
    await tables.close()
    await store.destroy()
  }
  try {
    if (workers > 0) await tables.acquire()
    if (workspace !== undefined) {
      await tenants.apply(workspace, {
        check: 'ALL',
        leavesSources: options.checksSources === false,
      })
    }
  } catch (error) {
    await close()
    throw error
  }
  if (workers > 0) {
    work = startWork({
      store,
      clock,
      tenants,
      tasks,
      execute: executeInstance,
      workers,
      ...taskTimes,
      ...(options.onFault && { onFault: options.onFault }),
    })
  }

  let closed = false
  const assertOpen = (): void => {
    if (closed) throw closedError()
  }
  const runningImports: RunningTasks = new Map()
  /** The tenant of a caller; callers are made by `authenticate`, which opens their tenant. */
  const importRules = (caller: Caller): TaskRules => ({
    admit: (work, signal) => imports.run(caller.tenant, work, signal),
    lease: taskTimes.lease ?? LEASE,
    running: runningImports,
  })
  const getSession = (caller: Caller): Session => {
    assertOpen()
    const tenant = tenants.opened(caller.tenant)
    if (tenant === undefined) throw unauthenticatedError()
    return createSession(tenant, caller)
  }
  /** An error as the caller may read it, with the rights of this moment. */
  const told = (error: unknown, caller: Caller): unknown => {
    const tenant = closed ? undefined : tenants.opened(caller.tenant)
    return redactError(tenant === undefined ? null : createSession(tenant, caller), error)
  }
  const authentication = { store, clock, trustIdentityHeaders, verifyToken }
  /** A question of a caller when there is a place for it; by then the tenant may have other definitions. */
  const runQuestion = <Answer, Call extends CallOptions>(
    caller: Caller,
    call: Call | undefined,
    ask: (session: Session, call: Call & { readonly signal: AbortSignal }) => Promise<Answer>,
  ): Promise<Answer> => {
    const work = async (signal: AbortSignal): Promise<Answer> =>
      ask(getSession(caller), { ...call!, signal })
    return questions.run(caller.tenant, work, call?.signal)
  }
  const checkDatasources = createDatasourceCheck(() =>
    tenants.all().map(({ catalog, sources: { probes } }) => {
      return { tenant: catalog.workspace.tenant, probes }
    }),
  )
  const health = async (): Promise<PlatformHealth> => {
    if (closed) return { store: false, storeMoved: false, engine: false, datasources: [] }
    return checkHealth({
      store,
      engines: tenants.all().map(({ engine }) => engine),
      datasources: checkDatasources,
    })
  }
  const callerOf = authenticateTogether(async (credentials) => {
    const authenticatedCaller = await authenticate(authentication, credentials)
    const { caller, version, lineage } = authenticatedCaller
    const tenant = await tenants.ensure(caller.tenant, version)
    await tenant.lineageRepository.catchUp(lineage)
    return caller
  })

  const answers: CallerAnswers = {
    compareTimes: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => compareTimes(session, request, limited)),
    comparePeers: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => comparePeers(session, request, limited)),
    metricMovements: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => metricMovements(session, request, limited)),
    movementSteps: (caller, request, call) =>
      iterateLatest((onStep, stopped) => {
        const signal = AbortSignal.any(call?.signal ? [call.signal, stopped] : [stopped])
        return runQuestion(caller, { signal }, (session, limited) =>
          metricMovements(session, request, { ...limited, onStep }),
        )
      }),
    metricSeries: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => metricSeries(session, request, limited)),
    dimensionValues: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => dimensionValues(session, request, limited)),
    datasetExtent: (caller, query, call) =>
      runQuestion(caller, call, (session, limited) => datasetExtent(session, query, limited)),
    expressionScope: async (caller, query, call) =>
      describeExpressionScope(getSession(caller), query, call),
    checkExpression: async (caller, request) => checkExpression(getSession(caller), request),
    queryMetrics: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => queryMetrics(session, request, limited)),
    comparePath: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => comparePath(session, request, limited)),
    findCauses: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => findCauses(session, request, limited)),
    breakDown: async (caller, request) => breakDown(getSession(caller), request),
    compareTreeTimes: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => compareTreeTimes(session, request, limited)),
    compareTreePeers: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => compareTreePeers(session, request, limited)),
    rankDimensions: (caller, request, call) =>
      runQuestion(caller, call, (session, limited) => rankDimensions(session, request, limited)),
    allLineage: async (caller) => allLineage(getSession(caller)),
    vertexLineage: async (caller, query, { signal } = {}) => {
      const session = getSession(caller)
      // Who states what is read from the graph itself, which a start from a snapshot has not made yet.
      if (query.extras === true) await session.lineage.thaw()
      return askLineage(
        session.visibleLineage,
        (lineage) => vertexLineage(session, lineage, query),
        signal,
      )
    },
    lineage: (caller) => {
      const answers = answerLineage(getSession(caller), {
        admit: (work, signal) => questions.run(caller.tenant, work, signal),
        imports: importRules(caller),
      })
      return mapErrors(answers, (error) => told(error, caller))
    },
    dimensionDetail: (caller, name, { by } = {}) => dimensionDetail(getSession(caller), name, by),
    dimensionsOfMetrics: (caller, names) => dimensionsOfMetrics(getSession(caller), names),
    metricDetail: async (caller, name) => metricDetail(getSession(caller), name),
    searchCatalog: async (caller, query, call) => searchCatalog(getSession(caller), query, call),
    datasetDetail: async (caller, name) => datasetDetail(getSession(caller), name),
    importDefinitions: async (caller, request, call) =>
      importDefinitionsAsTask(
        {
          ...{ tenants, engineBytes, filesOf: workspace?.tenant ?? null },
          session: () => getSession(caller),
        },
        request,
        { ...call, ...importRules(caller) },
      ),
    definitionsImport: async (caller, id) =>
      definitionsImportState(getSession(caller), id, importRules(caller)),
    cancelDefinitionsImport: async (caller, id) =>
      cancelDefinitionsImport(getSession(caller), id, importRules(caller)),
    saveUserAttributes: async (caller, request) =>
      saveUserAttributes(getSession(caller), caller, request),
    deleteUserAttributes: async (caller, request) =>
      deleteUserAttributes(getSession(caller), caller, request),
    userAttributes: async (caller, query) => userAttributes(getSession(caller), caller, query),
    resourceEntries: async (caller, query) => resourceEntries(getSession(caller), query),
    createMetricView: async (caller, request) => createMetricView(getSession(caller), request),
    listViews: async (caller, query) => listViews(getSession(caller), query),
    viewDetail: async (caller, viewName) => viewDetail(getSession(caller), viewName),
    deleteView: async (caller, viewName) => deleteView(getSession(caller), viewName),
    callerDetail: async (caller) => callerDetail(getSession(caller), { workers, health }),
    userGroups: async (caller, query) => userGroups(getSession(caller), caller, query),
    moveUserGroup: async (caller, request) => moveUserGroup(getSession(caller), caller, request),
    createBackfill: async (caller, request) => createBackfill(getSession(caller), request),
    taskInstances: async (caller, query) => taskInstances(getSession(caller), query),
    taskInstance: async (caller, id) => taskInstance(getSession(caller), id),
    planDetail: async (caller, query) => planDetail(getSession(caller), query),
    planPartitions: async (caller, query) => planPartitions(getSession(caller), query),
    partitionStates: async (caller, query) => partitionStates(getSession(caller), query),
    listPlans: async (caller, query) => listPlans(getSession(caller), query),
    listSourceTables: async (caller, query) => listSourceTables(getSession(caller), query),
    listTasks: async (caller, query) => listTasks(getSession(caller), query),
    retryTask: async (caller, request) => retryTask(getSession(caller), request),
    cancelTask: async (caller, request) => cancelTask(getSession(caller), request),
    deletePlan: async (caller, id) =>
      deletePlan(getSession(caller), id, (version) => tenants.ensure(caller.tenant, version)),
    triggerSourceTable: async (caller, request) => triggerSourceTable(getSession(caller), request),
    triggerSourceTableRange: async (caller, request) =>
      triggerSourceTableRange(getSession(caller), request),
  }
  return {
    ...createAdministration({ store, clock, tenants, assertOpen, usual: workspace?.tenant }),
    authenticate: async (credentials) => {
      assertOpen()
      return callerOf(credentials)
    },
    ...mapErrors(answers, (error, [caller]: readonly [Caller]) => told(error, caller)),
    load: () => ({ ...questions.count(), slices: waitingJobs(), workers }),
    health,
    close: async () => {
      if (closed) return
      closed = true
      await close()
    },
  }
}
