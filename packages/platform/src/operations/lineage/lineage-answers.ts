import type {
  CyclesData,
  EdgeData,
  EvidenceData,
  ImpactData,
  ImportedLineageData,
  LineageDifferenceData,
  LineageMomentsData,
  LineageMomentsQuery,
  LineageSearchData,
  LineageSearchQuery,
  LooseEndsData,
  SinglePointsData,
  VertexLineageData,
  VertexLineageQuery,
  VertexRefData,
} from '@tributary/contract'
import type { CallOptions } from '../../model/options.ts'
import type { TaskCallOptions } from '../../requests/kept-task.ts'

/** `data` of E15. */
export interface AllLineageData {
  /**
   * The edges, made one by one, because a list of millions would fill the memory. Edges of one vertex are consecutive and
   * share its object. The lineage may change during the iteration.
   */
  readonly edgeList: Iterable<EdgeData>
}

/** Options of a query of impact. */
export interface ImpactOptions extends CallOptions {
  /** Only edges of these types count as sources. @defaultValue both */
  readonly edgeTypes?: readonly string[]
}

/**
 * Queries of lineage beyond E15 and E16. Each rejects with `LINEAGE_UNKNOWN_VERTEX` for an unknown asset, and with the
 * reason of the signal when it is aborted. An answer is of the lineage as it was when its question began.
 */
export interface LineageAnswers {
  /** How data flows from one asset to another. */
  evidence(from: VertexRefData, to: VertexRefData, options?: CallOptions): Promise<EvidenceData>
  /** The assets that break and those that degrade without an asset. */
  impact(vertex: VertexRefData, options?: ImpactOptions): Promise<ImpactData>
  /** Everything upstream whose removal alone breaks the asset. */
  singlePoints(vertex: VertexRefData, options?: CallOptions): Promise<SinglePointsData>
  /** The assets that feed no metric and no view, and those that no file or table feeds. */
  looseEnds(options?: CallOptions): Promise<LooseEndsData>
  /** The cycles in the lineage. */
  cycles(options?: CallOptions): Promise<CyclesData>
  /** E16 as of a moment in ISO 8601, in UTC when it has no zone. */
  vertexAsOf(
    query: VertexLineageQuery,
    at: string,
    options?: CallOptions,
  ): Promise<VertexLineageData>
  /** The differences between two moments. */
  difference(query: LineageDifferenceQuery, options?: CallOptions): Promise<LineageDifferenceData>
  /** When the lineage changed, the newest first. */
  moments(query: LineageMomentsQuery, options?: CallOptions): Promise<LineageMomentsData>
  /** The assets with all words of a text in their id or name, best first. */
  search(query: LineageSearchQuery, options?: CallOptions): Promise<LineageSearchData>
  /** The lineage as a text, in pieces: `json`, `csv`, `dot`, `mermaid`, `graphml`, `gexf` or `openlineage`. */
  write(format: string): Iterable<string>
  /**
   * Imports lineage from a text and stores it, all of it or nothing: an error in the text, an abort and the end of the
   * process before it is stored import nothing. Until then questions find the lineage as it was. Rejects with
   * `PLATFORM_TOO_MANY_IMPORTS` when too many run.
   */
  import(lineage: LineageImport, options?: ImportCallOptions): Promise<ImportedLineageData>
  /**
   * An import that is under way, or that ended within the last days, of any process on the store. Rejects with
   * `PLATFORM_UNKNOWN_IMPORT`.
   */
  importState(id: string): Promise<ImportedLineageData>
}

/** Options of an import. */
export type ImportCallOptions = TaskCallOptions

/** The moments and the part of the lineage to compare. */
export interface LineageDifferenceQuery {
  /** ISO 8601; UTC when it has no zone. */
  readonly from: string
  /** @defaultValue now */
  readonly to?: string
  /** Only the neighbourhood of an asset. @defaultValue the whole lineage */
  readonly around?: VertexRefData & { readonly inputStep: number; readonly outputStep: number }
}

/** A text with lineage to import. */
export interface LineageImport {
  readonly text: string
  /** Name of the text for messages, such as its file name. */
  readonly file: string
  /** `json`, `csv`, `dbt` or `openlineage`. @defaultValue detected from the beginning of the text */
  readonly format?: string
  /** The `catalog.json` beside a dbt manifest, for the columns that the tables really have. */
  readonly dbtCatalog?: { readonly text: string; readonly file: string }
}
