/** A text of a request or a definition, and where it stands: `attribution.filters[0]`. */
export interface Located {
  readonly text: string
  readonly path: string
}

/** A metric made for one request: another one over fewer rows. */
export interface TemporaryMetric {
  readonly refMetric: Located
  readonly filters: readonly Located[]
}
