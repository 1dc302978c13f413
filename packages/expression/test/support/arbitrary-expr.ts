import type { Expr } from '@tributary/expression'
import type { ArithmeticOperator, ComparisonOperator } from '@tributary/expression/internal'
import fc from 'fast-check'
import { FORBIDDEN } from '../../src/syntax/characters.ts'

const span = { start: 0, end: 0 }

/** Texts and names of any characters that an expression may hold. */
export const arbitraryText: fc.Arbitrary<string> = fc
  .string({ unit: 'binary', maxLength: 12 })
  .map((text) => text.replace(new RegExp(FORBIDDEN, 'gu'), '~'))
const arbitraryName = fc.oneof(
  arbitraryText.filter((name) => name !== ''),
  fc.constantFrom("'", '"', ']', "'a'/'b'", '"x"', 'a]]b', "'a]", '[', "a'"),
)

const arbitraryLeaf: fc.Arbitrary<Expr> = fc.oneof(
  fc
    .constantFrom('0', '12', '0.50', '1e3', '.5', '9223372036854775808')
    .map((raw): Expr => ({ kind: 'number', raw, span })),
  arbitraryText.map((value): Expr => ({ kind: 'string', value, span })),
  fc.boolean().map((value): Expr => ({ kind: 'boolean', value, span })),
  fc.constant<Expr>({ kind: 'null', span }),
  arbitraryName.map((name): Expr => ({ kind: 'field', name, span })),
  fc
    .tuple(arbitraryName, arbitraryName)
    .map(([dataset, column]): Expr => ({ kind: 'column', dataset, column, span })),
)

/** Any tree the parser can give: AND and OR flat, functions in their own spelling, spans left out. */
export const arbitraryExpr: fc.Arbitrary<Expr> = fc.letrec<{ expr: Expr }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    arbitraryLeaf,
    fc
      .tuple(
        fc.constantFrom('IN', 'DateTrunc', 'nothing_known'),
        fc.array(tie('expr'), { maxLength: 3 }),
      )
      .map(([name, args]): Expr => ({ kind: 'call', name, nameSpan: span, args, span })),
    fc
      .array(tie('expr'), { minLength: 2, maxLength: 5 })
      .map((args): Expr => ({ kind: 'call', name: 'Case', nameSpan: span, args, span })),
    fc
      .tuple(
        fc.constantFrom<ComparisonOperator>('=', '!=', '<', '<=', '>', '>='),
        tie('expr'),
        tie('expr'),
      )
      .map(([op, left, right]): Expr => ({ kind: 'comparison', op, left, right, span })),
    fc
      .tuple(fc.constantFrom<ArithmeticOperator>('+', '-', '*', '/', '%'), tie('expr'), tie('expr'))
      .map(([op, left, right]): Expr => ({ kind: 'arithmetic', op, left, right, span })),
    fc
      .tuple(
        fc.constantFrom('AND' as const, 'OR' as const),
        fc.array(tie('expr'), { minLength: 2, maxLength: 3 }),
      )
      .map(([op, operands]) => flat(op, operands)),
    tie('expr').map((operand): Expr => ({ kind: 'not', operand, span })),
    tie('expr').map((operand): Expr => ({ kind: 'negate', operand, span })),
  ),
})).expr

function flat(op: 'AND' | 'OR', operands: readonly Expr[]): Expr {
  const inner = operands.flatMap((one) =>
    one.kind === 'logical' && one.op === op ? one.operands : [one],
  )
  return { kind: 'logical', op, operands: inner, span }
}
