import type {
  AggregateAnswer,
  AggregateFrame,
  AggregateRequest,
  AggregateSource,
  Leaf,
  LeafColumns,
  NumberColumn,
} from '../source.ts'

/**
 * A source that asks another once for what many requests share: the first request of a kind is sent with
 * all the leaves that are known to come, and later ones are answered from that. Requests are of one kind
 * when they differ in their leaves alone.
 */
export function shareLeaves(source: AggregateSource, leaves: readonly Leaf[]): AggregateSource {
  const expected = distinct(leaves)
  const kinds = new Map<string, Promise<KnownLeaves>>()
  return {
    async aggregate(request, options) {
      const kind = keyOf({ ...request, leaves: [] })
      const begun = kinds.get(kind)
      const coming = expected.filter(({ otherWindow = -1 }) => hasWindow(request, otherWindow))
      const wanted = begun === undefined ? [...request.leaves, ...coming] : request.leaves
      const known = (begun ?? Promise.resolve(null)).then(async (before) => {
        const missing = distinct(wanted).filter((leaf) => before?.columns.has(keyOf(leaf)) !== true)
        if (before !== null && missing.length === 0) return before
        const named = missing.map((leaf, index) => ({ ...leaf, name: `leaf ${index}` }))
        return addLeaves(
          before,
          missing,
          await source.aggregate({ ...request, leaves: named }, options),
        )
      })
      kinds.set(kind, known)
      try {
        return pickLeaves(await known, request.leaves)
      } catch (error) {
        // A request that failed, or was stopped, is no answer to the next one.
        if (begun === undefined) kinds.delete(kind)
        else kinds.set(kind, begun)
        throw error
      }
    },
  }
}

function hasWindow({ otherWindows = [] }: AggregateRequest, otherWindow: number): boolean {
  return otherWindow < otherWindows.length
}

/** What has been aggregated for requests of one kind. */
interface KnownLeaves {
  /** Without their leaves. */
  readonly answer: AggregateAnswer
  /** By leaf, a pair of columns for each frame. */
  readonly columns: ReadonlyMap<string, readonly LeafColumns[]>
}

function addLeaves(
  before: KnownLeaves | null,
  leaves: readonly Leaf[],
  answer: AggregateAnswer,
): KnownLeaves {
  const columns = new Map(before?.columns)
  const places =
    before && answer.frames.map((frame, index) => placesOf(before.answer.frames[index]!, frame))
  for (const [index, leaf] of leaves.entries()) {
    const pairs = answer.frames.map((frame, at): LeafColumns => {
      const { current, compare } = frame.leaves[index]!
      const order = places?.[at] ?? null
      return { current: reordered(current, order), compare: reordered(compare, order) }
    })
    columns.set(keyOf(leaf), pairs)
  }
  const first = before?.answer ?? answer
  const executed = before === null ? answer.executed : `${first.executed}; ${answer.executed}`
  return { answer: { ...first, executed }, columns }
}

/** Where each group of a frame stands in another of the same groups; null when in the same order. */
function placesOf(frame: AggregateFrame, other: AggregateFrame): readonly number[] | null {
  const keyIn = (one: AggregateFrame, row: number): string =>
    JSON.stringify(one.keys.map((key) => key[row]))
  const rows = new Map<string, number>()
  for (let row = 0; row < other.rowCount; row++) rows.set(keyIn(other, row), row)
  const places = Array.from({ length: frame.rowCount }, (_, row) => rows.get(keyIn(frame, row))!)
  return places.every((place, row) => place === row) ? null : places
}

function reordered(column: NumberColumn, places: readonly number[] | null): NumberColumn {
  if (places === null) return column
  switch (column.kind) {
    case 'exact':
      return { ...column, units: places.map((place) => column.units[place] ?? null) }
    case 'safe':
      return { ...column, units: Float64Array.from(places, (place) => column.units[place]!) }
    case 'double':
      return { ...column, values: Float64Array.from(places, (place) => column.values[place]!) }
  }
}

function pickLeaves({ answer, columns }: KnownLeaves, leaves: readonly Leaf[]): AggregateAnswer {
  const keys = leaves.map(keyOf)
  return {
    ...answer,
    frames: answer.frames.map((frame, index) => ({
      ...frame,
      leaves: keys.map((key) => columns.get(key)![index]!),
    })),
  }
}

function distinct(leaves: readonly Leaf[]): readonly Leaf[] {
  return [...new Map(leaves.map((leaf) => [keyOf(leaf), leaf])).values()]
}

/** What a leaf aggregates, or a request asks, as a text; names of leaves are no part of it. */
function keyOf(of: Leaf | AggregateRequest): string {
  const known = keys.get(of)
  if (known !== undefined) return known
  const { name: _, ...rest } = 'name' in of ? of : { name: '', ...of }
  const key = JSON.stringify(rest, (__, value) => (typeof value === 'bigint' ? `${value}n` : value))
  keys.set(of, key)
  return key
}

const keys = new WeakMap<Leaf | AggregateRequest, string>()
