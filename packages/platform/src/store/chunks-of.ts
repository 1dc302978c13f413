/** Rows of one `insert` and names of one `select`: an engine takes 32,766 values at most, of rows with up to thirty. */
const CHUNK = 1_000

/** `all` in their order, in lists of at most `size`; nothing for nothing. */
export function* chunksOf<T>(
  all: readonly T[],
  size: number = CHUNK,
): Generator<readonly T[], void, undefined> {
  for (let i = 0; i < all.length; i += size) yield all.slice(i, i + size)
}
