import { type Constant, toText } from '@tributary/expression'
import { MAX_BUILT } from '@tributary/expression/internal'
import { tooMuchTextError } from '../errors.ts'
import type { SqlText } from './sql-text.ts'

/** One statement that is ready to run. Values are parameters and never part of the text. */
export interface SqlStatement {
  readonly text: string
  /** The values of the placeholders, in their order: `$1` is the first. */
  readonly parameters: readonly Constant[]
}

/** How an engine writes placeholders. */
export interface Placeholders {
  /** Whether every placeholder takes the next value, so that a value used twice is bound twice. */
  readonly positional: boolean
  /** The placeholder of the parameter at a position, from 1, with its type, so that the engine need not infer it. */
  parameter(position: number, constant: Constant): string
}

/**
 * Makes a statement of SQL whose constants are bound: each becomes a placeholder. A constant that is bound twice is one
 * parameter, unless placeholders are positional. `SQL_EXPRESSION_TOO_LARGE` for one that builds too much text for a row.
 *
 * @example
 * ```ts
 * import { postgresqlDialect, toStatement } from '@tributary/platform/sql'
 * const sql = { chunks: ['SELECT ', { bind: { type: 'INT', value: 1n } }] } as const
 * toStatement(sql, postgresqlDialect).text // => 'SELECT $1::bigint'
 * toStatement(sql, postgresqlDialect).parameters // => [{ type: 'INT', value: 1n }]
 * ```
 */
export function toStatement(sql: SqlText, dialect: Placeholders): SqlStatement {
  const parameters: Constant[] = []
  const positions = new Map<Constant, number>()
  let text = ''
  let built = 0
  for (const chunk of sql.chunks) {
    if (typeof chunk === 'string') {
      text += chunk
      continue
    }
    if ('built' in chunk) {
      built += chunk.built
      continue
    }
    let position = dialect.positional ? undefined : positions.get(chunk.bind)
    if (position === undefined) {
      position = parameters.push(chunk.bind)
      positions.set(chunk.bind, position)
    }
    text += dialect.parameter(position, chunk.bind)
  }
  if (built > MAX_BUILT_BY_STATEMENT) throw tooMuchTextError(built, MAX_BUILT_BY_STATEMENT)
  return { text, parameters }
}

/**
 * The most characters of text that a statement builds for a row. Engines work on some thousand rows at once and count none of
 * these texts as memory of a query. Twice what an expression may build, since forms write some arguments twice.
 */
const MAX_BUILT_BY_STATEMENT = 2 * MAX_BUILT

/** A statement without parameters. */
export function plain(text: string): SqlStatement {
  return { text, parameters: [] }
}

/** A statement as people read it: its text, followed by a line `$1 = value (TYPE)` for each parameter. */
export function describeStatement(statement: SqlStatement): string {
  const values = statement.parameters.map((constant, i) => `$${i + 1} = ${describe(constant)}`)
  return [statement.text, ...(values.length > 0 ? ['', ...values] : [])].join('\n')
}

function describe(constant: Constant): string {
  switch (constant.type) {
    case 'NULL':
      return 'NULL'
    case 'STRING':
      return `${JSON.stringify(constant.value)} (STRING)`
    case 'DECIMAL':
      return `${constant.value} (DECIMAL)`
    default:
      return `${toText(constant.value, constant.type)} (${constant.type})`
  }
}

/** Texts and names in quotes, which stay unchanged, and white space. */
const PIECES = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\s+/g

/** Writes a statement without comments in one line, except for line breaks within quotes. */
export function compactSql(text: string): string {
  return text.trim().replace(PIECES, (piece) => (/^\s/.test(piece) ? ' ' : piece))
}
