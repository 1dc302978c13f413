import type { RowRange } from '../select/block.ts'
import type { SnapshotPart } from './request-parts.ts'
import { BATCH_ROWS, STEP_ROWS } from './snapshot-notes.ts'

/** Parts in pieces that lie together in the file: whole steps of rows of one batch. */
export function* filePieces(
  parts: readonly SnapshotPart[],
  rowCount: number,
): Generator<SnapshotPart> {
  for (const { column, part } of parts) {
    if (part === 'texts') yield { column, part }
    else for (const rows of batchPieces(part, rowCount)) yield { column, part: rows }
  }
}

function* batchPieces({ from, to }: RowRange, rowCount: number): Generator<RowRange> {
  const end = Math.min(to, rowCount)
  if (from >= end) return
  let begin = Math.floor(from / STEP_ROWS) * STEP_ROWS
  while (begin < end) {
    const batchEnd = (Math.floor(begin / BATCH_ROWS) + 1) * BATCH_ROWS
    const stop = Math.min(batchEnd, Math.ceil(end / STEP_ROWS) * STEP_ROWS)
    yield { from: begin, to: stop }
    begin = stop
  }
}

/** The stretches of a piece between steps that are known. */
export function unknownRows(
  { from, to }: RowRange,
  isKnown: (step: number) => boolean,
): readonly RowRange[] {
  const found: RowRange[] = []
  let begin = from
  for (let row = from; row < to; row += STEP_ROWS) {
    if (!isKnown(row / STEP_ROWS)) continue
    if (row > begin) found.push({ from: begin, to: row })
    begin = row + STEP_ROWS
  }
  if (begin < to) found.push({ from: begin, to })
  return found
}

/** The numbers of the steps of whole steps of rows. */
export function stepsOf({ from, to }: RowRange): readonly number[] {
  return Array.from({ length: (to - from) / STEP_ROWS }, (_, index) => from / STEP_ROWS + index)
}
