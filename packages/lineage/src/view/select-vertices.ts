import { inSpans, type SlicedWork } from '@tributary/core/internal'
import type { LineageView } from './view.ts'

/** The numbers of a view for which `isWanted` holds, in ascending order. Free numbers are tested as well. */
export function* selectVertices(
  { size, types }: LineageView,
  isWanted: (type: number, vertex: number) => boolean,
): SlicedWork<Uint32Array> {
  const matchingVertices = new Uint32Array(size)
  let count = 0
  yield* inSpans(size, (from, to) => {
    for (let vertex = from; vertex < to; vertex++) {
      if (isWanted(types[vertex]!, vertex)) matchingVertices[count++] = vertex
    }
  })
  return matchingVertices.subarray(0, count)
}
