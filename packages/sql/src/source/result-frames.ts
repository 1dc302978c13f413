import type { AggregateFrame, Leaf, LeafColumns, NumberColumn } from '@tributary/attribution'
import { meanColumn } from '@tributary/attribution/internal'
import type { AggregateLayout } from '../compile/compile-aggregate.ts'
import { maskCount, maskOf } from '../compile/grouping-sets.ts'
import { keyText } from '../results/key-text.ts'
import type { SqlColumn, SqlResult } from '../results/sql-result.ts'

/** Splits the result of an aggregate statement into one frame per grouping of its request. */
export function aggregateFrames(
  result: SqlResult,
  layout: AggregateLayout,
): readonly AggregateFrame[] {
  const { masks, keys, numbers } = readColumns(result, layout)
  const rowsOfMask = Map.groupBy(masks.keys(), (row) => masks[row]!)
  return layout.groupings.map((grouping) => {
    const rows = rowsOfMask.get(maskOf(layout.sets[grouping.set]!, layout.keyCount)) ?? []
    return {
      rowCount: rows.length,
      keys: grouping.keys.map((position) => rows.map((row) => keys[position]![row] ?? null)),
      leaves: layout.leaves.map((_, i) => ({
        current: pickRows(numbers[2 + 2 * i]!, rows),
        compare: pickRows(numbers[3 + 2 * i]!, rows),
      })),
      present: { current: counts(numbers[0]!, rows), compare: counts(numbers[1]!, rows) },
    }
  })
}

/** Whether a result has every bit of the doubles that it adds up. */
export function isExact({ columns, rowCount }: SqlResult, { checked }: AggregateLayout): boolean {
  if (!checked) return true
  const inexact = numberColumn(columns.at(-1)!)
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  return counts(inexact, rows).every((count) => !(count > 0))
}

/** The columns of a result by what the layout says of them; the masks of a row are joined by commas. */
function readColumns(
  { columns, rowCount }: SqlResult,
  { keyCount }: AggregateLayout,
): {
  readonly masks: readonly string[]
  readonly keys: readonly (readonly (string | null)[])[]
  readonly numbers: readonly EngineNumbers[]
} {
  const first = maskCount(keyCount)
  return {
    masks: masksOf(columns.slice(0, first).map(keyText), rowCount),
    keys: columns.slice(first, first + keyCount).map(keyText),
    numbers: columns.slice(first + keyCount).map(numberColumn),
  }
}

function masksOf(runs: readonly (readonly (string | null)[])[], rowCount: number): string[] {
  const masks = Array<string>(rowCount).fill('')
  for (const [i, run] of runs.entries()) {
    for (let row = 0; row < rowCount; row++) {
      masks[row] = i === 0 ? `${run[row]}` : `${masks[row]},${run[row]}`
    }
  }
  return masks
}

/** Numbers as engines give them: whole numbers and decimals as bigints. */
type EngineNumbers = Exclude<NumberColumn, { readonly kind: 'safe' }>

function numberColumn(column: SqlColumn): EngineNumbers {
  if (column.kind === 'exact' || column.kind === 'double') return column
  throw new TypeError(`An aggregate is a number, found a column of ${column.kind}`)
}

/** The numbers of some rows; `missing` stands for a row of -1 in a column of exact numbers, NULL in one of doubles. */
function pickRows(
  column: EngineNumbers,
  rows: readonly number[],
  missing: bigint | null = null,
): EngineNumbers {
  if (column.kind === 'double') {
    const values = new Float64Array(rows.length)
    for (const [at, row] of rows.entries()) values[at] = column.values[row] ?? Number.NaN
    return { kind: 'double', values }
  }
  const units: (bigint | null)[] = []
  for (const row of rows) units.push(row < 0 ? missing : (column.units[row] ?? null))
  return { ...column, units }
}

function counts(column: EngineNumbers, rows: readonly number[]): Float64Array {
  const picked = pickRows(column, rows)
  return picked.kind === 'double' ? picked.values : Float64Array.from(picked.units, Number)
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
      const { numbers } = source
      const rows = source.rowsOf(index, frame)
      let countsAt = 2 * source.layout.leaves.length
      for (const [i, position] of source.layout.leaves.entries()) {
        const { aggregate } = asked[position]!.nested!
        const missing = COUNTS.has(aggregate) ? 0n : null
        const [current, compare] = [2 * i, 2 * i + 1].map((at) =>
          pickRows(numbers[at]!, rows, missing),
        )
        leaves[position] = { current: current!, compare: compare! }
        if (aggregate !== 'AVG') continue
        const [now, before] = [countsAt, countsAt + 1].map((at) => counts(numbers[at]!, rows))
        leaves[position] = {
          current: meanColumn(current!, now!),
          compare: meanColumn(compare!, before!),
        }
        countsAt += 2
      }
    }
    return { ...frame, leaves }
  })
}

const COUNTS: ReadonlySet<string> = new Set(['COUNT', 'COUNT_DISTINCT'])

interface NestedSource {
  readonly layout: AggregateLayout
  readonly numbers: readonly EngineNumbers[]
  /** Which row of the result belongs to each row of a frame; -1 for none. */
  rowsOf(index: number, frame: AggregateFrame): readonly number[]
}

function readNested({ result, layout }: NestedResult): NestedSource {
  const { masks, keys, numbers } = readColumns(result, layout)
  const rows = new Map<string, number>()
  for (const [row, mask] of masks.entries()) {
    const own = keys.map((key) => key[row] ?? null)
    rows.set(JSON.stringify([mask, own]), row)
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
