import { assertNever } from '@tributary/core'
import { runToEnd, type SlicedWork, sortInSlices } from '@tributary/core/internal'
import type { LineageChange } from '../model/change.ts'
import { type Edge, edgeKey, toEdgeTypeMask } from '../model/edge.ts'
import { firstPlace } from '../model/first-place.ts'
import { compareVertices, hasSameFields, type Vertex, vertexKey } from '../model/vertex.ts'
import { freeze } from '../view/frozen-view.ts'
import type { Lineage } from '../view/view.ts'
import type { JournalEntry } from './journal.ts'

/** Later than every version. */
const STILL = Number.POSITIVE_INFINITY

/** The fields of a vertex between two versions. */
interface VertexSpan {
  readonly key: string
  readonly vertex: Vertex
  /** The span before this one; null where the vertex was new. */
  readonly before: VertexSpan | null
  readonly from: number
  to: number
  /** Whether it ended because other fields followed. */
  isReplaced: boolean
}

/** The life of an edge between two versions. */
interface EdgeSpan {
  readonly src: string
  readonly dst: string
  readonly mask: number
  readonly from: number
  to: number
}

/** The changes of one version, counted. */
export interface VersionChanges {
  readonly version: number
  /** UTC, as `Date.toISOString` writes it. */
  readonly at: string
  readonly actor: string
  readonly added: { readonly vertices: number; readonly edges: number }
  readonly removed: { readonly vertices: number; readonly edges: number }
  /** Vertices with other fields. */
  readonly changed: number
}

interface Counts {
  readonly added: { vertices: number; edges: number }
  readonly removed: { vertices: number; edges: number }
  changed: number
}

function createCounts(): Counts {
  return { added: { vertices: 0, edges: 0 }, removed: { vertices: 0, edges: 0 }, changed: 0 }
}

function countVertex(
  { vertex, before, from, to, isReplaced }: VertexSpan,
  count: (version: number, add: (counts: Counts) => void) => void,
): void {
  const lasts = from !== to
  if (lasts && before === null)
    count(from, ({ added }) => {
      added.vertices += 1
    })
  if (lasts && before !== null && !hasSameFields(before.vertex, vertex)) {
    count(from, (counts) => {
      counts.changed += 1
    })
  }
  if (!isReplaced && (lasts || before !== null)) {
    count(to, ({ removed }) => {
      removed.vertices += 1
    })
  }
}

/** Whether something began or ended behind `after` up to `until`. */
function isWithin(
  { from, to }: { readonly from: number; readonly to: number },
  after: number,
  until: number,
): boolean {
  return (from > after && from <= until) || (to > after && to <= until)
}

/** Spans read between two yields: less than a millisecond of work. */
const AT_ONCE = 1024

function isThere({ from, to }: { readonly from: number; readonly to: number }, version: number) {
  return from <= version && version < to
}

/** All past versions of a lineage. A query of the past sees exactly the vertices and edges of that moment. */
export class LineageHistory {
  readonly #vertices: VertexSpan[] = []
  readonly #edges: EdgeSpan[] = []
  readonly #openVertices = new Map<string, VertexSpan>()
  readonly #openEdges = new Map<
    string,
    { readonly span: EdgeSpan; readonly sources: Set<string> }
  >()
  /** The time of each version; version v at index v - 1. */
  readonly #times: string[] = []
  /** Who made each version, as {@link #times}. */
  readonly #actors: string[] = []
  #latest: { readonly version: number; readonly lineage: Lineage } | null = null

  /** The last version; 0 without changes. */
  get version(): number {
    return this.#times.length
  }

  /** Adds the next entry. */
  add({ version, at, actor, change }: JournalEntry): void {
    this.#times.push(at)
    this.#actors.push(actor)
    this.#note(change, version)
  }

