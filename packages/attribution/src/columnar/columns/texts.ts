/**
 * The texts of a dictionary, in ascending order by code point: joined to one string, which needs no
 * object per text and is posted to threads quickly, or a list where that string would be too long.
 */
export type Texts = JoinedTexts | readonly string[]

/** Texts one after the other: text `i` ends at `ends[i + 1]`, where the next begins. */
export interface JoinedTexts {
  readonly whole: string
  readonly ends: Int32Array
}

/** No text may be longer than about twice this. */
const LONGEST = 2 ** 28

/** Joins texts. */
export function joinTexts(texts: readonly string[]): Texts {
  const ends = new Int32Array(texts.length + 1)
  let length = 0
  for (let index = 0; index < texts.length; index++) {
    length += texts[index]!.length
    if (length > LONGEST) return texts
    ends[index + 1] = length
  }
  return { whole: texts.join(''), ends }
}

/** Texts from UTF-8 bytes, in which text `i` ends at `ends[i + 1]`. */
export function textsOfUtf8(bytes: Buffer, ends: Int32Array): Texts {
  if (bytes.length > LONGEST) {
    return Array.from({ length: ends.length - 1 }, (_, index) =>
      bytes.toString('utf8', ends[index], ends[index + 1]),
    )
  }
  const joinedText = bytes.toString('utf8')
  return {
    whole: joinedText,
    ends: joinedText.length === bytes.length ? ends : unitEnds(bytes, ends),
  }
}

/** The ends in UTF-16 units. */
function unitEnds(bytes: Uint8Array, ends: Int32Array): Int32Array {
  const unitOffsets = new Int32Array(ends.length)
  let units = 0
  for (let index = 1; index < ends.length; index++) {
    for (let at = ends[index - 1]!; at < ends[index]!; at++) {
      const byte = bytes[at]!
      // Continuation bytes begin no character; a character of four bytes is two UTF-16 units.
      if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1
    }
    unitOffsets[index] = units
  }
  return unitOffsets
}

/** The text of a code; cached once it has been sliced. */
export function textAt(texts: Texts, code: number): string {
  if (isList(texts)) return texts[code]!
  const slicedTexts = getSlicedTexts(texts)
  const text = slicedTexts[code] ?? texts.whole.slice(texts.ends[code], texts.ends[code + 1])
  slicedTexts[code] = text
  return text
}

/** The texts of many codes; null for the code of NULL, which is the number of texts. */
export function textsAt(texts: Texts, codes: Float64Array): (string | null)[] {
  const codeTexts = new Array<string | null>(codes.length)
  const { size, known: slicedTexts, whole: joinedText, ends } = toTextParts(texts)
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index]!
    if (code >= size) codeTexts[index] = null
    else codeTexts[index] = slicedTexts[code] ??= joinedText.slice(ends[code], ends[code + 1])
  }
  return codeTexts
}

interface TextParts extends JoinedTexts {
  readonly size: number
  /** The texts that have been sliced; for a list all of them. */
  readonly known: (string | undefined)[]
}

function toTextParts(texts: Texts): TextParts {
  if (!isList(texts)) return { ...texts, size: texts.ends.length - 1, known: getSlicedTexts(texts) }
  const slicedTexts = texts as (string | undefined)[]
  return { size: texts.length, known: slicedTexts, whole: '', ends: new Int32Array(0) }
}

/** Kept outside the texts, which stay plain data that can be posted to threads. */
const cut = new WeakMap<JoinedTexts, (string | undefined)[]>()

function getSlicedTexts(texts: JoinedTexts): (string | undefined)[] {
  const cachedTexts = cut.get(texts)
  if (cachedTexts !== undefined) return cachedTexts
  const slicedTexts = new Array<string | undefined>(texts.ends.length - 1)
  cut.set(texts, slicedTexts)
  return slicedTexts
}

/** All texts. */
export function listTexts(texts: Texts): readonly string[] {
  if (isList(texts)) return texts
  const { whole: joinedText, ends } = texts
  return Array.from({ length: ends.length - 1 }, (_, code) =>
    joinedText.slice(ends[code], ends[code + 1]),
  )
}

/** The bytes that texts take when all have been sliced: two per UTF-16 unit and about 24 per text. */
export function textsBytes(texts: Texts): number {
  if (isList(texts)) return texts.reduce((sum, text) => sum + 24 + text.length * 2, 0)
  return (texts.ends.length - 1) * 24 + texts.whole.length * 2
}

function isList(texts: Texts): texts is readonly string[] {
  return Array.isArray(texts)
}
