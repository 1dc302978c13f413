import type { SqlDialect } from '../dialects/dialect.ts'

/** A table's name, or a schema's, every part quoted. */
export function tableName(
  table: readonly string[],
  { identifier }: Pick<SqlDialect, 'identifier'>,
): string {
  return table.map((part) => identifier(part)).join('.')
}
