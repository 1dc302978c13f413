import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '@tributary/catalog'
import { type DefinitionRef, lineageChange, lineageOfSome } from '@tributary/catalog/internal'
import type { Clock } from '@tributary/core'
import { createMutex, runInSlices, runToEnd, type SlicedWork } from '@tributary/core/internal'
import {
  createLineageGraph,
  importContent,
  type Lineage,
  type LineageGraph,
  type LineageGraphOptions,
  type LineageJournal,
  recordToJournal,
  type VertexRef,
  type VertexType,
} from '@tributary/lineage'
import {
  applyInSlices,
  encodeLineageSnapshot,
  freeze,
  type JournalEntry,
  LineageHistory,
  planReconcile,
  type VersionChanges,
} from '@tributary/lineage/internal'
import { lineageBusyError } from '../model/errors.ts'
import type { Work } from '../store/database/write-queue.ts'
import type { LineageJournals } from '../store/lineage/lineage-journal.ts'
import type { JournalPlace, LineageSnapshots } from '../store/lineage/lineage-snapshot.ts'
import { type SlicedChangeOptions, tryChangeInSlices } from './change-in-slices.ts'
import type { CallerLineage } from './visible-lineage.ts'

/** The lineage of a tenant with all that it ever was. */
export interface LineageRepository {
  readonly graph: LineageGraph
  /**
   * Makes changes in the name of `actor` and stores them. Before, the graph takes in the changes of other processes on the
   * same store. The writes of `alongside` are stored with the changes or not at all; they go first. When this rejects,
   * nothing has changed.
   */
  change(actor: string, work: () => void, alongside?: Work<void>): Promise<void>
  /**
   * As {@link change}, for work of any size: `plan` prepares the work and returns it, both in slices. Questions find the
   * lineage as it was before until everything is stored. `plan` is called again when another process has changed something
   * since.
   */
  changeInSlices(
    actor: string,
    plan: () => SlicedWork<SlicedWork<void>>,
    options: SlicedChangeOptions,
  ): Promise<void>
  /** Takes in the changes of other processes on the same store, up to that version of the journal at least. */
  catchUp(version: number): Promise<void>
  /**
   * Writes a snapshot and prepares the graph for questions when so much has changed since the last snapshot that the next
   * start would take long.
   */
  settle(): Promise<void>
  /** The lineage of that moment. */
  asOf(time: Date, signal?: AbortSignal): Promise<CallerLineage>
  /** The changes of each version in a range of time, oldest first; only those for which `isCounted` is true. */
  changes(range: ChangesQuery, signal?: AbortSignal): Promise<readonly VersionChanges[]>
}

/** Which changes of a lineage. */
export interface ChangesQuery {
  /** @defaultValue the beginning */
  readonly from?: Date
  /** Included. @defaultValue now */
  readonly to?: Date
  /** Only versions before this one. */
  readonly before?: number
  /** By a vertex, or the ends of an edge. */
  readonly isCounted: (vertices: readonly VertexRef[]) => boolean
}

/** Options of {@link openLineageRepository}. */
export interface LineageRepositoryOptions {
  readonly journals: LineageJournals
  /** The place of snapshots; null to read the whole journal and to write none. */
  readonly snapshots: LineageSnapshots | null
  /** The definitions to which the lineage is updated; null when the journal has them already. */
  readonly catalog: Catalog | null
  readonly clock: Clock
  readonly limits?: LineageGraphOptions
}

/** The source of the facts that come from definitions. */
const CATALOG = 'catalog'

/** So many changes are read from the journal in a moment; more are worth a snapshot, if they are many for the lineage. */
const FEW_CHANGES = 10_000

/** So many changes are written before others may run: a few milliseconds of work. */
const APPENDED_AT_ONCE = 500

