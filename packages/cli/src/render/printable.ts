const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * `text` in one line that cannot steer the terminal: control characters, line separators, lone
 * surrogates and writing-direction marks become escapes such as `\n` and `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (character) => SHORT[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}
