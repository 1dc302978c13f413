import type { AggregateFrame, NumberColumn } from '@tributary/attribution'
import type { AggregateLayout } from './compile/compile-aggregate.ts'
import { maskOf, maskRuns } from './compile/grouping-sets.ts'
import type { SqlColumn, SqlResult } from './drivers/sql-driver.ts'
import { keyText } from './key-text.ts'

/** The result of an aggregate statement as one frame per grouping of its request. */
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

/** An engine answers whole numbers as bigints. */
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
