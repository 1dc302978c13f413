/** A segment that a search chose. */
export interface Finding {
  readonly conditions: readonly FoundCondition[]
  /** Nats by which it shortens the description. */
  readonly gain: number
}

/** A condition by number. */
export interface FoundCondition {
  readonly dimension: number
  readonly code: number
  readonly not?: boolean
}

/** What was found, and what each leaf was expected to be, up to a common factor. */
export interface Found {
  readonly findings: readonly Finding[]
  readonly expected: Float64Array
  /** Whether the whole moves by a shift of its rate, not by a factor. */
  readonly isSigned: boolean
  /** Nats by which all moved alike; 0 when they did not. */
  readonly whole: number
}
