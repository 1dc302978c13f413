/** How many times its size a compressed file may expand to, beyond {@link FREE_EXPANSION}. Tables of repeated values have 20 to 100. */
export const MOST_EXPANSION: number = 200

/** How many bytes any compressed file may expand to. */
export const FREE_EXPANSION: number = 64 * 2 ** 20
