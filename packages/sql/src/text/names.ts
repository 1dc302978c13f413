/** How an engine quotes names. */
export interface Quoting {
  /** Quotes a name, whatever characters it has. */
  identifier(name: string): string
  /** A text as a literal. @defaultValue as {@link literal} */
  literal?(text: string): string
}

/** The name of a table or a schema, each of its parts quoted. */
export function tableName(table: readonly string[], { identifier }: Quoting): string {
  return table.map(identifier).join('.')
}

/** A name in double quotes, those within it doubled, as in standard SQL. */
export function doubleQuoteName(name: string): string {
  return `"${doubleInnerQuotes(name, '"')}"`
}

/** A text as a literal of an engine. */
export function literalIn({ literal: writeLiteral = literal }: Quoting, text: string): string {
  return writeLiteral(text)
}

/** A text as a literal, its quotes doubled. */
export function literal(text: string): string {
  return `'${doubleInnerQuotes(text, "'")}'`
}

/** Most names have no quote, and to look for one takes a fraction of the time of replacing it. */
function doubleInnerQuotes(text: string, quote: string): string {
  return text.includes(quote) ? text.replaceAll(quote, quote + quote) : text
}
