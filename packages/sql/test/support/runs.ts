/** Whether the long tests run. */
export const LONG: boolean = process.env.TRIBUTARY_LONG !== undefined

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

/** The same of an engine that answers each statement late: fewer runs, and of the deep ones a twentieth. */
export function runsOn(
  { isQuick }: { readonly isQuick: boolean },
  usual: number,
  deep: number,
): { readonly numRuns: number; readonly endOnFailure?: boolean } {
  if (isQuick) return runs(usual, deep)
  // To make a case smaller takes minutes.
  return { ...runs(Math.ceil(usual / 5), Math.ceil(deep / 20)), endOnFailure: true }
}

/** Milliseconds that a test of random cases may take on an engine. */
export function patienceOn({ isQuick }: { readonly isQuick: boolean }): number {
  return isQuick ? PATIENCE : Math.max(PATIENCE, 300_000)
}
