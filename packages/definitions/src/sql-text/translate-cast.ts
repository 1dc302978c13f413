import type { ValueType } from '@tributary/expression'
import type { Context } from './context/context.ts'
import type { At, Value } from './context/value.ts'
import { refuse } from './syntax/refusal.ts'
import type { SqlCast, SqlNode } from './syntax/sql-tree.ts'

const TYPES: readonly (readonly [RegExp, ValueType, string])[] = [
  [/^(TINY|SMALL|BIG|MEDIUM|HUGE)?INT(EGER|8|4|2|64)?$|^LONG$/, 'INT', 'Int'],
  [/^(DECIMAL|NUMERIC|NUMBER|BIGNUMERIC)$/, 'DECIMAL', 'Decimal'],
  [/^(DOUBLE( PRECISION)?|FLOAT(4|8|64)?|REAL)$/, 'DOUBLE', 'Double'],
  [/^(VARCHAR|CHAR|CHARACTER|STRING|TEXT|NVARCHAR|BPCHAR|CHARACTER VARYING)$/, 'STRING', 'String'],
  [/^BOOL(EAN)?$/, 'BOOLEAN', 'Boolean'],
  [/^DATE$/, 'DATE', 'Date'],
  [/^(TIMESTAMP|DATETIME|TIMESTAMP_NTZ)$/, 'TIMESTAMP', 'Timestamp'],
]

/** Translates a cast. */
export function translateCast(
  node: SqlCast & Pick<SqlNode, 'span'>,
  place: Context & { readonly at: At },
): Value {
  const { at, value } = place
  const target = TYPES.find(([pattern]) => pattern.test(node.type))
  if (target === undefined) refuse(`the type ${node.type}`, node.span)
  const [, type, name] = target
  const operand = value(node.operand)
  if (type === 'STRING' && node.params.length > 0) refuse(`${node.type} of a length`, node.span)
  if (operand.type === type && type !== 'DECIMAL') return operand
  const { operand: text } = node
  if (type === 'DATE' && text.kind === 'text' && /^\d{4}-\d\d-\d\d$/.test(text.value)) {
    return at.call(name, [operand], type)
  }
  if (operand.type === 'BOOLEAN' && (type === 'INT' || type === 'DOUBLE' || type === 'DECIMAL')) {
    return at.case(operand, at.int(1), at.not(operand), at.int(0))
  }
  const cast = node.isTry ? 'TryCast' : 'Cast'
  return at.call(
    cast,
    [toCastOperand(operand, type, node, place), at.text(formatCastType(name, node))],
    type,
  )
}

/** A number is rounded before it is cut to an integer, where the dialect rounds. */
function toCastOperand(
  operand: Value,
  type: ValueType,
  node: SqlCast & Pick<SqlNode, 'span'>,
  { at, facts, note }: Context & { readonly at: At },
): Value {
  if (type === 'STRING' && (operand.type === 'DOUBLE' || operand.type === 'DECIMAL')) {
    note('digits of a number as text may differ', node.span)
  }
  if (type !== 'INT' || !facts.castRounds) return operand
  if (operand.type === 'DOUBLE') note('halves are rounded away from zero', node.span)
  return operand.type === 'DOUBLE' || operand.type === 'DECIMAL'
    ? at.call('Round', [operand], operand.type)
    : operand
}

function formatCastType(name: string, { type, params }: SqlCast): string {
  if (name !== 'Decimal') return name
  const [precision, scale = 0] = params
  if (precision !== undefined) return `Decimal(${precision}, ${scale})`
  // NUMBER and NUMERIC without digits have none after the point in some engines, and 3 or 9 in others.
  return type === 'NUMBER' ? 'Decimal(38, 0)' : 'Decimal'
}
