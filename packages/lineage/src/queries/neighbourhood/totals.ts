import type { SlicedWork } from '@tributary/core/internal'
import { VERTEX_TYPES, type VertexType } from '../../model/vertex.ts'
import { hasSelfLoop, type LineageView } from '../../view/view.ts'
import { forEachNeighbour, type Scope } from './scope.ts'
import { countTypes, type Walk, type Walks } from './walk.ts'

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

/** The size of what the walks found. */
export function measureWalks({ up, down, both }: Walks): NeighbourhoodSize {
  const vertices = up.buffer.count + down.buffer.count - both.length
  return { vertices, hops: Math.max(getHopCount(up), getHopCount(down)) }
}

/** Only the last hop can have found nothing. */
function getHopCount({ ends }: Walk): number {
  return ends.length - (ends.at(-1) === ends.at(-2) ? 2 : 1)
}

/** Vertices counted between two yields; a hop counts as some, for the objects that it takes. */
const COUNTED_AT_ONCE = 65_536
const HOP = 64

/** Counts what the walks found. */
export function* computeTotals(scope: Scope, walks: Walks): SlicedWork<NeighbourhoodTotals> {
  const { up, down } = walks
  const upstream: HopTotals[] = []
  const downstream: HopTotals[] = []
  let remainingWork = COUNTED_AT_ONCE
  for (const walk of [up, down]) {
    const hops = walk === up ? upstream : downstream
    for (let hop = 1; hop <= getHopCount(walk); hop++) {
      const totals = countHop(scope.view, walk, hop)
      hops.push(totals)
      remainingWork -= HOP + totals.vertices
      if (remainingWork > 0) continue
      yield
      remainingWork = COUNTED_AT_ONCE
    }
  }
  const usedTwice = mayShareEdges(scope, walks) ? yield* countUsedTwice(scope, walks) : 0
  const { vertices } = measureWalks(walks)
  return { vertices, edges: up.edges + down.edges - usedTwice, upstream, downstream }
}

function countHop({ types, buffers }: LineageView, { ends, buffer }: Walk, hop: number): HopTotals {
  const counts = buffers.typeCounts
  const { queue } = buffer
  const start = ends[hop - 1]!
  const end = ends[hop]!
  let present = 0
  for (let place = start; place < end; place++) {
    const type = types[queue[place]!]!
    counts[type]! += 1
    present |= 1 << type
  }
  const byType = countsByType(counts, present)
  for (let remainingBits = present; remainingBits !== 0; remainingBits &= remainingBits - 1)
    counts[31 - Math.clz32(remainingBits & -remainingBits)] = 0
  return { hop, vertices: end - start, byType }
}

/** False when the walks used no edge both: they have met the root alone, and no edge begins and ends there. */
function mayShareEdges({ view, root, collapse }: Scope, { both }: Walks): boolean {
  return both.length > 1 || collapse || hasSelfLoop(view.targets, root)
}

/** Number of edges that both walks used. They lie in cycles, so both walks found their sources. */
function* countUsedTwice(scope: Scope, walks: Walks): SlicedWork<number> {
  const { up, down, both } = walks
  let edges = 0
  let looked = 0
  for (const near of both) {
    if (near >= down.expanded) continue
    if (++looked % 256 === 0) yield
    yield* forEachNeighbour(scope, down.buffer.queue[near]!, 'down', (target, link) => {
      if (down.buffer.has(target) && expandsVertex(up, target)) edges += countTypes(link)
    })
  }
  return edges
}

/** Whether the walk went on from the vertex. */
function expandsVertex({ buffer, expanded }: Walk, vertex: number): boolean {
  const place = buffer.placeOf(vertex)
  return place >= 0 && place < expanded
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
