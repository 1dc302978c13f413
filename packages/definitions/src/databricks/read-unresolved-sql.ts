import type { Expr } from '@tributary/expression'
import { readSql, type SqlReading } from '../sql-text/read-sql.ts'

/** Reads a text whose names are `join.column`, as columns of what stands before them; `""` where nothing does. */
export function readUnresolvedSql(text: string): SqlReading {
  return readSql(text, {
    dialect: 'DATABRICKS',
    resolve: (parts) => {
      const dataset = parts.at(-2)?.text ?? ''
      const tree: Expr = { kind: 'column', dataset, column: parts.at(-1)!.text, span: NO_PLACE }
      return { tree, type: 'UNKNOWN' }
    },
    resolveMeasure: () => ({ refused: 'a measure' }),
  })
}

const NO_PLACE = { start: 0, end: 0 }
