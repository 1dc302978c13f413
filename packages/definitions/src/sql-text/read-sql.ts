import type { Expr, Span, ValueType } from '@tributary/expression'
import type { ResolveName } from './context/context.ts'
import { Cursor } from './syntax/cursor.ts'
import { DIALECTS, type SqlTextDialect } from './syntax/dialects.ts'
import { lexSql } from './syntax/lex.ts'
import { parseExpression } from './syntax/parse.ts'
import { refuse, SqlRefusal } from './syntax/refusal.ts'
import { translate } from './translate.ts'

/** Options of {@link readSql}. */
export interface ReadSqlOptions {
  readonly dialect: SqlTextDialect
  /** Gives the meaning of each name. */
  readonly resolve: ResolveName
  /** Gives the meaning of the name in `MEASURE(…)`. @defaultValue there is no such function */
  readonly resolveMeasure?: ResolveName
  /** Whether `{a.b}` is a name, whose part has the braces. @defaultValue it is refused */
  readonly hasBraces?: boolean
}

/** A remark about a place in a SQL text. */
export interface SqlRemark {
  readonly message: string
  readonly span: Span
}

/** A SQL expression as one of ours, or why it is not read. */
export type SqlReading =
  | {
      readonly tree: Expr
      /** UNKNOWN where it is not certain. */
      readonly type: ValueType
      /** Parts whose values may differ from those of the engine. */
      readonly notes: readonly SqlRemark[]
      readonly refusal: null
    }
  | { readonly tree: null; readonly refusal: SqlRemark }

/** The longest text that is read, in UTF-16 units. */
const LONGEST = 32_768

/**
 * Reads a SQL expression of a dialect as a tree of the expression language. Each node has the span of the SQL text that it
 * comes from. Never throws for the text: what has no counterpart is refused with its place.
 * @example
 * ```ts
 * import { readSql } from '@tributary/platform/definitions'
 * import { print } from '@tributary/attribution/expression'
 * const resolve = (parts: readonly { readonly text: string }[]) => ({
 *   tree: { kind: 'field' as const, name: parts.at(-1)!.text, span: { start: 0, end: 0 } },
 *   type: 'DOUBLE' as const,
 * })
 * const read = readSql('SUM(o.amount) / NULLIF(COUNT(*), 0)', { dialect: 'DUCKDB', resolve })
 * read.tree && print(read.tree) // => 'Sum([amount]) / Count()'
 * readSql('RANK() OVER ()', { dialect: 'DUCKDB', resolve }).refusal?.message // => 'OVER looks at other rows'
 * ```
 */
export function readSql(
  text: string,
  { dialect, resolve, resolveMeasure, hasBraces = false }: ReadSqlOptions,
): SqlReading {
  const facts = DIALECTS[dialect]
  const notes: SqlRemark[] = []
  try {
    if (text.length > LONGEST) {
      refuse(`a text of ${text.length} characters; at most ${LONGEST} are read`, {
        start: 0,
        end: 0,
      })
    }
    const cursor = new Cursor(lexSql(text, facts, hasBraces))
    const node = parseExpression(cursor)
    if (cursor.isWord('OVER')) refuse('OVER looks at other rows', cursor.token.span)
    if (cursor.token.kind !== 'end') cursor.unexpected('the end')
    const note = (message: string, span: Span): void => void notes.push({ message, span })
    return {
      ...translate(node, { facts, resolve, resolveMeasure: resolveMeasure ?? null, note }),
      notes,
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof SqlRefusal)) throw error
    return { tree: null, refusal: { message: error.message, span: error.span } }
  }
}
