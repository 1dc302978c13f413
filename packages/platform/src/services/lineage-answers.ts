import type {
  TypedEdgeData,
  VertexData,
  VertexLineageData,
  VertexLineageQuery,
  VertexRefData,
} from './lineage-data.ts'

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
