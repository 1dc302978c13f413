/** How many runs a property gets: as many as given, and 280 times as many in the long tests. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: process.env.TRIBUTARY_LONG ? usual * 280 : usual }
}
