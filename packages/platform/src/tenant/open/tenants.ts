import type { Catalog, Workspace } from '@tributary/catalog'
import { catalogInSlices } from '@tributary/catalog/internal'
import { createKeyedMutex, runInSlices } from '@tributary/core/internal'
import { readCalendar } from '../../sources/read-calendar.ts'
import { toEngineKey } from '../../sources/source-kinds.ts'
import { type ApplyOptions, applyWorkspace } from '../../store/definitions/apply-workspace.ts'
import { readStoredWorkspace } from '../../store/definitions/read-definitions.ts'
import type { WorkspaceDifference } from '../../store/definitions/workspace-rows.ts'
import { createSearchIndexes, type SearchIndexes } from '../search/search-indexes.ts'
import type { Tenant } from '../tenant.ts'
import { openEngine, type TenantEngine } from './open-engine.ts'
import {
  type LineageUpdate,
  openTenant,
  settleLineage,
  type TenantDeps,
  type TenantParts,
} from './open-tenant.ts'
import {
  findDatasetsToCheck,
  findLineageChanges,
  readPreviousDefinitions,
} from './previous-definitions.ts'

/** The tenants that a process has open, each with the definitions last applied. */
export interface Tenants {
  /** A tenant that is open. */
  opened(name: string): Tenant | undefined
  /** Those that are open. */
  all(): readonly Tenant[]
  /** Opens a tenant, or opens it anew when its definitions in the store are no more of that version. */
  ensure(name: string, version: number): Promise<Tenant>
  /** Brings a tenant's definitions in the store to the workspace, and opens it with them. */
  apply(workspace: Workspace, options: ApplyChecks): Promise<WorkspaceDifference>
  /** Ends the engines. */
  close(): Promise<void>
}

/** How much an application looks at, on what it depends, and what is written with it. */
export interface ApplyChecks extends ApplyOptions {
  /** Every data file and the whole lineage, or what belongs to definitions that are new or different. */
  readonly check: 'ALL' | 'CHANGED'
  /** Whether no source is looked into. @defaultValue false */
  readonly leavesSources?: boolean
}

interface Open {
  readonly tenant: Tenant
  readonly engine: TenantEngine
}

interface Waiting {
  readonly name: string
  readonly look: (tenant: Tenant) => void
}

/** How long an engine that was replaced goes on for the requests that have begun with it, in milliseconds. */
const GRACE = 60_000

