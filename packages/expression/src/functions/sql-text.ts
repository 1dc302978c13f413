import type { TypedExpr } from '../tree/typed-expr.ts'
import type { Constant } from '../values/constant.ts'

/** The engines that a function has a form for. */
export type SqlDialectName = 'duckdb' | 'postgresql' | 'trino' | 'clickhouse'

/** A piece of SQL: its text, with constants apart, to be bound as parameters and never pasted. */
export interface SqlText {
  readonly chunks: readonly (string | { readonly bind: Constant })[]
}

/**
 * An argument as SQL. `text` can stand next to any operator: it is a name, a parameter, a call or in
 * parentheses. What a function answers can, too.
 */
export interface SqlArgument {
  readonly typed: TypedExpr
  readonly text: SqlText
}

/** SQL of a template; every hole is SQL itself. */
export function sqlText(strings: TemplateStringsArray, ...holes: readonly SqlText[]): SqlText {
  const chunks: SqlText['chunks'][number][] = []
  for (const [index, text] of strings.entries()) {
    if (text !== '') chunks.push(text)
    chunks.push(...(holes[index]?.chunks ?? []))
  }
  return { chunks }
}

/** A constant as a parameter. */
export function bind(constant: Constant): SqlText {
  return { chunks: [{ bind: constant }] }
}

/** Several pieces with commas between. */
export function sqlList(pieces: readonly SqlText[]): SqlText {
  return {
    chunks: pieces.flatMap((piece, at) => (at === 0 ? piece.chunks : [', ', ...piece.chunks])),
  }
}

/** A text of our own as a literal, its quotes doubled: for patterns and formats, never for what a user wrote. */
export function sqlLiteral(text: string): SqlText {
  return { chunks: [`'${text.replaceAll("'", "''")}'`] }
}
