import type { Constant } from '@tributary/expression'
import { literal } from './names.ts'

/**
 * A piece of SQL: its text, and apart from it the constants that become parameters and are never pasted into it, and how many
 * characters of text are built for a row beside it.
 */
export interface SqlText {
  readonly chunks: readonly (string | { readonly bind: Constant } | { readonly built: number })[]
}

/** The SQL of a template whose holes are SQL themselves. */
export function sqlText(strings: TemplateStringsArray, ...holes: readonly SqlText[]): SqlText {
  const chunks: SqlText['chunks'][number][] = []
  for (let index = 0; index < strings.length; index++) {
    if (strings[index] !== '') chunks.push(strings[index]!)
    if (index < holes.length) chunks.push(...holes[index]!.chunks)
  }
  return { chunks }
}

/** Text as it is: keywords, quoted names, numbers; never a value of a user. */
export function raw(text: string | number): SqlText {
  return { chunks: [String(text)] }
}

/** A constant as a parameter. */
export function bind(constant: Constant): SqlText {
  return { chunks: [{ bind: constant }] }
}

/** The same SQL, in which the engine builds so many characters of text for a row, as often as it is written. */
export function buildingText({ chunks }: SqlText, built: number): SqlText {
  return built === 0 ? { chunks } : { chunks: [...chunks, { built }] }
}

/** A text of ours as a literal, its quotes doubled: for patterns and formats, never for a text of a user. */
export function sqlLiteral(text: string): SqlText {
  return raw(literal(text))
}

/** The pieces one after the other, `separator` between them. */
export function joinSql(pieces: readonly SqlText[], separator: string): SqlText {
  const chunks: SqlText['chunks'][number][] = []
  for (const piece of pieces) {
    if (chunks.length > 0) chunks.push(separator)
    for (const chunk of piece.chunks) chunks.push(chunk)
  }
  return { chunks }
}

/** The pieces with commas between them. */
export function sqlList(pieces: readonly SqlText[]): SqlText {
  return joinSql(pieces, ', ')
}
