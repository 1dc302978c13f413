import type { FactsAnswer, FactsRequest, FactsSource } from '../plan/join-facts.ts'
import type { AggregateFrame, Leaf, LeafColumns, NumberColumn } from '../request/source.ts'

/** A source that aggregates leaves for several metrics together. */
export interface SharedSource extends FactsSource {
  /** Says which metric is asked about now: leaves that only metrics before it need are forgotten. */
  moveTo(metric: number): void
}

/** How many leaves are aggregated together. */
export interface BatchSizes {
  /** The leaves of the first request, which nothing is known before. */
  readonly first: number
  /** The leaves of each later request, where its answer is not too large. */
  readonly most: number
}

/**
 * Wraps a source so that requests which differ in their leaves alone share requests to it: when one needs leaves that are
 * not known yet, leaves of the metrics after it are aggregated with them, as many as the sizes of batches allow.
 * `metrics` are the leaves of each metric as they are requested, in the order of {@link SharedSource.moveTo}.
 */
export function shareLeaves(
  source: FactsSource,
  metrics: readonly (readonly Leaf[])[],
  sizes: BatchSizes,
): SharedSource {
  const expected = expectedLeaves(metrics)
  const kinds = new Map<string, SharedKind>()
  const numberOf = partNumbers()
  let position = 0
  const kindFor = (request: FactsRequest): SharedKind => {
    const key = toRequestKindKey(request, numberOf)
    const kind = kinds.get(key) ?? { known: Promise.resolve(null), batch: sizes.first, next: 0 }
    kinds.set(key, kind)
    return kind
  }
  return {
    moveTo: (metric) => {
      position = metric
    },
    async aggregate(request, options) {
      const kind = kindFor(request)
      const begun = kind.known
      const pendingLeaves = begun.then(async (before) => {
        const isNew = (leaf: Leaf): boolean => before?.columns.has(toLeafKey(leaf)) !== true
        const missing = distinct(request.leaves).filter(isNew)
        if (before !== null && missing.length === 0) return before
        const wanted = [...missing, ...upcoming(expected, kind, { request, isNew, missing })]
        const named = wanted.map((leaf, index) => ({ ...leaf, name: `leaf ${index}` }))
        const answer = await source.aggregate({ ...request, leaves: named }, options)
        kind.batch = Math.min(sizes.most, leavesFor(answer))
        return addLeaves(before && forgetBefore(before, expected, position), wanted, answer)
      })
      kind.known = pendingLeaves
      try {
        return pickLeaves(await pendingLeaves, request.leaves)
      } catch (error) {
        // A request that failed or was aborted must not answer the next one.
        kind.known = begun
        kind.next = 0
        throw error
      }
    },
  }
}

/** What is known for requests of one kind, and what to ask for next. */
interface SharedKind {
  known: Promise<KnownLeaves | null>
  /** How many leaves the next request may have. */
  batch: number
  /** The first of the expected leaves that may not be known yet. */
  next: number
}

/** Each distinct leaf of the metrics, in the order of the first that needs it. */
interface ExpectedLeaves {
  readonly leaves: readonly Leaf[]
  /** By key, the last metric that needs the leaf. */
  readonly last: ReadonlyMap<string, number>
}

function expectedLeaves(metrics: readonly (readonly Leaf[])[]): ExpectedLeaves {
  const last = new Map<string, number>()
  for (const [metric, leaves] of metrics.entries()) {
    for (const leaf of leaves) last.set(toLeafKey(leaf), metric)
  }
  return { leaves: distinct(metrics.flat()), last }
}

/** The expected leaves that fill up a batch with those that are missing. */
function upcoming(
  { leaves }: ExpectedLeaves,
  kind: SharedKind,
  {
    request,
    isNew,
    missing,
  }: {
    readonly request: FactsRequest
    readonly missing: readonly Leaf[]
    isNew(leaf: Leaf): boolean
  },
): readonly Leaf[] {
  const missingKeys = new Set(missing.map(toLeafKey))
  const upcomingLeaves: Leaf[] = []
  while (kind.next < leaves.length && missing.length + upcomingLeaves.length < kind.batch) {
    const leaf = leaves[kind.next++]!
    const isWanted = isNew(leaf) && !missingKeys.has(toLeafKey(leaf))
    if (isWanted && hasWindow(request, leaf.otherWindow ?? -1)) upcomingLeaves.push(leaf)
  }
  return upcomingLeaves
}

/** The most leaves of a request whose answer stays within some memory. */
function leavesFor({ frames }: FactsAnswer): number {
  const groups = frames.reduce((sum, { rowCount }) => sum + rowCount, 0)
  return Math.max(1, Math.floor(BATCH_CELLS / Math.max(1, groups)))
}

/** Groups times leaves of a batch: some 100 bytes each while it is aggregated. */
const BATCH_CELLS = 2_000_000

