import type { Value, ValueType } from '@tributary/expression'
import { compareCodePoints } from '../../numbers/code-points.ts'
import { tooManyValuesError } from '../../request/errors.ts'
import { type CodeArray, codeArray, uint32Array } from '../kernels/code-array.ts'
import type { CodedColumn, Column } from './column.ts'
import {
  encodeDays,
  encodeDecimals,
  encodeDoubles,
  encodeFlags,
  encodeUnits,
} from './encode-numbers.ts'
import { decimalOfValue, doubleOfValue } from './read-value.ts'
import { joinTexts } from './texts.ts'

/** The most distinct texts of a column: what V8's hash table holds. */
const MAX_TEXTS = 2 ** 24 - 1

/**
 * Makes a column of texts; null is NULL. Throws {@link AttributionError} when there are more
 * distinct texts than fit.
 */
export function encodeTexts(
  name: string,
  texts: Iterable<string | null>,
  length: number,
): CodedColumn {
  const codeByText = new Map<string | null, number>()
  const codes = uint32Array(length)
  const dictionary: (string | null)[] = []
  let row = 0
  for (const text of texts) {
    let code = codeByText.get(text)
    if (code === undefined) {
      if (dictionary.length === MAX_TEXTS) throw tooManyValuesError(name, MAX_TEXTS)
      code = dictionary.length
      codeByText.set(text, code)
      dictionary.push(text)
    }
    codes[row++] = code
  }
  return encodeDictionary(codes, dictionary)
}

/**
 * Makes a column of texts from codes into a dictionary in any order. The dictionary may hold
 * duplicates, unused texts and null; a code beyond it is NULL.
 */
export function encodeDictionary(
  codes: ArrayLike<number>,
  dictionary: readonly (string | null)[],
): CodedColumn {
  const used = new Uint8Array(dictionary.length + 1)
  const dictionarySize = dictionary.length
  for (let row = 0; row < codes.length; row++) used[Math.min(codes[row]!, dictionarySize)] = 1
  const usedTexts = new Set<string>()
  for (let code = 0; code < dictionarySize; code++) {
    const text = dictionary[code] ?? null
    if (used[code] === 1 && text !== null) usedTexts.add(text)
  }
  const texts = sortTexts([...usedTexts])
  const ranks = new Map(texts.map((text, rank) => [text, rank]))
  const recoded = uint32Array(dictionarySize + 1)
  for (let code = 0; code <= dictionarySize; code++) {
    const text = dictionary[code] ?? null
    recoded[code] = text === null ? texts.length : (ranks.get(text) ?? texts.length)
  }
  const narrow = codeArray(texts.length, codes.length)
  const nulls = recode(codes, recoded, narrow, texts.length)
  const domain = { kind: 'texts', size: texts.length, texts: joinTexts(texts) } as const
  return { kind: 'coded', type: 'STRING', scale: 0, codes: narrow, domain, nulls }
}

/** Writes the new code of every row; returns how many rows are NULL. */
function recode(
  codes: ArrayLike<number>,
  recoded: Uint32Array,
  out: CodeArray,
  nullCode: number,
): number {
  const dictionarySize = recoded.length - 1
  let nulls = 0
  for (let row = 0; row < codes.length; row++) {
    const code = recoded[Math.min(codes[row]!, dictionarySize)]!
    out[row] = code
    if (code === nullCode) nulls++
  }
  return nulls
}

/** Sorts texts by code point, in place. */
export function sortTexts(texts: string[]): string[] {
  // Without surrogates, the built-in order by UTF-16 units is the same and faster.
  return texts.some((text) => SURROGATE.test(text)) ? texts.sort(compareCodePoints) : texts.sort()
}

const SURROGATE = /[\ud800-\udfff]/

/** Makes a column of the values that an expression of a type evaluated to. */
export function encodeLanguageValues(type: ValueType, values: readonly Value[]): Column {
  switch (type) {
    case 'BOOLEAN':
      return encodeFlags(values as readonly (boolean | null)[], values.length)
    case 'INT':
    case 'TIMESTAMP':
      return encodeUnits('expression', { type, scale: 0 }, values as readonly (bigint | null)[])
    case 'DECIMAL': {
      const decimals = values.map((value) => (value === null ? null : decimalOfValue(value)))
      return encodeDecimals('expression', type, decimals)
    }
    case 'DOUBLE':
      return encodeDoubles(toDoubleArray(values))
    case 'DATE':
      return encodeDays(toDoubleArray(values))
    default:
      return encodeTexts('expression', values as readonly (string | null)[], values.length)
  }
}

function toDoubleArray(values: readonly Value[]): Float64Array {
  return Float64Array.from(values, (value) => (value === null ? Number.NaN : doubleOfValue(value)))
}