/** Creates a registry of tenants with none open. */
export function createTenants(deps: TenantDeps): Tenants {
  const open = new Map<string, Open>()
  /** A tenant is opened by one piece of work at a time. */
  const opening = createKeyedMutex()
  const retired = new Map<TenantEngine, NodeJS.Timeout>()
  /** Requests that wait for a tenant with newer definitions. */
  const waiting = new Set<Waiting>()

  const retire = (engine: TenantEngine): void => {
    const end = (): void => {
      retired.delete(engine)
      void engine.close()
    }
    retired.set(engine, setTimeout(end, GRACE).unref())
  }
  const put = (name: string, next: Open): Tenant => {
    const before = open.get(name)
    open.set(name, next)
    for (const waiter of waiting) if (waiter.name === name) waiter.look(next.tenant)
    before?.tenant.visibleLineages.close()
    if (before !== undefined && before.engine !== next.engine) retire(before.engine)
    return next.tenant
  }
  /** An engine for the workspace: the one that is open, when it reads the same. */
  const engineFor = async (workspace: Workspace): Promise<TenantEngine> => {
    const before = open.get(workspace.tenant)?.engine
    return before?.reads === toEngineKey(workspace) ? before : openEngine(workspace, deps)
  }
  const dropUnused = async (name: string, engine: TenantEngine): Promise<void> => {
    if (open.get(name)?.engine !== engine) await engine.close()
  }
  /** Opens a tenant. One that is open answers with the new definitions before its lineage is up to date. */
  const openWith = async (
    parts: Omit<TenantParts, 'opened'>,
    update: LineageUpdate,
  ): Promise<Tenant> => {
    const name = parts.workspace.tenant
    const opened = open.get(name)?.tenant
    const tenant = await openTenant({ ...parts, opened }, deps)
    const next = { tenant, engine: parts.engine }
    if (opened !== undefined) put(name, next)
    await settleLineage(tenant, update)
    return opened === undefined ? put(name, next) : tenant
  }
  const reopen = async (name: string): Promise<Tenant> => {
    const stored = await readStoredWorkspace(deps.store, name)
    if (stored === null) throw new TypeError(`Nothing was applied for the tenant "${name}"`)
    const engine = await engineFor(stored.workspace)
    try {
      return await openWith({ ...stored, engine }, { comparesAll: false })
    } catch (error) {
      await dropUnused(name, engine)
      throw error
    }
  }
  const apply = async (
    inputWorkspace: Workspace,
    { check, leavesSources = false, ...together }: ApplyChecks,
  ): Promise<WorkspaceDifference> => {
    const name = inputWorkspace.tenant
    const { store, clock } = deps
    const comparesAll = check === 'ALL'
    const before = comparesAll
      ? null
      : await readPreviousDefinitions(open.get(name)?.tenant, store, name)
    const engine = await engineFor(inputWorkspace)
    try {
      const { workspace, problems } = await readCalendar(inputWorkspace, engine.sources)
      const [problem] = problems
      if (problem !== undefined && !leavesSources) throw problem.error
      const previousWorkspace = before?.catalog.workspace ?? null
      if (!leavesSources)
        await engine.sources.check(findDatasetsToCheck(previousWorkspace, workspace))
      const { signal } = together
      signal?.throwIfAborted()
      // Made before: from the commit until the tenant is opened with them, requests wait.
      const catalog = await runInSlices(catalogInSlices(workspace), signal)
      const searchIndexes = await searchIndexesAfter(open.get(name)?.tenant, catalog, signal)
      const { difference, version } = await applyWorkspace(store, workspace, clock, together)
      const changed = findLineageChanges(before, difference.changes, version)
      const changes = before &&
        changed && { before: { catalog: before.catalog, version: before.version, changed } }
      const parts = { workspace, version, engine, catalog, searchIndexes }
      await openWith(parts, { comparesAll, ...changes })
      return difference
    } catch (error) {
      await dropUnused(name, engine)
      throw error
    }
  }
  return {
    opened: (name) => open.get(name)?.tenant,
    all: () => Array.from(open.values(), ({ tenant }) => tenant),
    ensure: async (name, version) => {
      const isCurrent = (tenant: Tenant | undefined): tenant is Tenant =>
        tenant !== undefined && tenant.version >= version
      const now = open.get(name)?.tenant
      if (isCurrent(now)) return now
      const { promise, resolve, reject } = Promise.withResolvers<Tenant>()
      const look = (tenant: Tenant): void => {
        if (isCurrent(tenant)) resolve(tenant)
      }
      const waiter: Waiting = { name, look }
      waiting.add(waiter)
      // Whoever opens it now brings its lineage up to date as well, for which questions do not wait.
      opening
        .run(name, async () => {
          const since = open.get(name)?.tenant
          return isCurrent(since) ? since : reopen(name)
        })
        .then(resolve, reject)
      return promise.finally(() => waiting.delete(waiter))
    },
    apply: (workspace, checks) => opening.run(workspace.tenant, () => apply(workspace, checks)),
    close: async () => {
      await opening.idle()
      for (const timer of retired.values()) clearTimeout(timer)
      const engines = new Set([
        ...Array.from(open.values(), ({ engine }) => engine),
        ...retired.keys(),
      ])
      await Promise.all(Array.from(engines, (engine) => engine.close()))
    },
  }
}

/** The search indexes of the definitions that an open tenant is to have; made, where those of its present ones are. */
async function searchIndexesAfter(
  tenant: Tenant | undefined,
  catalog: Catalog,
  signal: AbortSignal | undefined,
): Promise<SearchIndexes | undefined> {
  if (tenant === undefined) return undefined
  const { store, lineage, searchIndexes } = tenant
  const indexes = createSearchIndexes(catalog, { store, graph: lineage })
  if (searchIndexes.isPrepared()) await indexes.prepare(signal)
  return indexes
}
