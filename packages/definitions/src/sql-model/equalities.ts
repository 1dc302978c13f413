import type { Expr } from '@tributary/expression'
import type { SqlReading } from '../sql-text/read-sql.ts'
import type { SqlRelationship } from './sql-model.ts'

/** The ends of a relationship, as its condition calls them. */
export type Ends = Pick<SqlRelationship, 'from' | 'to'>

/**
 * The pairs of columns of a condition that is equalities of columns of two datasets, or why it is none. The names in the
 * condition are read as columns of what stands before them.
 */
export function readEqualities(
  text: string,
  reading: SqlReading,
  { from, to }: Ends,
): Pick<SqlRelationship, 'pairs' | 'refused'> {
  if (reading.tree === null) return { pairs: [], refused: `${text}: ${reading.refusal.message}` }
  const parts =
    reading.tree.kind === 'logical' && reading.tree.op === 'AND'
      ? reading.tree.operands
      : [reading.tree]
  const pairs = parts.map((part) => toColumnPair(part, from, to))
  return pairs.every((pair) => pair !== null)
    ? { pairs, refused: null }
    : { pairs: [], refused: `${text}: a relation is equalities of columns of ${from} and ${to}` }
}

function toColumnPair(
  part: Expr,
  from: string,
  to: string,
): SqlRelationship['pairs'][number] | null {
  if (part.kind !== 'comparison' || part.op !== '=') return null
  const { left, right } = part
  if (left.kind !== 'column' || right.kind !== 'column') return null
  const isColumn = (column: typeof left, dataset: string): boolean =>
    column.dataset.toLowerCase() === dataset.toLowerCase()
  if (isColumn(left, from) && isColumn(right, to)) return { from: left.column, to: right.column }
  if (isColumn(right, from) && isColumn(left, to)) return { from: right.column, to: left.column }
  return null
}
