import { compareCodePoints } from '../../tables/code-points.ts'

/** Sorts texts by code point, in place. */
export function sortTexts(texts: string[]): string[] {
  // Without surrogates the order of UTF-16 units, which is built in and quick, is the same.
  return texts.some((text) => SURROGATE.test(text)) ? texts.sort(compareCodePoints) : texts.sort()
}

const SURROGATE = /[\ud800-\udfff]/
