import {
  type Constant,
  type TypedExpr,
  type TypedReference,
  toText,
  type ValueType,
} from '@tributary/expression'
import type { TypedCall, TypedComparison } from '@tributary/expression/internal'
import fc from 'fast-check'
import { TYPES, VALUES } from './random-table.ts'

/** A reference to a column of the table `f`. */
export function column(name: keyof typeof TYPES): TypedReference {
  return { kind: 'reference', type: TYPES[name], table: 'f', name }
}

/** A constant. */
export function constant(value: Constant): TypedExpr {
  return { kind: 'constant', type: value.type, constant: value }
}

/** A comparison. */
export function compare(left: TypedExpr, op: TypedComparison['op'], right: TypedExpr): TypedExpr {
  return { kind: 'comparison', type: 'BOOLEAN', op, left, right }
}

const operators = fc.constantFrom(...(['=', '!=', '<', '<=', '>', '>='] as const))
const arithmetic = fc.constantFrom(...(['+', '-', '*', '/', '%'] as const))

function call(name: TypedCall['function'], type: ValueType, args: TypedExpr[]): TypedExpr {
  return { kind: 'call', function: name, type, args }
}

const numbers = fc.constantFrom<TypedExpr>(column('n'), column('x'), column('p'), column('big'))
const smallNumber = fc.oneof(
  VALUES.n.map((value) => constant({ type: 'INT', value })),
  VALUES.x.map((value) => constant({ type: 'DOUBLE', value })),
  VALUES.p.map((value) => constant({ type: 'DECIMAL', value: toText(value, 'DECIMAL')! })),
  fc.constant(constant({ type: 'INT', value: 2n ** 53n + 1n })),
)
const text = VALUES.s.map((value) => constant({ type: 'STRING', value }))
const day = VALUES.d.map((value) => constant({ type: 'DATE', value }))
const moment = VALUES.at.map((value) => constant({ type: 'TIMESTAMP', value }))
const grains = fc
  .constantFrom('HOUR', 'DAY', 'WEEK', 'MONTH')
  .map((value) => constant({ type: 'STRING', value }))

/** As the checker types an operator: exact while both sides are. */
function resultType(op: string, left: TypedExpr, right: TypedExpr): ValueType {
  if (op === '/') return 'DOUBLE'
  const types = [left.type, right.type]
  if (types.includes('DOUBLE')) return 'DOUBLE'
  return types.includes('DECIMAL') ? 'DECIMAL' : 'INT'
}

const trees = fc.letrec<{ number: TypedExpr; condition: TypedExpr }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    numbers,
    smallNumber,
    fc.tuple(tie('number'), arithmetic, tie('number')).map(
      ([left, op, right]): TypedExpr => ({
        kind: 'arithmetic',
        type: resultType(op, left, right),
        op,
        left,
        right,
      }),
    ),
    tie('number').map((operand): TypedExpr => ({ kind: 'negate', type: operand.type, operand })),
    fc
      .tuple(tie('condition'), tie('number'), tie('number'))
      .filter(([, yes, no]) => yes.type === no.type)
      .map(([when, yes, no]) => call('If', yes.type, [when, yes, no])),
  ),
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constant<TypedExpr>(column('b')),
    fc.tuple(operators, text).map(([op, right]) => compare(column('s'), op, right)),
    fc.tuple(operators, day).map(([op, right]) => compare(column('d'), op, right)),
    fc.tuple(operators, moment).map(([op, right]) => compare(column('at'), op, right)),
    fc.tuple(operators, moment).map(([op, right]) => compare(column('d'), op, right)),
    fc.tuple(operators, day).map(([op, right]) => compare(right, op, column('at'))),
    fc
      .tuple(grains, operators, moment)
      .map(([grain, op, right]) =>
        compare(call('DateTrunc', 'TIMESTAMP', [column('at'), grain]), op, right),
      ),
    fc
      .tuple(tie('number'), operators, tie('number'))
      .map(([left, op, right]) => compare(left, op, right)),
    fc.tuple(numbers, operators, smallNumber).map(([left, op, right]) => compare(left, op, right)),
    fc
      .tuple(numbers, fc.array(fc.oneof(smallNumber, nothing()), { minLength: 1, maxLength: 10 }))
      .map(([one, list]) => call('IN', 'BOOLEAN', [one, ...list])),
    fc
      .array(fc.oneof(text, nothing()), { minLength: 1, maxLength: 3 })
      .map((list) => call('IN', 'BOOLEAN', [column('s'), ...list])),
    fc
      .constantFrom(...(Object.keys(TYPES) as (keyof typeof TYPES)[]))
      .map((name) => call('IsNull', 'BOOLEAN', [column(name)])),
    tie('condition').map((operand): TypedExpr => ({ kind: 'not', type: 'BOOLEAN', operand })),
    fc
      .tuple(
        fc.constantFrom('AND', 'OR'),
        fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      )
      .map(
        ([op, operands]): TypedExpr => ({
          kind: 'logical',
          type: 'BOOLEAN',
          op: op as 'AND' | 'OR',
          operands,
        }),
      ),
  ),
}))

function nothing(): fc.Arbitrary<TypedExpr> {
  return fc.constant(constant({ type: 'NULL', value: null }))
}

/** Random conditions over the columns of a random table. */
export const condition: fc.Arbitrary<TypedExpr> = trees.condition

/** Random numbers over them. */
export const number: fc.Arbitrary<TypedExpr> = trees.number

/** Random expressions of any type. */
export const anything: fc.Arbitrary<TypedExpr> = fc.oneof(
  trees.number,
  trees.condition,
  fc.constantFrom<TypedExpr>(column('s'), column('d'), column('at')),
  grains.map((grain) => call('DateTrunc', 'TIMESTAMP', [column('at'), grain])),
)
