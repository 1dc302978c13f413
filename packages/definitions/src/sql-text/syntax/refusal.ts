import type { Span } from '@tributary/expression'

/** Why a SQL text is not read, with the place in it. Only `readSql` catches it. */
export class SqlRefusal extends Error {
  readonly span: Span

  constructor(reason: string, span: Span) {
    super(reason)
    this.span = span
  }
}

/** Throws a {@link SqlRefusal}. */
export function refuse(reason: string, span: Span): never {
  throw new SqlRefusal(reason, span)
}
