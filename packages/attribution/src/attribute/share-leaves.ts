import type {
  AggregateAnswer,
  AggregateFrame,
  AggregateRequest,
  AggregateSource,
  Leaf,
  LeafColumns,
  NumberColumn,
} from '../request/source.ts'

/**
 * Wraps a source so that requests which differ in their leaves alone share one request to it: the
 * first is sent with all `leaves`, and later ones are answered from its result.
 */
export function shareLeaves(source: AggregateSource, leaves: readonly Leaf[]): AggregateSource {
  const expected = distinct(leaves)
  const kinds = new Map<string, Promise<KnownLeaves>>()
  const numberOf = partNumbers()
  return {
    async aggregate(request, options) {
      const kind = kindOf(request, numberOf)
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
        // A request that failed or was aborted must not answer the next one.
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

/** The aggregates that are known for requests of one kind. */
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

/**
 * The row of each group of a frame in another frame of the same groups; null when both have the
 * same order.
 */
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

/** The key of a request without its leaves. */
function kindOf(request: AggregateRequest, numberOf: (part: unknown) => number): string {
  const { rows, filter, windows, otherWindows = null, groupings, time } = request
  return [rows, filter, windows, otherWindows, time, ...groupings].map(numberOf).join()
}

/**
 * Numbers the parts of requests: equal parts have equal numbers. Requests share most part objects,
 * so each object is serialised once.
 */
function partNumbers(): (part: unknown) => number {
  const known = new WeakMap<object, number>()
  const texts = new Map<string, number>()
  return (part) => {
    const isObject = typeof part === 'object' && part !== null
    const found = isObject ? known.get(part) : undefined
    if (found !== undefined) return found
    const text = textOf(part)
    const number = texts.get(text) ?? texts.size
    texts.set(text, number)
    if (isObject) known.set(part, number)
    return number
  }
}

/** The key of a leaf: its definition as text, without its name. */
function keyOf(leaf: Leaf): string {
  const known = keys.get(leaf)
  if (known !== undefined) return known
  const { name: _, ...rest } = leaf
  const key = textOf(rest)
  keys.set(leaf, key)
  return key
}

const keys = new WeakMap<Leaf, string>()

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one))
}
