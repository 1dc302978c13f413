import type { SqlTextDialect } from '../sql-text/syntax/dialects.ts'
import type { Expressions, OssieModel } from './model.ts'

/** The dialect in which the expressions of a model are read, and its names in files, the best first. */
export interface OssieDialect {
  readonly names: readonly string[]
  readonly dialect: SqlTextDialect
}

const ANSI = ['ANSI_SQL', 'OSSIE_SQL_2026']

/** The requested dialect, else standard SQL, else the first readable dialect of the file. */
export function pickOssieDialect(model: OssieModel, wanted: SqlTextDialect | null): OssieDialect {
  if (wanted !== null) return { names: [wanted, ...ANSI], dialect: wanted }
  const there = new Set(
    [
      ...model.metrics.values(),
      ...[...model.datasets.values()].flatMap(({ fields }) => [...fields.values()]),
    ].flatMap(({ expression }) => [...expression.keys()]),
  )
  if (ANSI.some((name) => there.has(name))) return { names: ANSI, dialect: 'ANSI' }
  const availableDialect = (['SNOWFLAKE', 'DATABRICKS', 'BIGQUERY'] as const).find((name) =>
    there.has(name),
  )
  return availableDialect === undefined
    ? { names: ANSI, dialect: 'ANSI' }
    : { names: [availableDialect], dialect: availableDialect }
}

/** The expression in the dialect; a reason where there is none. */
export function findText(
  expressions: Expressions,
  { names }: OssieDialect,
): { readonly text: string } | { readonly refused: string } {
  for (const name of names) {
    const expression = expressions.get(name)
    if (expression !== undefined) return expression
  }
  return { refused: `no expression in ${names[0]}, only in ${[...expressions.keys()].join(', ')}` }
}
