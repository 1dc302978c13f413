/** How much one expression may hold. Every limit has a diagnostic of its own; none is silent. */
export interface Limits {
  /** UTF-16 units of text. @defaultValue 32768 */
  readonly length: number
  /** Parentheses, calls and prefix operators inside one another, counted on tokens before parsing. @defaultValue 100 */
  readonly nesting: number
  /** Height of the tree, which a long chain of `+` raises as well. @defaultValue 500 */
  readonly treeHeight: number
  /** Nodes of the tree. @defaultValue 20000 */
  readonly nodes: number
  /** Arguments of one call after its first: the values of `IN`. @defaultValue 10000 */
  readonly values: number
  /** UTF-16 units of one name. @defaultValue 300 */
  readonly nameLength: number
  /** Characters of one number. @defaultValue 64 */
  readonly numberLength: number
}

/** The limits where the caller names none. */
export const DEFAULT_LIMITS: Limits = {
  length: 32_768,
  nesting: 100,
  treeHeight: 500,
  nodes: 20_000,
  values: 10_000,
  nameLength: 300,
  numberLength: 64,
}
