/** A place in a text: `offset` in UTF-16 code units from 0, line and column from 1. */
export interface TextPosition {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/**
 * The position at which `text` stops being JSON (RFC 8259); null when it is JSON. Only some messages of
 * `JSON.parse` name it.
 */
export function locateJsonError(text: string): TextPosition | null {
  const offset = offsetOfError(text)
  if (offset === null) return null
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { offset, line: before.split('\n').length, column: offset - lineStart + 1 }
}

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd'

const BLANK = /[ \t\n\r]*/y
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

function offsetOfError(text: string): number | null {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = skip(BLANK, text, 0)
  for (;;) {
    const next = text[at]
    const inside = open.at(-1)
    let end = at
    if (expected === 'colon') {
      if (next === ':') end = at + 1
      expected = 'value'
    } else if (expected === 'commaOrEnd' && next === ',') {
      end = at + 1
      expected = inside === '{' ? 'key' : 'value'
    } else if (closes(next, inside, expected)) {
      open.pop()
      end = at + 1
      expected = 'commaOrEnd'
    } else if (expected === 'key' || expected === 'keyOrEnd') {
      end = skip(STRING, text, at)
      expected = 'colon'
    } else if (expected !== 'commaOrEnd' && (next === '{' || next === '[')) {
      open.push(next)
      end = at + 1
      expected = next === '{' ? 'keyOrEnd' : 'valueOrEnd'
    } else if (expected !== 'commaOrEnd') {
      end = Math.max(skip(STRING, text, at), skip(SCALAR, text, at))
      expected = 'commaOrEnd'
    }
    if (end === at) return at
    at = skip(BLANK, text, end)
    if (open.length === 0 && expected === 'commaOrEnd') return at === text.length ? null : at
  }
}

function closes(
  next: string | undefined,
  inside: '{' | '[' | undefined,
  expected: Expected,
): boolean {
  if (next === '}') return inside === '{' && (expected === 'keyOrEnd' || expected === 'commaOrEnd')
  if (next === ']')
    return inside === '[' && (expected === 'valueOrEnd' || expected === 'commaOrEnd')
  return false
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
