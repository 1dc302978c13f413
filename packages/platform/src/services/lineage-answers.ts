import type { VertexData, VertexRefData } from './lineage-data.ts'

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
  readonly closedBy: readonly {
    readonly srcVertex: VertexRefData
    readonly dstVertex: VertexRefData
    readonly edgeType: string
  }[]
}
