import { splitGrain } from '../resolve/grain-suffix.ts'

// The language's own tokens: a text first, for what stands in it is no name.
const TOKENS =
  /"[^"\\]*(?:(?:\\[\s\S]|"")[^"\\]*)*"|'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'|\['([^']*(?:''[^']*)*)'[ \t\r\n]*\/[ \t\r\n]*'[^']*(?:''[^']*)*'\]|\['([^']*(?:''[^']*)*)'\]|\[([^\]]*(?:\]\][^\]]*)*)\]/g

/**
 * By what an expression without mistakes may look other definitions up: its names with and without a grain, of
 * `['dataset'/'column']` the dataset. Far quicker than parsing it.
 */
export function* namesMentioned(expression: string): Generator<string, void, undefined> {
  for (const [, dataset, quoted, plain] of expression.matchAll(TOKENS)) {
    if (dataset !== undefined) {
      yield dataset.replaceAll("''", "'")
      continue
    }
    const name = plain === undefined ? quoted?.replaceAll("''", "'") : plain.replaceAll(']]', ']')
    if (name === undefined) continue
    const trimmed = name.trim()
    for (const text of new Set([name, trimmed])) {
      yield text
      const { name: bare } = splitGrain(text)
      if (bare !== text) yield bare
    }
  }
}
