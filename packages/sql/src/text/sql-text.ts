import type { SqlText } from '@tributary/expression'

/** Text that stands as it is: keywords, quoted identifiers, never a value. */
export function raw(text: string): SqlText {
  return { chunks: [text] }
}

/** The pieces one after the other, `separator` between them. */
export function joined(pieces: readonly SqlText[], separator: string): SqlText {
  return {
    chunks: pieces.flatMap((piece, i) => (i === 0 ? piece.chunks : [separator, ...piece.chunks])),
  }
}