function forgetBefore(
  { answer, columns }: KnownLeaves,
  { last }: ExpectedLeaves,
  position: number,
): KnownLeaves {
  const remainingColumns = [...columns].filter(([key]) => (last.get(key) ?? position) >= position)
  return { answer, columns: new Map(remainingColumns) }
}

function hasWindow({ otherWindows = [] }: FactsRequest, otherWindow: number): boolean {
  return otherWindow < otherWindows.length
}

/** The aggregates that are known for requests of one kind. */
interface KnownLeaves {
  /** Without their leaves. */
  readonly answer: FactsAnswer
  /** By leaf, a pair of columns for each frame. */
  readonly columns: ReadonlyMap<string, readonly LeafColumns[]>
}

function addLeaves(
  before: KnownLeaves | null,
  leaves: readonly Leaf[],
  answer: FactsAnswer,
): KnownLeaves {
  const columns = new Map(before?.columns)
  const places =
    before &&
    answer.frames.map((frame, index) => findRowsInFrame(before.answer.frames[index]!, frame))
  for (const [index, leaf] of leaves.entries()) {
    const pairs = answer.frames.map((frame, at): LeafColumns => {
      const { current, compare, texts } = frame.leaves[index]!
      const order = places?.[at] ?? null
      if (order === null) return frame.leaves[index]!
      const inOrder = (values: readonly (string | null)[]) => order.map((place) => values[place]!)
      return {
        current: reorderColumn(current, order),
        compare: reorderColumn(compare, order),
        ...(texts && {
          texts: { current: inOrder(texts.current), compare: inOrder(texts.compare) },
        }),
      }
    })
    columns.set(toLeafKey(leaf), pairs)
  }
  const first = before?.answer ?? answer
  const executed = before === null ? answer.executed : `${first.executed}; ${answer.executed}`
  return { answer: { ...first, executed }, columns }
}

/**
 * The row of each group of a frame in another frame of the same groups; null when both have the
 * same order.
 */
function findRowsInFrame(frame: AggregateFrame, target: AggregateFrame): readonly number[] | null {
  const keyIn = (keyedFrame: AggregateFrame, row: number): string =>
    JSON.stringify(keyedFrame.keys.map((key) => key[row]))
  const rows = new Map<string, number>()
  for (let row = 0; row < target.rowCount; row++) rows.set(keyIn(target, row), row)
  const places = Array.from({ length: frame.rowCount }, (_, row) => rows.get(keyIn(frame, row))!)
  return places.every((place, row) => place === row) ? null : places
}

function reorderColumn(column: NumberColumn, places: readonly number[]): NumberColumn {
  switch (column.kind) {
    case 'exact':
      return { ...column, units: places.map((place) => column.units[place] ?? null) }
    case 'safe':
      return { ...column, units: Float64Array.from(places, (place) => column.units[place]!) }
    case 'double':
      return { ...column, values: Float64Array.from(places, (place) => column.values[place]!) }
  }
}

function pickLeaves({ answer, columns }: KnownLeaves, leaves: readonly Leaf[]): FactsAnswer {
  const keys = leaves.map(toLeafKey)
  return {
    ...answer,
    frames: answer.frames.map((frame, index) => ({
      ...frame,
      leaves: keys.map((key) => columns.get(key)![index]!),
    })),
  }
}

/** Leaves with different definitions, each once. */
export function distinct(leaves: readonly Leaf[]): readonly Leaf[] {
  return [...new Map(leaves.map((leaf) => [toLeafKey(leaf), leaf])).values()]
}

/** The key of a request without its leaves. */
function toRequestKindKey(request: FactsRequest, numberOf: (part: unknown) => number): string {
  const { rows, filter, windows, otherWindows = null, groupings, time, otherFacts = null } = request
  return [rows, filter, windows, otherWindows, time, otherFacts, ...groupings].map(numberOf).join()
}

/**
 * Numbers the parts of requests: equal parts have equal numbers. Requests share most part objects,
 * so each object is serialised once.
 */
function partNumbers(): (part: unknown) => number {
  const numbersByPart = new WeakMap<object, number>()
  const texts = new Map<string, number>()
  return (part) => {
    const isObject = typeof part === 'object' && part !== null
    const cachedNumber = isObject ? numbersByPart.get(part) : undefined
    if (cachedNumber !== undefined) return cachedNumber
    const text = serializePart(part)
    const number = texts.get(text) ?? texts.size
    texts.set(text, number)
    if (isObject) numbersByPart.set(part, number)
    return number
  }
}

/** The key of a leaf: its definition as text, without its name. */
export function toLeafKey(leaf: Leaf): string {
  const cachedKey = keys.get(leaf)
  if (cachedKey !== undefined) return cachedKey
  const { name: _, ...definition } = leaf
  const key = serializePart(definition)
  keys.set(leaf, key)
  return key
}

const keys = new WeakMap<Leaf, string>()

function serializePart(value: unknown): string {
  return JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}n` : member))
}