  /** The last version at `time`; 0 when there was none. */
  versionAt(time: Date): number {
    const at = time.getTime()
    return firstPlace(this.version, (place) => Date.parse(this.#times[place]!) <= at)
  }

  /** Adds the next entry as work in slices; nothing is asked of the history meanwhile. */
  *addInSlices({ version, at, actor, change }: JournalEntry): SlicedWork<void> {
    this.#times.push(at)
    this.#actors.push(actor)
    const changes = change.op === 'together' ? change.changes : [change]
    for (const [place, singleChange] of changes.entries()) {
      this.#note(singleChange, version)
      if (place % AT_ONCE === AT_ONCE - 1) yield
    }
  }

  /** The lineage as of a version. Takes time in proportion to the history; the last result is kept. */
  asOf(version: number): Lineage {
    return runToEnd(this.asOfInSlices(version))
  }

  /** {@link asOf} as work in slices; nothing is added to the history meanwhile. */
  *asOfInSlices(version: number): SlicedWork<Lineage> {
    if (this.#latest?.version === version) return this.#latest.lineage
    const liveSpans: VertexSpan[] = []
    for (const [place, span] of this.#vertices.entries()) {
      if (isThere(span, version)) liveSpans.push(span)
      if (place % AT_ONCE === 0) yield
    }
    const spans = yield* sortInSlices(liveSpans, (a, b) => compareVertices(a.vertex, b.vertex))
    const vertices: Vertex[] = []
    const numbers = new Map<string, number>()
    for (const [number, { key, vertex }] of spans.entries()) {
      vertices.push(vertex)
      numbers.set(key, number)
      if (number % AT_ONCE === 0) yield
    }
    const pairs = { sources: [] as number[], targets: [] as number[], types: [] as number[] }
    /** By source times the number of vertices, plus target, the place of the pair. */
    const places = new Map<number, number>()
    for (const [at, { src, dst, mask, from, to }] of this.#edges.entries()) {
      if (at % AT_ONCE === 0) yield
      if (!isThere({ from, to }, version)) continue
      const source = numbers.get(src)!
      const target = numbers.get(dst)!
      const key = source * vertices.length + target
      const place = places.get(key)
      if (place !== undefined) {
        pairs.types[place]! |= mask
        continue
      }
      places.set(key, pairs.types.length)
      pairs.sources.push(source)
      pairs.targets.push(target)
      pairs.types.push(mask)
    }
    const lineage = freeze(vertices, pairs)
    this.#latest = { version, lineage }
    return lineage
  }

  /**
   * The changes of each version after `after` up to `until`, oldest first, without versions that changed nothing of these.
   * A vertex or edge that one version adds and removes is not counted.
   */
  *changesInSlices({
    after,
    until: requestedEnd,
    isCounted,
  }: {
    readonly after: number
    readonly until: number
    /** By the key of a vertex, or those of the ends of an edge. */
    readonly isCounted: (keys: readonly string[]) => boolean
  }): SlicedWork<readonly VersionChanges[]> {
    const until = Math.min(requestedEnd, this.version)
    const byVersion = new Map<number, Counts>()
    const count = (version: number, add: (counts: Counts) => void): void => {
      if (version <= after || version > until) return
      const counts = byVersion.get(version) ?? createCounts()
      byVersion.set(version, counts)
      add(counts)
    }
    for (const [place, span] of this.#vertices.entries()) {
      if (place % AT_ONCE === 0) yield
      if (isWithin(span, after, until) && isCounted([span.key])) countVertex(span, count)
    }
    for (const [place, { src, dst, from, to }] of this.#edges.entries()) {
      if (place % AT_ONCE === 0) yield
      if (from === to || !isWithin({ from, to }, after, until) || !isCounted([src, dst])) continue
      count(from, ({ added }) => {
        added.edges += 1
      })
      count(to, ({ removed }) => {
        removed.edges += 1
      })
    }
    const inOrder = yield* sortInSlices([...byVersion], ([a], [b]) => a - b)
    return inOrder.map(([version, counts]) => {
      const [at, actor] = [this.#times[version - 1]!, this.#actors[version - 1]!]
      return { version, at, actor, ...counts }
    })
  }

  #note(change: LineageChange, version: number): void {
    if ('dropped' in change) {
      for (const vertex of change.dropped ?? []) this.#close(vertexKey(vertex), version)
    }
    switch (change.op) {
      case 'set':
        this.#set(change.vertex, version)
        return
      case 'drop':
        this.#close(vertexKey(change.vertex), version)
        return
      case 'state':
        this.#state(change.edge, change.source, version)
        return
      case 'retract':
        this.#retract(change.edge, change.source, version)
        return
      case 'clear':
        for (const key of [...this.#openVertices.keys()]) this.#close(key, version)
        this.#clearEdges(version)
        return
      case 'clearEdges':
        this.#clearEdges(version)
        return
      case 'release':
        return
      case 'together':
        for (const singleChange of change.changes) this.#note(singleChange, version)
        return
      default:
        assertNever(change)
    }
  }

  #set(vertex: Vertex, version: number): void {
    const key = vertexKey(vertex)
    const last = this.#openVertices.get(key) ?? null
    if (last !== null) last.isReplaced = true
    // Two changes of a vertex in one version count once.
    const before = last?.from === version ? last.before : last
    this.#close(key, version)
    const span = { key, vertex, before, from: version, to: STILL, isReplaced: false }
    this.#vertices.push(span)
    this.#openVertices.set(key, span)
  }

  #close(key: string, version: number): void {
    const span = this.#openVertices.get(key)
    if (span === undefined) return
    span.to = version
    this.#openVertices.delete(key)
  }

  #state(edge: Edge, source: string, version: number): void {
    const key = edgeKey(edge)
    const open = this.#openEdges.get(key)
    if (open !== undefined) {
      open.sources.add(source)
      return
    }
    const ends = { src: vertexKey(edge.src), dst: vertexKey(edge.dst) }
    const span = { ...ends, mask: toEdgeTypeMask(edge.edgeType), from: version, to: STILL }
    this.#edges.push(span)
    this.#openEdges.set(key, { span, sources: new Set([source]) })
  }

  #retract(edge: Edge, source: string, version: number): void {
    const key = edgeKey(edge)
    const open = this.#openEdges.get(key)
    if (open === undefined || !open.sources.delete(source) || open.sources.size > 0) return
    open.span.to = version
    this.#openEdges.delete(key)
  }

  #clearEdges(version: number): void {
    for (const { span } of this.#openEdges.values()) span.to = version
    this.#openEdges.clear()
  }
}

/**
 * Reads the history of a lineage from its journal.
 *
 * @example
 * ```ts
 * import { readHistory } from '@tributary/lineage'
 * const entries = (async function* () {
 *   const change = { op: 'clear' } as const
 *   yield { version: 1, at: '2026-01-31T00:00:00.000Z', actor: 'ann', change }
 * })()
 * const history = await readHistory(entries)
 * history.versionAt(new Date('2026-02-01')) // => 1
 * ```
 */
export async function readHistory(entries: AsyncIterable<JournalEntry>): Promise<LineageHistory> {
  const history = new LineageHistory()
  for await (const entry of entries) history.add(entry)
  return history
}