/** Opens the lineage in the journal and updates it to the definitions. */
export async function openLineageRepository({
  journals,
  snapshots,
  catalog,
  clock,
  limits = {},
}: LineageRepositoryOptions): Promise<LineageRepository> {
  const savedSnapshot = (await snapshots?.read()) ?? null
  const graph = createLineageGraph({
    ...limits,
    ...(savedSnapshot && { base: savedSnapshot.snapshot }),
  })
  /** How many changes the journal has after the snapshot. */
  let unsaved = 0
  const count = (changes: number): void => {
    unsaved += changes
  }
  await journals.dropAbandoned(new Date(clock.now().getTime() - ABANDONED))
  let last: JournalPlace | null = await replay(graph, journals.reader, {
    last: savedSnapshot?.last ?? null,
    count,
  })
  /** Whether the graph has changes that could not be stored. */
  let isStale = false

  const reload = async (): Promise<void> => {
    isStale = true
    // In another graph: questions that come while the journal is read must not find a part of it.
    const reloadedGraph = createLineageGraph()
    last = await replay(reloadedGraph, journals.reader, { last: null, count: () => {} })
    graph.clear()
    importContent(graph, reloadedGraph)
    isStale = false
  }
  const record = async (actor: string, work: () => void, journal: LineageJournal) => {
    last = await replay(graph, journal, { last, count })
    let newest: JournalPlace | null = last
    const append = async (entries: readonly JournalEntry[]): Promise<void> => {
      newest = entries.at(-1)!
      // Thousands are written in one transaction, but not in one go: the embedded store does not yield by itself.
      for (let start = 0; start < entries.length; start += APPENDED_AT_ONCE) {
        if (start > 0) await setImmediate()
        await journal.append(entries.slice(start, start + APPENDED_AT_ONCE))
      }
    }
    const recorder = recordToJournal(graph, { journal: { ...journal, append }, last, clock })
    try {
      recorder.as(actor, work)
      await recorder.flush()
      count((newest?.version ?? 0) - (last?.version ?? 0))
      return newest
    } finally {
      recorder.stop()
      isStale = recorder.version !== (last?.version ?? 0)
    }
  }
  const changeAlone: LineageRepository['change'] = async (actor, work, alongside) => {
    if (isStale) await reload()
    // Otherwise the change would do it without yielding.
    await graph.thaw()
    try {
      last = await journals.write(async (journal, transaction) => {
        await alongside?.(transaction)
        return record(actor, work, journal)
      })
      isStale = false
    } catch (error) {
      // When the store does not answer now, the next change reloads before anything else.
      if (isStale) await reload().catch(() => {})
      throw error
    }
  }
  // The graph has one change under way at a time: the next begins where this one is kept or undone.
  const inTurn = createMutex()
  const change: LineageRepository['change'] = (actor, work, alongside) => {
    return inTurn(() => changeAlone(actor, work, alongside))
  }
  const changeInSlices: LineageRepository['changeInSlices'] = (actor, plan, together) => {
    return inTurn(async () => {
      for (let tries = 1; ; tries++) {
        if (isStale) await reload()
        last = await replay(graph, journals.reader, { last, count })
        await graph.thaw()
        const outcome = await tryChangeInSlices(
          { graph, journals, clock, last },
          actor,
          plan,
          together,
        )
        if (outcome !== null) {
          ;({ last } = outcome)
          unsaved += outcome.changes
          await graph.prepare()
          return
        }
        // Another process has changed something since.
        if (tries === MOST_TRIES) throw lineageBusyError(MOST_TRIES)
      }
    })
  }
  const catchUp = async (version: number): Promise<void> => {
    if ((last?.version ?? 0) >= version) return
    await inTurn(async () => {
      last = await replay(graph, journals.reader, { last, count })
    })
  }
  const settle = async (): Promise<void> => {
    const { vertexCount, edgeCount } = graph
    if (snapshots === null || unsaved < Math.max(FEW_CHANGES, (vertexCount + edgeCount) / 4)) return
    const encodedSnapshot = await inTurn(async () => {
      if (isStale || last === null) return null
      // A graph that has changed so much is large, or soon asked: its first questions would make the index, in no order.
      await graph.prepare()
      return { pieces: await runInSlices(encodeLineageSnapshot(graph, last)), last }
    })
    if (encodedSnapshot === null) return
    await snapshots.write(encodedSnapshot.pieces, encodedSnapshot.last)
    unsaved = 0
  }
  if (catalog !== null) await followCatalog({ graph, change, changeInSlices }, catalog)
  return {
    graph,
    change,
    changeInSlices,
    catchUp,
    settle,
    ...createLineagePast(journals, graph, () => last?.version ?? 0),
  }
}

