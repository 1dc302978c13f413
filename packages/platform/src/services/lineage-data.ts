/** A vertex by what identifies it (§2.9a). */
export interface VertexRefData {
  readonly vertexId: string
  readonly vertexType: string
}

/** A vertex of the neighbourhood query. */
export interface VertexData extends VertexRefData {
  readonly displayName: string | null
  readonly description: string | null
  readonly custom: Readonly<Record<string, unknown>> | null
}

/** An edge of E15. */
export interface EdgeData {
  readonly srcVertex: VertexRefData
  readonly dstVertex: VertexRefData
}

/** `data` of E15. */
export interface AllLineageData {
  readonly edgeList: readonly EdgeData[]
}

/** What E16 asks. */
export interface VertexLineageQuery {
  readonly vertexId: string
  readonly vertexType: string
  /** Upstream hops. */
  readonly inputStep: number
  /** Downstream hops. */
  readonly outputStep: number
}

/** `data` of E16: closest first, then by type, then by id. */
export interface VertexLineageData {
  readonly vertexList: readonly VertexData[]
  readonly edgeList: readonly (EdgeData & { readonly edgeType: string })[]
}
