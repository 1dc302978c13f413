import { pickNumbers } from '../numbers/sorted-order.ts'
import type { AggregateFrame, MeasureColumns, NumberColumn } from '../request/source.ts'

/** The numbers of a frame: what contributions are computed from. */
export type FrameNumbers = Pick<AggregateFrame, 'rowCount' | 'measures' | 'present'>

/** The numbers of the rows from `begin` up to `end`, without copying doubles. */
export function frameBetween(frame: FrameNumbers, begin: number, end: number): FrameNumbers {
  return mapColumns(frame, Math.min(end, frame.rowCount) - begin, (column) => {
    switch (column.kind) {
      case 'exact':
        return { ...column, units: column.units.slice(begin, end) }
      case 'safe':
        return { ...column, units: column.units.subarray(begin, end) }
      case 'double':
        return { ...column, values: column.values.subarray(begin, end) }
    }
  })
}

/** The numbers of some rows, in their order. */
export function pickFrameRows(frame: FrameNumbers, rows: Uint32Array): FrameNumbers {
  return mapColumns(frame, rows.length, (column) => {
    switch (column.kind) {
      case 'exact':
        return { ...column, units: Array.from(rows, (row) => column.units[row] ?? null) }
      case 'safe':
        return { ...column, units: pickNumbers(column.units, rows) }
      case 'double':
        return { ...column, values: pickNumbers(column.values, rows) }
    }
  })
}

function mapColumns(
  { measures, present }: FrameNumbers,
  rowCount: number,
  map: (column: NumberColumn) => NumberColumn,
): FrameNumbers {
  const counts = (values: Float64Array) => {
    const column = map({ kind: 'double', values })
    return column.kind === 'double' ? column.values : values
  }
  return {
    rowCount,
    measures: measures.map(
      ({ current, compare }): MeasureColumns => ({ current: map(current), compare: map(compare) }),
    ),
    present: { current: counts(present.current), compare: counts(present.compare) },
  }
}
