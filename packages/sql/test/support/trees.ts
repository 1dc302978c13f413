import type { Constant, TypedExpr, ValueType } from '@tributary/expression'

/** A column of a table's alias. */
export function column(table: string, name: string, type: ValueType): TypedExpr {
  return { kind: 'reference', table, name, type }
}

/** A known value. */
export function constant(value: Constant): TypedExpr {
  return { kind: 'constant', type: value.type, constant: value }
}

export const int = (value: number): TypedExpr => constant({ type: 'INT', value: BigInt(value) })
export const text = (value: string): TypedExpr => constant({ type: 'STRING', value })
export const TRUE: TypedExpr = constant({ type: 'BOOLEAN', value: true })

/** `left op right`. */
export function compare(
  left: TypedExpr,
  op: '=' | '!=' | '<' | '<=' | '>' | '>=',
  right: TypedExpr,
): TypedExpr {
  return { kind: 'comparison', type: 'BOOLEAN', op, left, right }
}

/** `a AND b` or `a OR b`. */
export function logical(op: 'AND' | 'OR', ...operands: TypedExpr[]): TypedExpr {
  return { kind: 'logical', type: 'BOOLEAN', op, operands }
}

/** `left op right`, of a type. */
export function arithmetic(
  left: TypedExpr,
  op: '+' | '-' | '*' | '/' | '%',
  right: TypedExpr,
  type: ValueType,
): TypedExpr {
  return { kind: 'arithmetic', op, left, right, type }
}

/** Microseconds of a UTC text such as `2001-05-01T00:00:00Z`. */
export function micros(iso: string): bigint {
  return BigInt(Date.parse(iso)) * 1000n
}

/** A moment as a constant. */
export function moment(iso: string): TypedExpr {
  return constant({ type: 'TIMESTAMP', value: micros(iso) })
}
