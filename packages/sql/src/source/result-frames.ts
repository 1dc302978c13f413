import type { AggregateFrame, Measure, MeasureColumns, NumberColumn } from '@tributary/attribution'
import { meanColumn } from '@tributary/attribution/internal'
import type { SlicedWork } from '@tributary/core/internal'
import type { AggregateLayout } from '../compile/compile-aggregate.ts'
import { maskCount, toGroupingMask } from '../compile/grouping-sets.ts'
import { keyTexts } from '../results/key-text.ts'
import type { SqlColumn, SqlResult } from '../results/sql-result.ts'

/** Splits the result of an aggregate statement into one frame per grouping of its request. Yields between blocks of rows. */
export function* aggregateFrames(
  result: SqlResult,
  layout: AggregateLayout,
): SlicedWork<readonly AggregateFrame[]> {
  const { masks, keys, numbers } = yield* readColumns(result, layout)
  const rowsOfMask = yield* placesByText(masks)
  const frames: AggregateFrame[] = []
  for (const grouping of layout.groupings) {
    const rows = rowsOfMask.get(toGroupingMask(layout.sets[grouping.set]!, layout.keyCount)) ?? []
    const keyTexts: (readonly (string | null)[])[] = []
    for (const position of grouping.keys) keyTexts.push(yield* pickTexts(keys[position]!, rows))
    const measures: MeasureColumns[] = []
    for (const i of layout.measures.keys()) {
      measures.push(yield* measureColumns(numbers[2 + 2 * i]!, numbers[3 + 2 * i]!, rows))
    }
    const current = yield* counts(numbers[0]!, rows)
    const compare = yield* counts(numbers[1]!, rows)
    frames.push({ rowCount: rows.length, keys: keyTexts, measures, present: { current, compare } })
  }
  return frames
}

/** The numbers of a measure; or, for the extremes of texts, dates and times, texts and no number. */
function* measureColumns(
  current: SqlColumn,
  compare: SqlColumn,
  rows: readonly number[],
): SlicedWork<MeasureColumns> {
  if (isNumbers(current) && isNumbers(compare)) {
    return { current: yield* pickRows(current, rows), compare: yield* pickRows(compare, rows) }
  }
  const none = { kind: 'double', values: new Float64Array(rows.length).fill(Number.NaN) } as const
  const texts = {
    current: yield* pickTexts(yield* keyTexts(current), rows),
    compare: yield* pickTexts(yield* keyTexts(compare), rows),
  }
  return { current: none, compare: none, texts }
}

/** Rows that are read between two yields. */
const BLOCK = 8_192

function* placesByText(texts: readonly string[]): SlicedWork<ReadonlyMap<string, number[]>> {
  const places = new Map<string, number[]>()
  for (let row = 0; row < texts.length; row++) {
    const rowNumbers = places.get(texts[row]!)
    if (rowNumbers === undefined) places.set(texts[row]!, [row])
    else rowNumbers.push(row)
    if (row % BLOCK === 0) yield
  }
  return places
}

function* pickTexts(
  texts: readonly (string | null)[],
  rows: readonly number[],
): SlicedWork<readonly (string | null)[]> {
  const picked = new Array<string | null>(rows.length)
  for (let at = 0; at < rows.length; at++) {
    picked[at] = texts[rows[at]!] ?? null
    if (at % BLOCK === 0) yield
  }
  return picked
}

/** Whether a result has every bit of the doubles that it adds up. */
export function isExact({ columns, rowCount }: SqlResult, { checked }: AggregateLayout): boolean {
  if (!checked) return true
  const inexact = numberColumn(columns.at(-1)!)
  for (let row = 0; row < rowCount; row++) {
    const count = inexact.kind === 'double' ? inexact.values[row]! : Number(inexact.units[row])
    if (count > 0) return false
  }
  return true
}

/** The columns of a result by what the layout says of them; the masks of a row are joined by commas. */
function* readColumns(
  { columns, rowCount }: SqlResult,
  { keyCount }: AggregateLayout,
): SlicedWork<{
  readonly masks: readonly string[]
  readonly keys: readonly (readonly (string | null)[])[]
  readonly numbers: readonly SqlColumn[]
}> {
  const first = maskCount(keyCount)
  const texts: (readonly (string | null)[])[] = []
  for (const column of columns.slice(0, first + keyCount)) texts.push(yield* keyTexts(column))
  return {
    masks: yield* joinMaskRuns(texts.slice(0, first), rowCount),
    keys: texts.slice(first),
    numbers: columns.slice(first + keyCount),
  }
}

function* joinMaskRuns(
  runs: readonly (readonly (string | null)[])[],
  rowCount: number,
): SlicedWork<string[]> {
  const masks = Array<string>(rowCount).fill('')
  for (const [i, run] of runs.entries()) {
    for (let row = 0; row < rowCount; row++) {
      masks[row] = i === 0 ? `${run[row]}` : `${masks[row]},${run[row]}`
      if (row % BLOCK === 0) yield
    }
  }
  return masks
}

/** Numbers as engines give them: whole numbers and decimals as bigints. */
type EngineNumbers = Exclude<NumberColumn, { readonly kind: 'safe' }>

function isNumbers(column: SqlColumn | NumberColumn): column is EngineNumbers {
  return column.kind === 'exact' || column.kind === 'double'
}

function numberColumn(column: SqlColumn | NumberColumn): EngineNumbers {
  if (isNumbers(column)) return column
  throw new TypeError(`An aggregate is a number, found a column of ${column.kind}`)
}

