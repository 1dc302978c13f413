import type { AggregateAnswer, AggregateRequest, AggregateSource } from '@tributary/attribution'
import { listTableUses } from '@tributary/attribution/internal'
import type { Catalog } from '@tributary/catalog'
import {
  describeRoute,
  isOver,
  type MayName,
  planMaterialisation,
  type Route,
  type RouteCandidate,
  type RouteTable,
  routeRequest,
  routeTable,
} from '@tributary/catalog/internal'
import { constantNode } from '@tributary/expression/internal'
import type { DataMemory } from '../../memory/data-memory.ts'
import { readSourceVersion, type VersionedSources } from '../../sources/source-version.ts'
import type { MaterialTables } from '../material-tables.ts'
import { createTableMemory, type TableMemory } from './table-memory.ts'
import { createTableStates, type TableStates, toTableContents } from './table-states.ts'

/** Options of a {@link createRoutedSource}. */
export interface RoutedSourceOptions extends VersionedSources {
  readonly tables: Pick<MaterialTables, 'state' | 'changes' | 'source' | 'read'>
  /** Memory for small tables that are queried repeatedly; null keeps none. */
  readonly memory: DataMemory | null
  /** Whose tables they are. */
  readonly owner: string
  /** The tables of all plans; called at the first request. */
  plans(): readonly RouteTable[]
}

/** A source whose answers name in `executed` the table that was used, and the reasons against the others. */
export interface RoutedSource extends AggregateSource {
  /** The same source for a caller without the right to all plans: `executed` has neither names nor SQL of the others. */
  visibleTo(mayName: MayName): AggregateSource
}

/**
 * A source that answers from the smallest materialised table that gives the answer of the base, and otherwise from the base.
 * A table that changes while it is read, or cannot be read, gives no answer: the base does.
 */
export function createRoutedSource(
  base: AggregateSource,
  routing: RoutedSourceOptions,
): RoutedSource {
  const states = createTableStates(routing.tables)
  const memory = createTableMemory(routing)
  const visibleTo = (mayName: MayName): AggregateSource => ({
    async aggregate(request, options = {}) {
      const near = routing.plans().filter((table) => isOver(table, request))
      if (near.length === 0) return base.aggregate(request, options)
      const routedRequest = isOwnTime(request) ? request : { ...request, time: null }
      const route = await routeNow(routedRequest, near, { routing, states })
      const read = await readFrom(route, routedRequest, { routing, states, memory, options })
      if ('answer' in read) {
        const answer = addRoute(read.answer, route, mayName)
        if (routedRequest === request) return answer
        const { frontier } = await base.aggregate(createFrontierRequest(request), options)
        return { ...answer, frontier }
      }
      const answer = await base.aggregate(request, options)
      if (read.failure === null) return addNotes(answer, describeRoute(route, mayName))
      return addNotes(answer, createFailureNotes(route, read.failure, mayName))
    },
  })
  return { ...visibleTo(() => true), visibleTo }
}

/** Whether the frontier is that of all rows, which tables know. */
function isOwnTime({ time, rows }: AggregateRequest): boolean {
  if (time === null) return true
  return (
    time.kind === 'reference' && listTableUses(rows).every(({ visible }) => visible === undefined)
  )
}

/** Asks for the frontier alone: no row is in a window. */
function createFrontierRequest(request: AggregateRequest): AggregateRequest {
  const { rows, windows, time } = request
  const filter = constantNode({ type: 'BOOLEAN', value: false })
  return { rows, filter, windows, measures: [], groupings: [[]], time }
}

interface RouteDeps {
  readonly routing: RoutedSourceOptions
  readonly states: TableStates
}

/** The route by what is in the tables at this moment. */
async function routeNow(
  request: AggregateRequest,
  tables: readonly RouteTable[],
  deps: RouteDeps,
): Promise<Route> {
  const candidates = await Promise.all(tables.map((table) => readRouteCandidate(table, deps)))
  return routeRequest(request, candidates)
}

async function readRouteCandidate(
  table: RouteTable,
  { routing, states }: RouteDeps,
): Promise<RouteCandidate> {
  const { materialisation } = table
  try {
    const state = await states.get(materialisation.table)
    if (state === null) return { table, contents: 'NOT_WRITTEN' }
    const version = await readSourceVersion(materialisation, routing)
    return { table, contents: toTableContents(state, version) }
  } catch {
    return { table, contents: 'NOT_REACHABLE' }
  }
}

type Read = { readonly answer: AggregateAnswer } | { readonly failure: string | null }

/** The answer of the table that a route leads to; none when there is none, or when there is any doubt. */
async function readFrom(
  { chosen }: Route,
  request: AggregateRequest,
  {
    memory,
    options,
    ...deps
  }: RouteDeps & {
    readonly memory: TableMemory
    readonly options: { readonly signal?: AbortSignal }
  },
): Promise<Read> {
  if (chosen === null) return { failure: null }
  try {
    const state = await deps.states.get(chosen.table.materialisation.table)
    if (state === null) return { failure: 'it changed while it was read' }
    const source = memory.findSource(chosen.table, state)
    const answer = chosen.restore(await source.aggregate(chosen.request, options))
    // Of the same source version a partition has the same rows, however often it was written meanwhile.
    const after = await routeNow(request, [chosen.table], deps)
    return after.chosen === null ? { failure: 'it changed while it was read' } : { answer }
  } catch {
    options.signal?.throwIfAborted()
    return { failure: 'it could not be read' }
  }
}

/** The statement contains the names of the table and its columns, so callers without the right to the plan do not see it. */
function addRoute(answer: AggregateAnswer, route: Route, mayName: MayName): AggregateAnswer {
  const notes = describeRoute(route, mayName)
  if (route.chosen === null || mayName(route.chosen.table.plan)) return addNotes(answer, notes)
  return { ...answer, executed: notes.join('\n') }
}

function createFailureNotes(
  { chosen, rejected }: Route,
  failure: string,
  mayName: MayName,
): readonly string[] {
  const rejectionNotes = describeRoute({ chosen: null, rejected }, mayName)
  if (chosen === null) return rejectionNotes
  const { plan } = chosen.table
  const table = mayName(plan) ? `the table of the plan "${plan}"` : 'the table of a plan'
  return [`-- not from ${table}: ${failure}`, ...rejectionNotes]
}

function addNotes(answer: AggregateAnswer, notes: readonly string[]): AggregateAnswer {
  return { ...answer, executed: [answer.executed, ...notes].join('\n') }
}

/** The tables of a catalog's plans in the form that requests are routed by; made at the first call. */
export function createPlanRoutes(catalog: Catalog): () => readonly RouteTable[] {
  let tables: readonly RouteTable[] | null = null
  return () => {
    tables ??= catalog.workspace.plans.map((plan) =>
      routeTable(plan.name, planMaterialisation(catalog, plan)),
    )
    return tables
  }
}
