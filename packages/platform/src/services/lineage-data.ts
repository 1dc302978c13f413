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

/** An edge of E16. */
export interface TypedEdgeData extends EdgeData {
  readonly edgeType: string
  /** Only with `collapse`: no edge states it, only a way through assets that are not listed. */
  readonly derived?: true
}

/** `data` of E15. */
export interface AllLineageData {
  /**
   * One by one, because a list of millions fills the memory; those with the same source stand together and
   * share its object. The lineage may change while they are gone through.
   */
  readonly edgeList: Iterable<EdgeData>
}

/** What E16 asks. All below the steps is ours; without it the answer is what the specification shows. */
export interface VertexLineageQuery {
  readonly vertexId: string
  readonly vertexType: string
  /** Upstream hops. */
  readonly inputStep: number
  /** Downstream hops. */
  readonly outputStep: number
  /** List only these types of asset, and the one asked for. */
  readonly vertexTypes?: readonly string[]
  /** Follow only these types of edge. */
  readonly edgeTypes?: readonly string[]
  /** Walk through assets of other types instead of stopping at them. */
  readonly collapse?: boolean
  /** Also list the edges among the assets found that no walk of so many steps uses. */
  readonly induced?: boolean
  /** The most assets to list. */
  readonly limit?: number
  /** The cursor of the page before. */
  readonly cursor?: string
  /** The most edges to look at. */
  readonly visitBudget?: number
  /** Answer with `extras`, which a limit, a cursor or a budget bring along anyway. */
  readonly extras?: boolean
}

/** `data` of E16: closest first, then by type, then by id. */
export interface VertexLineageData {
  readonly vertexList: readonly VertexData[]
  readonly edgeList: readonly TypedEdgeData[]
  /** Only when asked for. */
  readonly extras?: LineageExtrasData
}

/** What an answer leaves out, and how much there is in all. */
export interface LineageExtrasData {
  readonly totals: LineageTotalsData
  /** Whether assets follow that are not listed. */
  readonly truncated: boolean
  /** Gives the next page; null when there is none. */
  readonly cursor: string | null
  /** Null when everything was looked at; else the steps that the budget allowed, whose answer this is. */
  readonly partial: { readonly inputStep: number; readonly outputStep: number } | null
  /** The listed assets with neighbours that are not listed, and how many. */
  readonly boundary: readonly LineageBoundaryData[]
  /** How many assets beside the listed ones the caller may not see; in no other count. */
  readonly hidden: number
}

/** Exact counts of the whole answer, the asset itself included. */
export interface LineageTotalsData {
  readonly vertices: number
  readonly edges: number
  readonly upstream: readonly LineageHopData[]
  readonly downstream: readonly LineageHopData[]
}

/** How many assets one direction has in one hop. */
export interface LineageHopData {
  readonly hop: number
  readonly vertices: number
  readonly byType: Readonly<Record<string, number>>
}

/** How many neighbours of a listed asset are not listed. */
export interface LineageBoundaryData {
  readonly vertex: VertexRefData
  readonly upstream: number
  readonly downstream: number
}
