import { plain, type SqlStatement } from './sql-statement.ts'

/** A row for each column of a query, the first two its name and DuckDB's name of its type. DuckDB alone understands it. */
export function describeQuery(select: string): SqlStatement {
  return plain(`DESCRIBE ${select}`)
}
