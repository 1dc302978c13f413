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
export function doubleQuoted(name: string): string {
  return `"${doubled(name, '"')}"`
}

/** A text as a literal of an engine. */
export function literalIn({ literal: own = literal }: Quoting, text: string): string {
  return own(text)
}

/** A text as a literal, its quotes doubled. */
export function literal(text: string): string {
  return `'${doubled(text, "'")}'`
}

/** Most names have no quote, and to look for one takes a fraction of the time of replacing it. */
function doubled(text: string, quote: string): string {
  return text.includes(quote) ? text.replaceAll(quote, quote + quote) : text
}
