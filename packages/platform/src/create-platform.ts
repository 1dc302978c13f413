import { loadWorkspace, type Workspace } from '@tributary/catalog'
import { type Clock, systemClock } from '@tributary/core'
import { countWaitingJobs, iterateLatest } from '@tributary/core/internal'
import { authenticate, authenticateTogether } from './access/authenticate.ts'
import { createTokenVerifier, type VerifyToken } from './access/token-issuers.ts'
import { createAdministration } from './administration/administration.ts'
import {
  checkHealth,
  createDatasourceCheck,
  type PlatformHealth,
} from './administration/check-health.ts'
import { createDataMemory, type DataMemory } from './memory/data-memory.ts'
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
import type { PlatformOptions } from './model/options.ts'
import type { Caller } from './model/rights.ts'
import type { OperationSession, Service } from './operations/admission/operation.ts'
import { createCallerOperations } from './operations/caller-operations.ts'
import { iterateEdges } from './operations/lineage/all-lineage.ts'
import { writeLineagePieces } from './operations/lineage/export-lineage.ts'
import { metricMovements } from './operations/query/metric-movements.ts'
import type { Platform } from './platform.ts'
import { createTasks, type Tasks } from './queue/create-tasks.ts'
import { LEASE } from './queue/worker.ts'
import type { RunningTasks } from './requests/kept-task.ts'
import { openStore, resolveStorePlace } from './store/database/open-store.ts'
import type { Store } from './store/schema.ts'
import { executeInstance } from './tables/execute-instance.ts'
import { createTableStores, type TableStores } from './tables/stores/table-stores.ts'
import { createHeavyQuestions, type HeavyQuestions } from './tenant/admission/heavy-questions.ts'
import { createMemoryWatch } from './tenant/admission/memory-watch.ts'
import { mapErrors } from './tenant/errors/map-errors.ts'
import { redactError } from './tenant/errors/redact-error.ts'
import { startWork, type Work } from './tenant/open/start-work.ts'
import { createTenants, type Tenants } from './tenant/open/tenants.ts'
import { createSession } from './tenant/session.ts'

/** The default of {@link PlatformOptions.memoryBytes}. */
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
  const parts = await openParts(options)
  const { store, clock, tenants, questions, workspace } = parts
  const work = await startParts(parts, options).catch(async (error: unknown) => {
    await closeParts(parts)
    throw error
  })
  let closed = false
  const assertOpen = (): void => {
    if (closed) throw closedError()
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
  const service = createService(parts, { options, assertOpen, health })
  /** An error as the caller may read it, with the rights of this moment. */
  const tell = (error: unknown, caller: Caller): unknown => {
    const tenant = closed ? undefined : tenants.opened(caller.tenant)
    return redactError(tenant === undefined ? null : createSession(tenant, caller), error)
  }
  const authenticateCaller = createAuthentication(parts, options)
  return {
    ...createAdministration({ store, clock, tenants, assertOpen, usual: workspace?.tenant }),
    authenticate: async (credentials) => {
      assertOpen()
      return authenticateCaller(credentials)
    },
    as: createCallerOperations(service, tell),
    ...mapErrors(createStreams(service), (error, [caller]: readonly [Caller]) =>
      tell(error, caller),
    ),
    load: () => ({ ...questions.count(), slices: countWaitingJobs(), workers: service.workers }),
    health,
    close: async () => {
      if (closed) return
      closed = true
      await closeParts(parts, work)
    },
  }
}

/** The parts of a process, each of which is opened and closed once. */
interface Parts {
  readonly clock: Clock
  readonly verifyToken: VerifyToken
  readonly workspace: Workspace | undefined
  readonly engineBytes: number
  readonly questions: HeavyQuestions
  readonly imports: HeavyQuestions
  readonly store: Store
  readonly memory: DataMemory | null
  readonly tasks: Tasks
  readonly tables: TableStores
  readonly tenants: Tenants
}