/** The definitions of the last update of a lineage, and those that have changed since. */
export interface PreviousDefinitions {
  readonly catalog: Catalog
  readonly changed: readonly DefinitionRef[]
}

/**
 * Updates the lineage to the current definitions; only the differences are written. With the definitions of the last
 * update, only facts that depend on changed definitions are computed.
 */
export async function followCatalog(
  { graph, change, changeInSlices }: FollowedLineage,
  catalog: Catalog,
  before: PreviousDefinitions | null = null,
): Promise<void> {
  const part = before && (await runInSlices(lineageChange(before.catalog, catalog, before.changed)))
  const lineageDifference = part ?? {
    before: null,
    after: await runInSlices(lineageOfSome(catalog, null)),
  }
  const plan = () => planReconcile(graph, CATALOG, lineageDifference)
  const changed = Math.max(
    lineageDifference.after.edges.length,
    lineageDifference.before?.edges.length ?? graph.edgeCount,
  )
  if (changed > MANY) await changeInSlices(CATALOG, plan, {})
  else await change(CATALOG, () => runToEnd(runToEnd(plan())))
}

type FollowedLineage = Pick<LineageRepository, 'graph' | 'change' | 'changeInSlices'>

/** Changes of more edges are made in slices and kept together. */
const MANY = 2_000

/** Changes of an import that has not ended so many milliseconds after it stored them are those of a process that ended. */
const ABANDONED = 24 * 60 * 60 * 1_000

/** How often a change is planned again because another process has changed something. */
const MOST_TRIES = 5

/** Makes the changes that the journal has after `last`, and gives the last one. */
async function replay(
  graph: LineageGraph,
  journal: LineageJournal,
  {
    last,
    count,
  }: { readonly last: JournalPlace | null; readonly count: (changes: number) => void },
): Promise<JournalPlace | null> {
  let newest = last
  for await (const entry of journal.read(last?.version ?? 0)) {
    await graph.thaw()
    // Questions find all changes of an import or none.
    const transaction = entry.change.op === 'together' ? graph.begin() : null
    await runInSlices(applyInSlices(graph, entry.change))
    transaction?.commit()
    count(entry.change.op === 'together' ? entry.change.changes.length : 1)
    newest = entry
  }
  return newest
}

/** Reads on in the journal at each question, so that the changes of other processes are among its answers. */
function createLineagePast(
  { reader, versionAt }: LineageJournals,
  graph: LineageGraph,
  current: () => number,
): Pick<LineageRepository, 'asOf' | 'changes'> {
  const history = new LineageHistory()
  const inTurn = createMutex()
  const readOn = async (): Promise<void> => {
    for await (const entry of reader.read(history.version)) {
      await runInSlices(history.addInSlices(entry))
    }
  }
  return {
    asOf: async (time, signal) => {
      const version = await versionAt(time)
      if (version === 0) return EMPTY
      if (version === current()) return { view: graph.view.pin() }
      return inTurn(async () => {
        await readOn()
        return runInSlices(history.asOfInSlices(version), signal)
      })
    },
    changes: async ({ from, to, before = Number.POSITIVE_INFINITY, isCounted }, signal) => {
      const after = from === undefined ? 0 : await versionAt(new Date(from.getTime() - 1))
      const until = to === undefined ? Number.POSITIVE_INFINITY : await versionAt(to)
      return inTurn(async () => {
        await readOn()
        const work = history.changesInSlices({
          after,
          until: Math.min(until, before - 1),
          isCounted: (keys) => isCounted(keys.map(parseVertexKey)),
        })
        return runInSlices(work, signal)
      })
    },
  }
}

/** The vertex of a key. */
function parseVertexKey(key: string): VertexRef {
  const colon = key.indexOf(':')
  return { vertexType: key.slice(0, colon) as VertexType, vertexId: key.slice(colon + 1) }
}

/** Before the first change. */
const EMPTY: Lineage = freeze([], { sources: [], targets: [], types: [] })
