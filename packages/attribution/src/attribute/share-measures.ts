import type { FactsAnswer, FactsRequest, FactsSource } from '../plan/join-facts.ts'
import type { AggregateFrame, Measure, MeasureColumns, NumberColumn } from '../request/source.ts'

/** A source that aggregates measures for several metrics together. */
export interface SharedSource extends FactsSource {
  /** Says which metric is asked about now: measures that only metrics before it need are forgotten. */
  moveTo(metric: number): void
}

/** How many measures are aggregated together. */
export interface BatchSizes {
  /** The measures of the first request, which nothing is known before. */
  readonly first: number
  /** The measures of each later request, where its answer is not too large. */
  readonly most: number
}

/**
 * Wraps a source so that requests which differ in their measures alone share requests to it: when one needs measures that are
 * not known yet, measures of the metrics after it are aggregated with them, as many as the sizes of batches allow.
 * `metrics` are the measures of each metric as they are requested, in the order of {@link SharedSource.moveTo}.
 */
export function shareMeasures(
  source: FactsSource,
  metrics: readonly (readonly Measure[])[],
  sizes: BatchSizes,
): SharedSource {
  const expected = expectedMeasures(metrics)
  const kinds = new Map<string, RequestKind>()
  const numberOf = partNumbers()
  let position = 0
  const kindFor = (request: FactsRequest): RequestKind => {
    const key = toRequestKindKey(request, numberOf)
    const kind = kinds.get(key) ?? { measures: Promise.resolve(null), batch: sizes.first, next: 0 }
    kinds.set(key, kind)
    return kind
  }
  return {
    moveTo: (metric) => {
      position = metric
    },
    async aggregate(request, options) {
      const kind = kindFor(request)
      const begun = kind.measures
      const pendingMeasures = begun.then(async (before) => {
        const isNew = (measure: Measure): boolean =>
          before?.columns.has(toMeasureKey(measure)) !== true
        const missing = distinct(request.measures).filter(isNew)
        if (before !== null && missing.length === 0) return before
        const wanted = [...missing, ...upcoming(expected, kind, { request, isNew, missing })]
        const named = wanted.map((measure, index) => ({ ...measure, name: `measure ${index}` }))
        const answer = await source.aggregate({ ...request, measures: named }, options)
        kind.batch = Math.min(sizes.most, measuresFor(answer))
        return addMeasures(before && forgetBefore(before, expected, position), wanted, answer)
      })
      kind.measures = pendingMeasures
      try {
        return pickMeasures(await pendingMeasures, request.measures)
      } catch (error) {
        // A request that failed or was aborted must not answer the next one.
        kind.measures = begun
        kind.next = 0
        throw error
      }
    },
  }
}

/** The state of requests of one kind: the measures aggregated so far, and those to aggregate next. */
interface RequestKind {
  measures: Promise<SharedMeasures | null>
  /** How many measures the next request may have. */
  batch: number
  /** The first of the expected measures that may not be known yet. */
  next: number
}

/** Each distinct measure of the metrics, in the order of the first that needs it. */
interface ExpectedMeasures {
  readonly measures: readonly Measure[]
  /** By key, the last metric that needs the measure. */
  readonly last: ReadonlyMap<string, number>
}

function expectedMeasures(metrics: readonly (readonly Measure[])[]): ExpectedMeasures {
  const last = new Map<string, number>()
  for (const [metric, measures] of metrics.entries()) {
    for (const measure of measures) last.set(toMeasureKey(measure), metric)
  }
  return { measures: distinct(metrics.flat()), last }
}

/** The expected measures that fill up a batch with those that are missing. */
function upcoming(
  { measures }: ExpectedMeasures,
  kind: RequestKind,
  {
    request,
    isNew,
    missing,
  }: {
    readonly request: FactsRequest
    readonly missing: readonly Measure[]
    isNew(measure: Measure): boolean
  },
): readonly Measure[] {
  const missingKeys = new Set(missing.map(toMeasureKey))
  const upcomingMeasures: Measure[] = []
  while (kind.next < measures.length && missing.length + upcomingMeasures.length < kind.batch) {
    const measure = measures[kind.next++]!
    const isWanted = isNew(measure) && !missingKeys.has(toMeasureKey(measure))
    if (isWanted && hasWindow(request, measure.otherWindow ?? -1)) upcomingMeasures.push(measure)
  }
  return upcomingMeasures
}

/** The most measures of a request whose answer stays within some memory. */
function measuresFor({ frames }: FactsAnswer): number {
  const groups = frames.reduce((sum, { rowCount }) => sum + rowCount, 0)
  return Math.max(1, Math.floor(BATCH_CELLS / Math.max(1, groups)))
}

/** Groups times measures of a batch: some 100 bytes each while it is aggregated. */
const BATCH_CELLS = 2_000_000

function forgetBefore(
  { answer, columns }: SharedMeasures,
  { last }: ExpectedMeasures,
  position: number,
): SharedMeasures {
  const remainingColumns = [...columns].filter(([key]) => (last.get(key) ?? position) >= position)
  return { answer, columns: new Map(remainingColumns) }
}

function hasWindow({ otherWindows = [] }: FactsRequest, otherWindow: number): boolean {
  return otherWindow < otherWindows.length
}

/** The aggregates that are known for requests of one kind. */
interface SharedMeasures {
  /** Without their measures. */
  readonly answer: FactsAnswer
  /** By measure, a pair of columns for each frame. */
  readonly columns: ReadonlyMap<string, readonly MeasureColumns[]>
}

function addMeasures(
  before: SharedMeasures | null,
  measures: readonly Measure[],
  answer: FactsAnswer,
): SharedMeasures {
  const columns = new Map(before?.columns)
  const places =
    before &&
    answer.frames.map((frame, index) => findRowsInFrame(before.answer.frames[index]!, frame))
  for (const [index, measure] of measures.entries()) {
    const pairs = answer.frames.map((frame, at): MeasureColumns => {
      const { current, compare, texts } = frame.measures[index]!
      const order = places?.[at] ?? null
      if (order === null) return frame.measures[index]!
      const inOrder = (values: readonly (string | null)[]) => order.map((place) => values[place]!)
      return {
        current: reorderColumn(current, order),
        compare: reorderColumn(compare, order),
        ...(texts && {
          texts: { current: inOrder(texts.current), compare: inOrder(texts.compare) },
        }),
      }
    })
    columns.set(toMeasureKey(measure), pairs)
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

function pickMeasures(
  { answer, columns }: SharedMeasures,
  measures: readonly Measure[],
): FactsAnswer {
  const keys = measures.map(toMeasureKey)
  return {
    ...answer,
    frames: answer.frames.map((frame, index) => ({
      ...frame,
      measures: keys.map((key) => columns.get(key)![index]!),
    })),
  }
}

/** Measures with different definitions, each once. */
export function distinct(measures: readonly Measure[]): readonly Measure[] {
  return [...new Map(measures.map((measure) => [toMeasureKey(measure), measure])).values()]
}

/** The key of a request without its measures. */
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

/** The key of a measure: its definition as text, without its name. */
export function toMeasureKey(measure: Measure): string {
  const cachedKey = keys.get(measure)
  if (cachedKey !== undefined) return cachedKey
  const { name: _, ...definition } = measure
  const key = serializePart(definition)
  keys.set(measure, key)
  return key
}

const keys = new WeakMap<Measure, string>()

function serializePart(value: unknown): string {
  return JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}n` : member))
}
