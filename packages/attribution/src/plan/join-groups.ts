import type { SlicedWork } from '@tributary/core/internal'
import type { AggregateFrame } from '../request/source.ts'

/** The groups of several frames, each once. */
export interface JoinedGroups {
  readonly rowCount: number
  /** A column per key. */
  readonly keys: AggregateFrame['keys']
  /** By frame, the row of each group; -1 where the frame does not have it. */
  readonly rows: readonly Int32Array[]
}

const SLICE_ROWS = 1024

/** Joins the groups of frames by their keys, in the order in which they are found. Yields between groups. */
export function* joinGroups(
  frames: readonly Pick<AggregateFrame, 'rowCount' | 'keys'>[],
): SlicedWork<JoinedGroups> {
  const keys: (string | null)[][] = frames[0]!.keys.map(() => [])
  const groups = new Map<string, number>()
  const placesByFrame: Int32Array[] = []
  for (const frame of frames) {
    const places = new Int32Array(frame.rowCount)
    for (let row = 0; row < frame.rowCount; row++) {
      if (row % SLICE_ROWS === 0) yield
      const values = frame.keys.map((key) => key[row] ?? null)
      const identity = JSON.stringify(values)
      const groupIndex = groups.get(identity)
      places[row] = groupIndex ?? groups.size
      if (groupIndex !== undefined) continue
      groups.set(identity, groups.size)
      for (const [index, value] of values.entries()) keys[index]!.push(value)
    }
    placesByFrame.push(places)
  }
  const rows = placesByFrame.map((places) => {
    const row = new Int32Array(groups.size).fill(-1)
    for (const [at, group] of places.entries()) row[group] = at
    return row
  })
  return { keys, rows, rowCount: groups.size }
}
