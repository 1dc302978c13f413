/** Texts and names in quotes, which stay as they are, and the space between all else. */
const PIECES = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\s+/g

/** The same statement in one line, but for breaks within quotes. The statement has no comments. */
export function compactSql(text: string): string {
  return text.trim().replace(PIECES, (piece) => (/^\s/.test(piece) ? ' ' : piece))
}