async function openParts(options: PlatformOptions): Promise<Parts> {
  const { clock = systemClock, maxRows, workers = 0, lineageLimits = {} } = options
  const { onProgress = () => {}, onRowsLeftOut = () => {}, issuers = [] } = options
  const verifyToken = createTokenVerifier(issuers, clock)
  const { engineBytes = findDefaultEngineBytes(), processBytes = findDefaultProcessBytes() } =
    options
  const { memoryBytes = MEMORY_BYTES } = options
  assertWholeNumber('engineBytes', engineBytes, LEAST_ENGINE_BYTES)
  if (maxRows !== undefined) assertWholeNumber('maxRows', maxRows, 1)
  const limits = resolveQuestionLimits(options.questionLimits)
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
  const memory = memoryBytes > 0 ? createDataMemory(memoryBytes) : null
  const tasks = createTasks({ store, clock, limits: { ...USUAL_LIMITS, ...options.taskLimits } })
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
  return {
    clock,
    verifyToken,
    workspace,
    engineBytes,
    questions,
    imports,
    store,
    memory,
    tasks,
    tables,
    tenants,
  }
}

/** Applies the workspace, and starts the workers; null without workers. */
async function startParts(
  { store, clock, tenants, tasks, tables, workspace }: Parts,
  { workers = 0, taskTimes = {}, checksSources, onFault }: PlatformOptions,
): Promise<Work | null> {
  if (workers > 0) await tables.acquire()
  if (workspace !== undefined) {
    await tenants.apply(workspace, { check: 'ALL', leavesSources: checksSources === false })
  }
  if (workers === 0) return null
  const further = { ...taskTimes, ...(onFault && { onFault }) }
  return startWork({ store, clock, tenants, tasks, execute: executeInstance, workers, ...further })
}

async function closeParts(
  { questions, imports, memory, tenants, tables, store }: Parts,
  work: Work | null = null,
): Promise<void> {
  await Promise.all([questions.end(closedError()), imports.end(stoppedImportError())])
  await work?.close()
  await memory?.close()
  await tenants.close()
  await tables.close()
  await store.destroy()
}

interface ServiceDeps {
  readonly options: PlatformOptions
  /** Throws when the platform is closed. */
  readonly assertOpen: () => void
  readonly health: () => Promise<PlatformHealth>
}

function createService(
  { tenants, questions, imports, engineBytes, workspace }: Parts,
  { options, assertOpen, health }: ServiceDeps,
): Service {
  const { workers = 0, taskTimes = {} } = options
  const running: RunningTasks = new Map()
  const service: Service = {
    tenants,
    engineBytes,
    filesOf: workspace?.tenant ?? null,
    workers,
    health,
    openSession: (caller): OperationSession => {
      assertOpen()
      // Callers are made by `authenticate`, which opens their tenant.
      const tenant = tenants.opened(caller.tenant)
      if (tenant === undefined) throw unauthenticatedError()
      return Object.assign(createSession(tenant, caller), { service })
    },
    admit: (tenant, ask, signal) => questions.run(tenant, ask, signal),
    importRules: (tenant) => ({
      admit: (task, signal) => imports.run(tenant, task, signal),
      lease: taskTimes.lease ?? LEASE,
      running,
    }),
  }
  return service
}

/** Answers that are given while they are made. */
function createStreams(
  service: Service,
): Pick<Platform, 'movementSteps' | 'lineageEdges' | 'lineagePieces'> {
  return {
    movementSteps: (caller, request, call) =>
      iterateLatest((onStep, stopped) => {
        const signal = AbortSignal.any(call?.signal ? [call.signal, stopped] : [stopped])
        return service.admit(
          caller.tenant,
          async (limited) =>
            metricMovements(service.openSession(caller), request, { signal: limited, onStep }),
          signal,
        )
      }),
    lineageEdges: async (caller) => iterateEdges(service.openSession(caller)),
    lineagePieces: (caller, request) => writeLineagePieces(service.openSession(caller), request),
  }
}

/** Creates the authentication of callers, whose tenant is then open with its current definitions. */
function createAuthentication(
  { store, clock, verifyToken, tenants }: Parts,
  { trustIdentityHeaders = false }: PlatformOptions,
): Platform['authenticate'] {
  const deps = { store, clock, trustIdentityHeaders, verifyToken }
  return authenticateTogether(async (credentials) => {
    const { caller, version, lineage } = await authenticate(deps, credentials)
    const tenant = await tenants.ensure(caller.tenant, version)
    await tenant.lineageRepository.catchUp(lineage)
    return caller
  })
}
