import { type TypedExpr, toText, type Value } from '@tributary/expression'
import {
  clickhouseDialect,
  compileExpression,
  duckdbDialect,
  postgresqlDialect,
  type SqlDialect,
  toStatement,
  trinoDialect,
} from '../../../sql/src/index.ts'
import type { Statement } from './conformance-file.ts'

const DIALECTS: readonly SqlDialect[] = [
  duckdbDialect,
  postgresqlDialect,
  trinoDialect,
  clickhouseDialect,
]

/** A checked tree in the SQL of every engine that can say it. */
export function statementsOf(typed: TypedExpr): Readonly<Record<string, Statement>> {
  const statements: Record<string, Statement> = {}
  for (const dialect of DIALECTS) {
    const { text, parameters } = toStatement(compileExpression(typed, dialect), dialect)
    statements[dialect.name] = {
      text,
      parameters: parameters.map(({ type, value }) => ({ type, value: textOf(value, type) })),
    }
  }
  return statements
}

function textOf(value: Value, type: Parameters<typeof toText>[1]): string | null {
  return typeof value === 'string' ? value : toText(value, type)
}
