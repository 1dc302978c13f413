import type {
  AggregateAnswer,
  AggregateFrame,
  MeasureColumns,
  NumberColumn,
} from '@tributary/attribution'
import type { Frontier } from './needed-partitions.ts'
import type { RewrittenRequest } from './rewrite-request.ts'

/** The answer to what was asked, from the answer to what was asked of the table instead. */
export function restoreAnswer(
  answer: AggregateAnswer,
  rewritten: RewrittenRequest,
  frontier: Frontier | null,
): AggregateAnswer {
  return {
    ...answer,
    frontier,
    frames: answer.frames.map((frame) => restoreFrame(frame, rewritten)),
  }
}

function restoreFrame(
  frame: AggregateFrame,
  { counts, countsRows }: RewrittenRequest,
): AggregateFrame {
  const measures = frame.measures.map((measure, index) =>
    counts.has(index) ? toCountColumns(measure) : measure,
  )
  const rows = countsRows ? measures.pop() : undefined
  if (rows === undefined) return { ...frame, measures }
  const present = { current: toCounts(rows.current), compare: toCounts(rows.compare) }
  return { ...frame, measures, present }
}

function toCountColumns({ current, compare }: MeasureColumns): MeasureColumns {
  return { current: fillMissingWithZero(current), compare: fillMissingWithZero(compare) }
}

/** Over no rows a count is zero, where a sum has no value. */
function fillMissingWithZero(column: NumberColumn): NumberColumn {
  switch (column.kind) {
    case 'exact':
      return { ...column, units: column.units.map((units) => units ?? 0n) }
    case 'safe':
      return { ...column, units: column.units.map((units) => (Number.isNaN(units) ? 0 : units)) }
    default:
      return { ...column, values: column.values.map((value) => (Number.isNaN(value) ? 0 : value)) }
  }
}

function toCounts(column: NumberColumn): Float64Array {
  const counts = fillMissingWithZero(column)
  switch (counts.kind) {
    case 'exact':
      return Float64Array.from(counts.units, Number)
    case 'safe':
      return counts.units
    default:
      return counts.values
  }
}
