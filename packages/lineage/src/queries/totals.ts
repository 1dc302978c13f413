import type { SlicedWork } from '@tributary/core/internal'
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

/** How large a whole answer is. */
export interface NeighbourhoodSize {
  /** Vertices, the root included. */
  readonly vertices: number
  /** The most hops in a direction that find a vertex. */
  readonly hops: number
}

/** Number of vertices of one direction in one hop. */
export interface HopTotals {
  readonly hop: number
  readonly vertices: number
  /** Only types that are there. */
  readonly byType: CountsByType
}

/** Counts of the hops of two walks, as far as they are counted. */
interface Counting {
  readonly up: HopsOfWalk
  readonly down: HopsOfWalk
}

interface HopsOfWalk {
  readonly walk: Walk
  readonly hops: HopTotals[]
  isDone: boolean
}

/** The size of what the walks found. */
export function measureWalks({ up, down, both }: Walks): NeighbourhoodSize {
  const vertices = up.buffer.count + down.buffer.count - both.length
  return { vertices, hops: Math.max(getHopCount(up), getHopCount(down)) }
}

/** Only the last hop can have found nothing. */
function getHopCount({ ends }: Walk): number {
  return ends.length - (ends.at(-1) === ends.at(-2) ? 2 : 1)
}

/** Begins to count what the walks found. */
export function beginTotals({ up, down }: Walks): Counting {
  return {
    up: { walk: up, hops: [], isDone: false },
    down: { walk: down, hops: [], isDone: false },
  }
}

/** Vertices counted at once; a hop counts as some, for the objects that it takes. */
const COUNTED_AT_ONCE = 65_536
const HOP = 64

/** Counts on. Returns whether all is counted. */
export function countOn(view: LineageView, { up, down }: Counting): boolean {
  return countHops(view, up) && countHops(view, down)
}

function countHops({ types, buffers }: LineageView, counting: HopsOfWalk): boolean {
  if (counting.isDone) return true
  const { hops } = counting
  const { ends, buffer } = counting.walk
  const { queue } = buffer
  const counts = buffers.typeCounts
  let remainingWork = COUNTED_AT_ONCE
  for (let hop = hops.length + 1; hop < ends.length; hop++) {
    const start = ends[hop - 1]!
    const end = ends[hop]!
    if (start === end) break
    if (remainingWork <= 0) return false
    remainingWork -= HOP + end - start
    let present = 0
    for (let place = start; place < end; place++) {
      const type = types[queue[place]!]!
      counts[type]! += 1
      present |= 1 << type
    }
    hops.push({ hop, vertices: end - start, byType: countsByType(counts, present) })
    for (let remainingBits = present; remainingBits !== 0; remainingBits &= remainingBits - 1)
      counts[31 - Math.clz32(remainingBits & -remainingBits)] = 0
  }
  counting.isDone = true
  return true
}

/** The totals of counted walks. */
export function toTotals(walks: Walks, counting: Counting, usedTwice: number): NeighbourhoodTotals {
  const { up, down } = walks
  return {
    vertices: measureWalks(walks).vertices,
    edges: up.edges + down.edges - usedTwice,
    upstream: counting.up.hops,
    downstream: counting.down.hops,
  }
}

/** False when the walks used no edge both: they have met the root alone, and no edge begins and ends there. */
export function mayShareEdges(scope: Scope, { both }: Walks): boolean {
  return both.length > 1 || scope.collapse || leadsToItself(scope)
}

/** Number of edges that both walks used. They lie in cycles, so both walks found their sources. */
export function* countUsedTwice(scope: Scope, walks: Walks): SlicedWork<number> {
  const { down, both } = walks
  let edges = 0
  let looked = 0
  for (const near of both) {
    if (near >= down.expanded) continue
    if (++looked % 256 === 0) yield
    yield* forEachNeighbour(scope, down.buffer.queue[near]!, 'down', (target, types) => {
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
  for (let remainingBits = present; remainingBits !== 0; remainingBits &= remainingBits - 1) {
    const type = 31 - Math.clz32(remainingBits & -remainingBits)
    byType[VERTEX_TYPES[type]!] = counts[type]!
  }
  return byType
}
