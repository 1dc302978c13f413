import type { LineageContent, StatedVertex } from '../model/content.ts'
import { listEdgeTypes, type StatedEdge } from '../model/edge.ts'
import { toVertexRef, VERTEX_TYPES, type Vertex } from '../model/vertex.ts'
import { createFrozenView } from '../view/frozen-view.ts'
import type { AdjacencyLists, Lineage, LineageView } from '../view/view.ts'
import type { Stated } from './columns.ts'
import type { SnapshotHeader, SnapshotSection } from './layout.ts'

/** The arrays of a snapshot file as bytes. */
export type SnapshotSections = Readonly<Record<SnapshotSection, Uint8Array<ArrayBuffer>>>

/** The sources in a snapshot. */
export interface SnapshotStatements {
  /** Of a vertex one list of names, of a pair one for each edge type. */
  readonly lists: readonly Stated[]
  /** By vertex number, an index into `lists`. */
  readonly ofVertices: Uint32Array
  /** By index into the words of the view's `targets`, an index into `lists`. */
  readonly ofPairs: Uint32Array
}

/**
 * The lineage of a snapshot file. Queries read its arrays; the fields of a vertex are parsed when they are first
 * needed.
 */
export class LineageSnapshot implements Lineage, LineageContent {
  /** The journal version of the lineage. */
  readonly version: number
  /** Notes of the writer. */
  readonly notes: Readonly<Record<string, string>>
  readonly view: LineageView
  readonly stated: SnapshotStatements
  readonly #types: Uint8Array
  readonly #ends: Float64Array
  readonly #records: Buffer
  /** Parsed vertices by number. */
  readonly #vertices: (Vertex | undefined)[] = []

  constructor(header: SnapshotHeader, sections: SnapshotSections) {
    this.version = header.version
    this.notes = header.notes
    this.#types = sections.types
    this.stated = {
      lists: header.stated,
      ofVertices: toWords(sections.vertexStated),
      ofPairs: toWords(sections.pairStated),
    }
    const { buffer, byteOffset, byteLength } = sections.recordEnds
    this.#ends = new Float64Array(buffer, byteOffset, byteLength / 8)
    this.#records = Buffer.from(
      sections.records.buffer,
      sections.records.byteOffset,
      sections.records.byteLength,
    )
    this.view = createFrozenView({
      size: sections.types.length,
      edgeCount: header.edgeCount,
      vertexAt: (number) => this.#vertexAt(number),
      types: sections.types,
      sources: readAdjacencyLists(sections, 'source'),
      targets: readAdjacencyLists(sections, 'target'),
    })
  }

  /** Every vertex, by type and id. */
  *vertices(): Generator<Vertex, void, undefined> {
    for (let number = 0; number < this.view.size; number++) yield this.#vertexAt(number)
  }

  *statedVertices(): Generator<StatedVertex, void, undefined> {
    const { lists, ofVertices } = this.stated
    for (let number = 0; number < this.view.size; number++) {
      const sources = lists[ofVertices[number]!]![0]!
      yield { ...this.#read(number), sources }
    }
  }

  *edges(): Generator<StatedEdge, void, undefined> {
    const { starts, counts, words } = this.view.targets
    const { lists, ofPairs } = this.stated
    for (let source = 0; source < this.view.size; source++) {
      const start = starts[source]!
      const src = toVertexRef(this.#vertexAt(source))
      for (let at = start; at < start + counts[source]!; at++) {
        const dst = toVertexRef(this.#vertexAt(words[at]! >>> 2))
        const byType = lists[ofPairs[at]!]!
        for (const edgeType of listEdgeTypes(words[at]!)) {
          const sources = byType[edgeType === 'COLUMN_IMPACT' ? 0 : 1]!
          yield { src, dst, edgeType, sources }
        }
      }
    }
  }

  #vertexAt(number: number): Vertex {
    const cachedVertex = this.#vertices[number]
    if (cachedVertex !== undefined) return cachedVertex
    const vertex = this.#read(number)
    this.#vertices[number] = vertex
    return vertex
  }

  #read(number: number): Vertex {
    const start = number === 0 ? 0 : this.#ends[number - 1]!
    const record = this.#records.toString('utf8', start, this.#ends[number]!)
    const [vertexId, displayName, description, custom] = JSON.parse(record)
    const vertexType = VERTEX_TYPES[this.#types[number]!]!
    return { vertexId, vertexType, displayName, description, custom }
  }
}

function readAdjacencyLists(sections: SnapshotSections, side: 'source' | 'target'): AdjacencyLists {
  return {
    starts: toWords(sections[`${side}Starts`]),
    counts: toWords(sections[`${side}Counts`]),
    words: toWords(sections[`${side}Words`]),
  }
}

function toWords({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4)
}
