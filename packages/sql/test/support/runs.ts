const LONG = process.env.TRIBUTARY_LONG !== undefined

/** How many runs a property gets: `usual`, or `deep` in the long tests. */
export function runs(usual: number, deep: number): { readonly numRuns: number } {
  return { numRuns: LONG ? deep : usual }
}

/** Milliseconds that a test of random cases may take. */
export const PATIENCE: number = LONG
  ? 3_600_000
  : process.env.TRIBUTARY_ENGINES === undefined
    ? 30_000
    : 300_000
