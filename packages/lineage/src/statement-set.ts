/**
 * A set of statements as {@link Statements} keeps it: whole, or, of a large one, only in what it is different from
 * another.
 */
export interface StatementSet {
  /** How many sources there are. */
  readonly size: number
  /** How many state the edge type with the bit 1, and with the bit 2. */
  readonly counts: readonly [number, number]
  /** The same text for sets that are the same, in whatever order they came about; seldom for others. */
  readonly digest: readonly [number, number]
  /** What stands, or from where: `steps` changes lie between the set and one that stands whole. */
  readonly kept:
    | { readonly whole: SourceTypes }
    | {
        readonly from: number
        readonly source: string
        /** 0 when the source states nothing any more. */
        readonly types: number
        readonly steps: number
      }
}

/** By source the mask of the types that it states. */
export type SourceTypes = ReadonlyMap<string, number>

/** The set without statements. */
export const EMPTY: StatementSet = {
  size: 0,
  counts: [0, 0],
  digest: [0, 0],
  kept: { whole: new Map() },
}

/** Size, counts and digest of a set when `source` states the types `after` in it instead of `before`. */
export function changed(
  { size, counts, digest }: Omit<StatementSet, 'kept'>,
  source: string,
  [before, after]: readonly [number, number],
): Omit<StatementSet, 'kept'> {
  const [first, second] = hashesOf(source)
  // Sums do not depend on the order; each mask has a multiplier of its own.
  const weight = (FACTORS[after]! - FACTORS[before]!) | 0
  return {
    size: size + Number(after !== 0) - Number(before !== 0),
    counts: [
      counts[0] + (after & 1) - (before & 1),
      counts[1] + ((after & 2) >> 1) - ((before & 2) >> 1),
    ],
    digest: [
      (digest[0] + Math.imul(first, weight)) | 0,
      (digest[1] + Math.imul(second, weight)) | 0,
    ],
  }
}

const FACTORS = [0, 0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d]

/** Two hashes of a text, as FNV-1a works them out (G. Fowler, L. C. Noll, K.-P. Vo), with different primes. */
function hashesOf(text: string): readonly [number, number] {
  let first = 0x811c_9dc5
  let second = 0x1b87_3593
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    first = Math.imul(first ^ code, 0x0100_0193)
    second = Math.imul(second ^ code, 0x5bd1_e995)
  }
  return [first ^ (first >>> 15), second ^ (second >>> 13)]
}
