/** A segment that a search chose. */
export interface Finding {
  readonly conditions: readonly SegmentCondition[]
  /** Nats by which it shortens the description. */
  readonly gain: number
  /** The same under the tails that were learned; absent where they say too little. */
  readonly sure?: number
}

/** A condition by number. */
export interface SegmentCondition {
  readonly dimension: number
  readonly code: number
  readonly not?: boolean
}

/** The findings, and the expectation of each leaf, up to a common factor. */
export interface SearchResult {
  readonly findings: readonly Finding[]
  readonly expected: Float64Array
  /** Whether the whole moves by a shift of its rate, not by a factor. */
  readonly isSigned: boolean
  /** The move that all leaves share; null when it is not known. */
  readonly common: CommonMove | null
}

/** A movement that all leaves share. */
export interface CommonMove {
  /** Nats by which naming it shortens the description. */
  readonly gain: number
}
