import { VERTEX_TYPES, type VertexType } from '../model/vertex.ts'
import { type LineageView, wordsAt } from '../view/view.ts'
import type { Walks } from './arrange.ts'
import { isUsedUpwards } from './list-edges.ts'
import { forEachNeighbour, type Scope } from './scope.ts'
import { countTypes, type Walk } from './walk.ts'

/** Counts of the whole answer, however little of it a page lists. */
export interface NeighbourhoodTotals {
  /** Vertices, the root included. */
  readonly vertices: number
  /** Edges; a pair with edges of both types counts two. */
  readonly edges: number
  /** By hop from 1, the vertices found upstream for the first time. */
  readonly upstream: readonly HopTotals[]
  /** By hop from 1, the vertices found downstream for the first time. */
  readonly downstream: readonly HopTotals[]
}

/** Number of vertices of one direction in one hop. */
export interface HopTotals {
  readonly hop: number
  readonly vertices: number
  /** Only types that are there. */
  readonly byType: CountsByType
}

/** Counts what the walks found. */
export function totalsOf(scope: Scope, walks: Walks): NeighbourhoodTotals {
  const { up, down, both } = walks
  return {
    vertices: up.buffer.count + down.buffer.count - both.length,
    edges: up.edges + down.edges - countUsedTwice(scope, walks),
    upstream: hopsOf(scope.view, up),
    downstream: hopsOf(scope.view, down),
  }
}

function hopsOf({ types, buffers }: LineageView, { buffer, ends }: Walk): readonly HopTotals[] {
  const hops: HopTotals[] = []
  const { queue } = buffer
  const counts = buffers.typeCounts
  for (let hop = 1; hop < ends.length; hop++) {
    const start = ends[hop - 1]!
    const end = ends[hop]!
    if (start === end) break
    let present = 0
    for (let place = start; place < end; place++) {
      const type = types[queue[place]!]!
      counts[type]! += 1
      present |= 1 << type
    }
    hops.push({ hop, vertices: end - start, byType: countsByType(counts, present) })
    for (let left = present; left !== 0; left &= left - 1) counts[31 - Math.clz32(left & -left)] = 0
  }
  return hops
}

/** Number of edges that both walks used. They lie in cycles, so both walks found their sources. */
function countUsedTwice(scope: Scope, walks: Walks): number {
  const { down, both } = walks
  // Both have met the root. With nothing else in common an edge would have to begin and end there.
  if (both.length === 1 && !scope.collapse && !leadsToItself(scope)) return 0
  let edges = 0
  for (const near of both) {
    if (near >= down.expanded) continue
    forEachNeighbour(scope, down.buffer.queue[near]!, 'down', (target, types) => {
      const far = down.buffer.placeOf(target)
      if (far >= 0 && isUsedUpwards(walks, near, far)) edges += countTypes(types)
    })
  }
  return edges
}

function leadsToItself({ view, root }: Scope): boolean {
  return wordsAt(view.targets, root).some((word) => word >>> 2 === root)
}

/** Number of vertices by type; only types that occur. */
export type CountsByType = Readonly<Partial<Record<VertexType, number>>>

type Counts = Partial<Record<VertexType, number>>

/** Objects of one type, the usual case: an object literal is many times as fast as one with computed names. */
const OF_ONE_TYPE: Readonly<Record<VertexType, (count: number) => Counts>> = {
  FILE: (count) => ({ FILE: count }),
  FILE_COLUMN: (count) => ({ FILE_COLUMN: count }),
  PHYSICAL_TABLE: (count) => ({ PHYSICAL_TABLE: count }),
  PHYSICAL_TABLE_COLUMN: (count) => ({ PHYSICAL_TABLE_COLUMN: count }),
  DATASET: (count) => ({ DATASET: count }),
  DATASET_COLUMN: (count) => ({ DATASET_COLUMN: count }),
  DIMENSION: (count) => ({ DIMENSION: count }),
  METRIC: (count) => ({ METRIC: count }),
  ANALYSIS_VIEW: (count) => ({ ANALYSIS_VIEW: count }),
}
const BY_NUMBER = VERTEX_TYPES.map((type) => OF_ONE_TYPE[type])

/**
 * By set of types, as bits, an object with these keys: filling in a copy of it is faster than filling an empty
 * object.
 */
const OF_TYPES: readonly Counts[] = Array.from({ length: 1 << VERTEX_TYPES.length }, (_, set) => {
  const types = VERTEX_TYPES.filter((_, number) => (set & (1 << number)) !== 0)
  return Object.fromEntries(types.map((type) => [type, 0]))
})

/** The counts of the types whose bit is set in `present`; `counts` is by type number. */
export function countsByType(counts: Uint32Array, present: number): CountsByType {
  const first = 31 - Math.clz32(present & -present)
  if (present === 1 << first) return BY_NUMBER[first]!(counts[first]!)
  const byType = { ...OF_TYPES[present] }
  for (let left = present; left !== 0; left &= left - 1) {
    const type = 31 - Math.clz32(left & -left)
    byType[VERTEX_TYPES[type]!] = counts[type]!
  }
  return byType
}
