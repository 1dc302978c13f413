import { tooManyGroups } from '../../errors.ts'
import type { Dimension } from './dimension.ts'

/**
 * The groups of a grouping. A group's key is one whole number: the numbers of its dimensions as the digits
 * of a mixed radix, the first dimension highest.
 */
export interface GroupSpace {
  readonly dimensions: readonly Dimension[]
  /** How many keys are possible; 1 without dimensions. */
  readonly size: number
  /** Whether accumulators are addressed by the key itself; else the keys that occur are numbered as they come. */
  readonly dense: boolean
}

/** Groupings of no more keys than this have a place for each, whatever the number of rows. */
const ALWAYS_DENSE = 2 ** 16

/** Groupings of more keys never have: a sum and a count in two windows would take more than 128 MB. */
const MAX_DENSE = 2 ** 22

/** The groups of some dimensions over at most `rowCount` rows. Throws {@link AttributionError} when keys would leave ±2^53. */
export function groupSpace(
  name: string,
  dimensions: readonly Dimension[],
  rowCount: number,
): GroupSpace {
  const size = dimensions.reduce((product, { size }) => product * size, 1)
  if (size > Number.MAX_SAFE_INTEGER) throw tooManyGroups(name, size)
  const dense = size <= Math.max(ALWAYS_DENSE, Math.min(rowCount, MAX_DENSE))
  return { dimensions, size, dense }
}

/** The texts of a key's dimensions, in their order. */
export function keyTexts({ dimensions }: GroupSpace, key: number): readonly (string | null)[] {
  const texts = new Array<string | null>(dimensions.length)
  let rest = key
  for (let index = dimensions.length - 1; index >= 0; index--) {
    const { size, text } = dimensions[index]!
    const number = rest % size
    texts[index] = text(number)
    rest = (rest - number) / size
  }
  return texts
}
