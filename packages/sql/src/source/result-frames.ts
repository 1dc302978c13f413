import type { AggregateFrame, Leaf, LeafColumns, NumberColumn } from '@tributary/attribution'
import type { AggregateLayout } from '../compile/compile-aggregate.ts'
import { maskOf, maskRuns } from '../compile/grouping-sets.ts'
import { keyText } from '../results/key-text.ts'
import type { SqlColumn, SqlResult } from '../results/sql-result.ts'

/** Splits the result of an aggregate statement into one frame per grouping of its request. */
export function aggregateFrames(
  result: SqlResult,
  layout: AggregateLayout,
): readonly AggregateFrame[] {
  const { keyCount } = layout
  const maskCount = maskRuns(Array.from({ length: keyCount })).length
  const masks = result.columns.slice(0, maskCount)
  const keys = result.columns.slice(maskCount, maskCount + keyCount).map(keyText)
  const numbers = result.columns.slice(maskCount + keyCount).map(numberColumn)
  const rowsOfMask = groupRows(masks, result.rowCount)
  return layout.groupings.map((grouping) => {
    const rows = rowsOfMask.get(maskOf(layout.sets[grouping.set]!, keyCount)) ?? []
    const pick = (i: number) => pickNumbers(numbers[i]!, rows)
    return {
      rowCount: rows.length,
      keys: grouping.keys.map((position) => rows.map((row) => keys[position]![row] ?? null)),
      leaves: layout.leaves.map((_, i) => ({
        current: pick(2 + 2 * i),
        compare: pick(3 + 2 * i),
      })),
      present: { current: counts(pick(0)), compare: counts(pick(1)) },
    }
  })
}

function groupRows(masks: readonly SqlColumn[], rowCount: number): Map<string, number[]> {
  const rows = new Map<string, number[]>()
  const texts = masks.map(keyText)
  for (let row = 0; row < rowCount; row++) {
    const mask = texts.map((text) => text[row]).join()
    const known = rows.get(mask)
    if (known === undefined) rows.set(mask, [row])
    else known.push(row)
  }
  return rows
}

/** Numbers as engines give them: whole numbers and decimals as bigints. */
type EngineNumbers = Exclude<NumberColumn, { readonly kind: 'safe' }>

function numberColumn(column: SqlColumn): EngineNumbers {
  if (column.kind === 'exact' || column.kind === 'double') return column
  throw new TypeError(`An aggregate is a number, found a column of ${column.kind}`)
}

function pickNumbers(column: EngineNumbers, rows: readonly number[]): EngineNumbers {
  return column.kind === 'double'
    ? { kind: 'double', values: Float64Array.from(rows, (row) => column.values[row]!) }
    : { ...column, units: rows.map((row) => column.units[row] ?? null) }
}

function counts(column: EngineNumbers): Float64Array {
  return column.kind === 'double' ? column.values : Float64Array.from(column.units, Number)
}

/** The result of a statement of nested leaves with its layout. */
export interface NestedResult {
  readonly result: SqlResult
  readonly layout: AggregateLayout
}

/** Adds the nested leaves to the frames; a group that is missing in the result of a statement has a count of zero. */
export function mergeNested(
  frames: readonly AggregateFrame[],
  {
    layout: direct,
    leaves: asked,
  }: { readonly layout: AggregateLayout; readonly leaves: readonly Leaf[] },
  nested: readonly NestedResult[],
): readonly AggregateFrame[] {
  if (nested.length === 0) return frames
  const sources = nested.map(readNested)
  return frames.map((frame, index) => {
    const leaves: LeafColumns[] = []
    for (const [i, position] of direct.leaves.entries()) leaves[position] = frame.leaves[i]!
    for (const source of sources) {
      const rows = source.rowsOf(index, frame)
      for (const [i, position] of source.layout.leaves.entries()) {
        const missing = COUNTS.has(asked[position]!.nested!.aggregate) ? 0n : null
        leaves[position] = {
          current: pick(source.numbers[2 * i]!, rows, missing),
          compare: pick(source.numbers[2 * i + 1]!, rows, missing),
        }
      }
    }
    return { ...frame, leaves }
  })
}

const COUNTS: ReadonlySet<string> = new Set(['COUNT', 'COUNT_DISTINCT'])

interface NestedSource {
  readonly layout: AggregateLayout
  readonly numbers: readonly NumberColumn[]
  /** Which row of the result belongs to each row of a frame; -1 for none. */
  rowsOf(index: number, frame: AggregateFrame): readonly number[]
}

function readNested({ result, layout }: NestedResult): NestedSource {
  const maskCount = maskRuns(Array.from({ length: layout.keyCount })).length
  const masks = result.columns.slice(0, maskCount).map(keyText)
  const keys = result.columns.slice(maskCount, maskCount + layout.keyCount).map(keyText)
  const numbers = result.columns.slice(maskCount + layout.keyCount).map(numberColumn)
  const rows = new Map<string, number>()
  for (let row = 0; row < result.rowCount; row++) {
    const own = keys.map((key) => key[row] ?? null)
    rows.set(JSON.stringify([masks.map((mask) => mask[row]).join(), own]), row)
  }
  const rowsOf = (index: number, frame: AggregateFrame) => {
    const grouping = layout.groupings[index]!
    const mask = maskOf(layout.sets[grouping.set]!, layout.keyCount)
    return Array.from({ length: frame.rowCount }, (_, row) => {
      const own: (string | null)[] = Array.from({ length: layout.keyCount }, () => null)
      for (const [i, position] of grouping.keys.entries())
        own[position] = frame.keys[i]![row] ?? null
      return rows.get(JSON.stringify([mask, own])) ?? -1
    })
  }
  return { layout, numbers, rowsOf }
}

function pick(column: NumberColumn, rows: readonly number[], missing: bigint | null): NumberColumn {
  if (column.kind === 'exact') {
    return {
      ...column,
      units: rows.map((row) => (row < 0 ? missing : (column.units[row] ?? null))),
    }
  }
  const values = column.kind === 'safe' ? column.units : column.values
  const picked = Float64Array.from(rows, (row) => values[row] ?? Number.NaN)
  return column.kind === 'safe' ? { ...column, units: picked } : { kind: 'double', values: picked }
}