/** The numbers of some rows; `missing` stands for a row of -1 in a column of exact numbers, NULL in one of doubles. */
function* pickRows(
  from: SqlColumn | NumberColumn,
  rows: readonly number[],
  missing: bigint | null = null,
): SlicedWork<EngineNumbers> {
  const column = numberColumn(from)
  if (column.kind === 'double') {
    const values = new Float64Array(rows.length)
    for (let at = 0; at < rows.length; at++) {
      values[at] = column.values[rows[at]!] ?? Number.NaN
      if (at % BLOCK === 0) yield
    }
    return { kind: 'double', values }
  }
  const units = new Array<bigint | null>(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    units[at] = row < 0 ? missing : (column.units[row] ?? null)
    if (at % BLOCK === 0) yield
  }
  return { ...column, units }
}

function* counts(from: SqlColumn, rows: readonly number[]): SlicedWork<Float64Array> {
  const column = numberColumn(from)
  const counts = new Float64Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    if (column.kind === 'double') counts[at] = column.values[row] ?? Number.NaN
    else counts[at] = Number(column.units[row] ?? null)
    if (at % BLOCK === 0) yield
  }
  return counts
}

/** The result of a statement of nested measures with its layout. */
export interface NestedResult {
  readonly result: SqlResult
  readonly layout: AggregateLayout
}

/** Adds the nested measures to the frames; a group that is missing in the result of a statement has a count of zero. */
export function* mergeNestedMeasures(
  frames: readonly AggregateFrame[],
  {
    layout: direct,
    measures: requestedMeasures,
  }: { readonly layout: AggregateLayout; readonly measures: readonly Measure[] },
  nested: readonly NestedResult[],
): SlicedWork<readonly AggregateFrame[]> {
  if (nested.length === 0) return frames
  const sources: NestedSource[] = []
  for (const nestedResult of nested) sources.push(yield* readNestedResult(nestedResult))
  const merged: AggregateFrame[] = []
  for (const [index, frame] of frames.entries()) {
    const measures: MeasureColumns[] = []
    for (const [i, position] of direct.measures.entries()) measures[position] = frame.measures[i]!
    for (const source of sources) {
      const { numbers } = source
      const rows = yield* source.rowsOf(index, frame)
      let countsAt = 2 * source.layout.measures.length
      for (const [i, position] of source.layout.measures.entries()) {
        const { aggregate } = requestedMeasures[position]!.nested!
        const missing = COUNTS.has(aggregate) ? 0n : null
        const current = yield* pickRows(numbers[2 * i]!, rows, missing)
        const compare = yield* pickRows(numbers[2 * i + 1]!, rows, missing)
        measures[position] = { current, compare }
        if (aggregate !== 'AVG') continue
        measures[position] = {
          current: meanColumn(current, yield* counts(numbers[countsAt]!, rows)),
          compare: meanColumn(compare, yield* counts(numbers[countsAt + 1]!, rows)),
        }
        countsAt += 2
      }
    }
    merged.push({ ...frame, measures })
  }
  return merged
}

const COUNTS: ReadonlySet<string> = new Set(['COUNT', 'COUNT_DISTINCT'])

interface NestedSource {
  readonly layout: AggregateLayout
  readonly numbers: readonly SqlColumn[]
  /** Which row of the result belongs to each row of a frame; -1 for none. */
  rowsOf(index: number, frame: AggregateFrame): SlicedWork<readonly number[]>
}

function* readNestedResult({ result, layout }: NestedResult): SlicedWork<NestedSource> {
  const { masks, keys, numbers } = yield* readColumns(result, layout)
  const rows = new Map<string, number>()
  for (const [row, mask] of masks.entries()) {
    const keyValues = keys.map((key) => key[row] ?? null)
    rows.set(JSON.stringify([mask, keyValues]), row)
    if (row % KEYS === 0) yield
  }
  return {
    layout,
    numbers,
    *rowsOf(index, frame) {
      const grouping = layout.groupings[index]!
      const mask = toGroupingMask(layout.sets[grouping.set]!, layout.keyCount)
      const sourceRows: number[] = []
      for (let row = 0; row < frame.rowCount; row++) {
        const keyValues: (string | null)[] = Array.from({ length: layout.keyCount }, () => null)
        for (const [i, position] of grouping.keys.entries())
          keyValues[position] = frame.keys[i]![row] ?? null
        sourceRows.push(rows.get(JSON.stringify([mask, keyValues])) ?? -1)
        if (row % KEYS === 0) yield
      }
      return sourceRows
    },
  }
}

/** Keys that are looked up between two yields. */
const KEYS = 512

/** A frame with its groups in the order of another frame that has the same ones. */
export function* arrangeLike(
  first: AggregateFrame,
  frame: AggregateFrame,
): SlicedWork<AggregateFrame> {
  if (frame === first || first.keys.length === 0) return frame
  const places = new Map<string, number>()
  for (let row = 0; row < frame.rowCount; row++) {
    places.set(serializeGroup(frame, row), row)
    if (row % KEYS === 0) yield
  }
  const rows: number[] = []
  for (let row = 0; row < first.rowCount; row++) {
    rows.push(places.get(serializeGroup(first, row)) ?? -1)
    if (row % KEYS === 0) yield
  }
  const measures: MeasureColumns[] = []
  for (const { current, compare, texts } of frame.measures) {
    measures.push({
      current: yield* pickRows(current, rows),
      compare: yield* pickRows(compare, rows),
      ...(texts && {
        texts: {
          current: yield* pickTexts(texts.current, rows),
          compare: yield* pickTexts(texts.compare, rows),
        },
      }),
    })
  }
  const { keys, rowCount, present } = first
  return { keys, rowCount, present, measures }
}

function serializeGroup({ keys }: AggregateFrame, row: number): string {
  return JSON.stringify(keys.map((key) => key[row]))
}
