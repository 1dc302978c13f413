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

/** Questions about lineage beyond E15 and E16. Each throws `LINEAGE_UNKNOWN_VERTEX` for an unknown asset. */
export interface LineageAnswers {
  /** How data flows from one asset to another. */
  evidence(from: VertexRefData, to: VertexRefData): EvidenceData
  /** What breaks and what degrades without an asset; `edgeTypes` says which edges count as sources. */
  impact(vertex: VertexRefData, edgeTypes?: readonly string[]): ImpactData
  /** Everything upstream whose removal alone breaks the asset. */
  singlePoints(vertex: VertexRefData): SinglePointsData
  /** What feeds no metric and no view, and what no file or table feeds. */
  looseEnds(): LooseEndsData
  /** The circles in the lineage. */
  cycles(): CyclesData
  /** E16 as of a moment, ISO 8601 and UTC where it names no zone. */
  vertexAsOf(query: VertexLineageQuery, at: string): Promise<VertexLineageData>
  /** What is different between two moments. */
  difference(query: LineageDifferenceQuery): Promise<LineageDifferenceData>
  /** The lineage as a text, in pieces: `json`, `csv`, `dot`, `mermaid`, `graphml`, `gexf` or `openlineage`. */
  write(format: string): Iterable<string>
  /** Takes in lineage from a text and keeps it; nothing, when something in it is wrong. */
  import(lineage: LineageImport): Promise<ImportedLineageData>
}

/** Which moments, and which part of the lineage. */
export interface LineageDifferenceQuery {
  /** ISO 8601; UTC where it names no zone. */
  readonly from: string
  /** @defaultValue now */
  readonly to?: string
  /** Only the neighbourhood of an asset. @defaultValue the whole lineage */
  readonly around?: VertexRefData & { readonly inputStep: number; readonly outputStep: number }
}

/** What came, what went and what says something else; every list by type and id. */
export interface LineageDifferenceData {
  readonly vertices: {
    readonly added: readonly VertexData[]
    readonly removed: readonly VertexData[]
    readonly changed: readonly { readonly before: VertexData; readonly after: VertexData }[]
  }
  readonly edges: {
    readonly added: readonly TypedEdgeData[]
    readonly removed: readonly TypedEdgeData[]
  }
}

/** Lineage from elsewhere. */
export interface LineageImport {
  readonly text: string
  /** What the text came from, for messages. */
  readonly file: string
  /** `json`, `csv`, `dbt` or `openlineage`. @defaultValue detected from the beginning of the text */
  readonly format?: string
  /** The `catalog.json` beside a dbt manifest, for the columns that the tables really have. */
  readonly dbtCatalog?: { readonly text: string; readonly file: string }
}

/** What an import had, and what was not known before. */
export interface ImportedLineageData {
  readonly format: string
  readonly vertices: number
  readonly edges: number
  /** Negative when more went than came. */
  readonly newVertices: number
  /** Negative when more went than came. */
  readonly newEdges: number
}

/** A shortest way and how many ways there are. */
export interface EvidenceData {
  /** From the first asset to the last; empty when data does not flow between them. */
  readonly path: readonly VertexRefData[]
  /** The edge types of each step, one fewer than assets. */
  readonly steps: readonly (readonly string[])[]
  /** All ways that meet no asset twice, as a whole number in text; null when a cycle lies between. */
  readonly paths: string | null
  /** The ways with the fewest steps, as a whole number in text. */
  readonly shortestPaths: string
}

/** What becomes of everything downstream, nearest first. */
export interface ImpactData {
  /** What loses all its sources. */
  readonly breaks: readonly ImpactedData[]
  /** What still has a source but has lost something upstream. */
  readonly degrades: readonly ImpactedData[]
}

/** An asset downstream of what is removed. */
export interface ImpactedData extends VertexData {
  /** The fewest edges from what is removed. */
  readonly hop: number
  /** How many assets feed it directly. */
  readonly sources: number
  /** How many of them are removed or broken. */
  readonly lostSources: number
}

/** By type and id. */
export interface SinglePointsData {
  readonly vertexList: readonly VertexData[]
}

/** Both by type and id. */
export interface LooseEndsData {
  readonly unused: readonly VertexData[]
  readonly unsourced: readonly VertexData[]
}

/** Circles, by their first assets. */
export interface CyclesData {
  readonly cycleList: readonly CycleData[]
}

/** Assets that feed one another in a circle. */
export interface CycleData {
  readonly vertexList: readonly VertexRefData[]
  /** Without these edges no circle is left among the assets. */
  readonly closedBy: readonly TypedEdgeData[]
}
