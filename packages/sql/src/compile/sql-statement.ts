import type { Constant, SqlText } from '@tributary/expression'
import type { SqlDialect } from '../dialects/dialect.ts'

/** One statement, ready to run: values stand beside the text, never in it. */
export interface SqlStatement {
  readonly text: string
  /** The values of the placeholders, in their order: `$1` is the first. */
  readonly parameters: readonly Constant[]
}

/**
 * The statement of a text: every bound constant becomes a placeholder; one that stands in it twice is one parameter,
 * unless the dialect's placeholders are positional.
 */
export function toStatement(sql: SqlText, dialect: SqlDialect): SqlStatement {
  const parameters: Constant[] = []
  const positions = new Map<Constant, number>()
  let text = ''
  for (const chunk of sql.chunks) {
    if (typeof chunk === 'string') {
      text += chunk
      continue
    }
    let position = dialect.positional ? undefined : positions.get(chunk.bind)
    if (position === undefined) {
      position = parameters.push(chunk.bind)
      positions.set(chunk.bind, position)
    }
    text += dialect.parameter(position, chunk.bind)
  }
  return { text, parameters }
}

/** A statement without parameters. */
export function plain(text: string): SqlStatement {
  return { text, parameters: [] }
}
