import type { ComputedWord } from '@tributary/expression'
import { GRAIN_WORDS } from '@tributary/expression/internal'

/** A number of grains, `7 days`, or why it is none. */
export function parseSpan(
  text: string,
): { readonly count: number; readonly grain: ComputedWord } | { readonly refused: string } {
  const [, count, unit] = /^(\d+)\s+(\w+)$/.exec(text) ?? []
  if (count === undefined || unit === undefined)
    return { refused: `"${text}" is no number of periods, such as 7 days` }
  const grain = parseGrain(isWord(unit.toUpperCase()) ? unit : unit.replace(/s$/i, ''))
  return typeof grain === 'string' ? { count: Number(count), grain } : grain
}

/** The grain that a word means, or why it is none. */
export function parseGrain(text: string): ComputedWord | { readonly refused: string } {
  const word = text.toUpperCase()
  return isWord(word)
    ? word
    : { refused: `${text}, which is a granularity of its own (custom_granularities)` }
}

function isWord(word: string): word is ComputedWord {
  return GRAIN_WORDS.some((grainWord) => grainWord === word)
}
