import type {
  CyclesData,
  EdgeData,
  EvidenceData,
  ImpactData,
  ImportedLineageData,
  LineageDifferenceData,
  LooseEndsData,
  SinglePointsData,
  VertexLineageData,
  VertexLineageQuery,
  VertexRefData,
} from '@tributary/contract'

/** `data` of E15. */
export interface AllLineageData {
  /**
   * One by one, because a list of millions fills the memory; those with the same source stand together and
   * share its object. The lineage may change while they are gone through.
   */
  readonly edgeList: Iterable<EdgeData>
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
