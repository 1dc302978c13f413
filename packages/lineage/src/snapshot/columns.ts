import { inSpans, LongList, type SlicedWork, sortInSlices } from '@tributary/core/internal'
import type { LineageContent, StatedVertex } from '../model/content.ts'
import { toEdgeTypeMask } from '../model/edge.ts'
import { compareVertices, VERTEX_TYPES, vertexKey } from '../model/vertex.ts'
import { pack } from '../view/frozen-view.ts'
import type { AdjacencyLists } from '../view/view.ts'

/** The sources that state a vertex (one list of names) or a pair (a list for each edge type). */
export type Stated = readonly (readonly string[])[]

/** A lineage as columns; vertices are numbered by their place in the order of `compareVertices`. */
export interface LineageColumns {
  readonly vertices: readonly StatedVertex[]
  readonly types: Uint8Array
  /** By vertex, the index of its sources in `stated`. */
  readonly vertexStated: Uint32Array
  readonly sources: AdjacencyLists
  readonly targets: AdjacencyLists
  /** By word of `targets`, the index of the sources of the pair in `stated`. */
  readonly pairStated: Uint32Array
  /** The distinct lists. */
  readonly stated: readonly Stated[]
}

/** The columns of a lineage, which does not change meanwhile. */
export function* toLineageColumns(content: LineageContent): SlicedWork<LineageColumns> {
  const stating = new LongList<StatedVertex>()
  for (const vertex of content.statedVertices()) {
    stating.push(vertex)
    if (stating.length % AT_ONCE === 0) yield
  }
  const vertices = yield* sortInSlices(yield* stating.take(), compareVertices)
  const dictionary = new Dictionary()
  const pairs = yield* collectPairs(content, vertices, dictionary)
  const size = vertices.length
  const { sources, targets, types, stated } = pairs
  const vertexTypes = new Uint8Array(size)
  const vertexStated = new Uint32Array(size)
  yield* inSpans(size, (from, to) => {
    for (let number = from; number < to; number++) {
      const vertex = vertices[number]!
      vertexTypes[number] = VERTEX_TYPES.indexOf(vertex.vertexType)
      vertexStated[number] = dictionary.intern([vertex.sources])
    }
  })
  const packed = { sources: pack(size, targets, sources, types) }
  yield
  const packedTargets = pack(size, sources, targets, types)
  yield
  return {
    vertices,
    types: vertexTypes,
    vertexStated,
    ...packed,
    targets: packedTargets,
    pairStated: sortBySource(sources, stated, size),
    stated: dictionary.all,
  }
}

/** Items between two yields: less than a millisecond of work. */
const AT_ONCE = 256

/** Interned lists. */
class Dictionary {
  readonly all: Stated[] = []
  readonly #numbers = new Map<string, number>()
  #last: { readonly stated: Stated; readonly number: number } | null = null

  intern(stated: Stated): number {
    // Most are as the one before.
    if (this.#last !== null && isSame(this.#last.stated, stated)) return this.#last.number
    const number = this.#find(stated)
    this.#last = { stated: [...stated], number }
    return number
  }

  #find(stated: Stated): number {
    const key = JSON.stringify(stated)
    const listNumber = this.#numbers.get(key)
    if (listNumber !== undefined) return listNumber
    this.#numbers.set(key, this.all.length)
    this.all.push([...stated])
    return this.all.length - 1
  }
}

function isSame(a: Stated, b: Stated): boolean {
  return (
    a.length === b.length &&
    a.every((names, i) => {
      const otherNames = b[i]!
      return (
        names.length === otherNames.length && names.every((name, at) => name === otherNames[at])
      )
    })
  )
}

interface Pairs {
  readonly sources: number[]
  readonly targets: number[]
  readonly types: number[]
  readonly stated: number[]
}

function* collectPairs(
  content: LineageContent,
  vertices: readonly StatedVertex[],
  dictionary: Dictionary,
): SlicedWork<Pairs> {
  const numbers = new Map<string, number>()
  for (const [number, vertex] of vertices.entries()) {
    numbers.set(vertexKey(vertex), number)
    if (number % AT_ONCE === 0) yield
  }
  const pairs: Pairs = { sources: [], targets: [], types: [], stated: [] }
  const places = new Map<number, number>()
  let read = 0
  for (const { src, dst, edgeType, sources } of content.edges()) {
    if (++read % AT_ONCE === 0) yield
    const source = numbers.get(vertexKey(src))!
    const target = numbers.get(vertexKey(dst))!
    const mask = toEdgeTypeMask(edgeType)
    const stated: [readonly string[], readonly string[]] =
      mask === 1 ? [sources, []] : [[], sources]
    const key = source * vertices.length + target
    const place = places.get(key)
    if (place === undefined) {
      places.set(key, pairs.types.length)
      pairs.sources.push(source)
      pairs.targets.push(target)
      pairs.types.push(mask)
      pairs.stated.push(dictionary.intern(stated))
      continue
    }
    pairs.types[place]! |= mask
    const previousLists = dictionary.all[pairs.stated[place]!]!
    stated[mask === 1 ? 1 : 0] = previousLists[mask === 1 ? 1 : 0]!
    pairs.stated[place] = dictionary.intern(stated)
  }
  return pairs
}

/** The values in the order in which `pack` sorts the pairs of these sources. */
function sortBySource(
  sources: readonly number[],
  values: readonly number[],
  size: number,
): Uint32Array {
  const next = new Uint32Array(size + 1)
  for (const source of sources) next[source + 1]! += 1
  for (let vertex = 0; vertex < size; vertex++) next[vertex + 1]! += next[vertex]!
  const ordered = new Uint32Array(values.length)
  for (const [i, source] of sources.entries()) ordered[next[source]!++] = values[i]!
  return ordered
}
