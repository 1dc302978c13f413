import { type Expr, FUNCTIONS, print } from '@tributary/expression'
import { getSqlName } from '@tributary/expression/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { call } from '../../../src/export/formula/flatten.ts'
import { printSql, quoteName } from '../../../src/export/formula/print-sql.ts'
import { readSql } from '../../../src/index.ts'

const span = { start: 0, end: 0 }
const column = (name: string): Expr => ({ kind: 'column', dataset: 't', column: name, span })

/** Random trees of what standard SQL can say, numbers and conditions apart. */
const { number, condition } = fc.letrec<{ number: Expr; condition: Expr; text: Expr }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 4 },
    fc.nat(99).map((raw): Expr => ({ kind: 'number', raw: String(raw), span })),
    fc.constantFrom('a', 'b', 'select', 'odd name', 'q"q').map(column),
    fc
      .tuple(fc.constantFrom('+', '-', '*'), tie('number'), tie('number'))
      .map(([op, left, right]): Expr => ({ kind: 'arithmetic', op, left, right, span })),
    tie('number').map((operand): Expr => ({ kind: 'negate', operand, span })),
    fc.tuple(tie('condition'), tie('number'), tie('number')).map((args) => call('Case', ...args)),
    fc.tuple(tie('number'), tie('number')).map((args) => call('Coalesce', ...args)),
    tie('number').map((one) => call('Abs', one)),
  ),
  text: fc.oneof(
    fc.string({ maxLength: 6 }).map((value): Expr => ({ kind: 'string', value, span })),
    fc.constant(column('s')),
  ),
  condition: fc.oneof(
    { maxDepth: 4 },
    fc
      .tuple(fc.constantFrom('=', '!=', '<', '>='), tie('number'), tie('number'))
      .map(([op, left, right]): Expr => ({ kind: 'comparison', op, left, right, span })),
    fc
      .tuple(tie('text'), tie('text'))
      .map(([left, right]): Expr => ({ kind: 'comparison', op: '=', left, right, span })),
    tie('condition').map((operand): Expr => ({ kind: 'not', operand, span })),
    fc
      .tuple(fc.constantFrom('AND', 'OR'), tie('condition'), tie('condition'))
      .map(([op, a, b]): Expr => {
        const parts = [a, b].flatMap((one) =>
          one.kind === 'logical' && one.op === op ? one.operands : [one],
        )
        return { kind: 'logical', op, operands: parts, span }
      }),
    tie('number').map((one) => call('IsNull', one)),
    fc
      .constantFrom('a%', "_'%", '10\\%', '')
      .map((value) => call('Like', column('s'), { kind: 'string', value, span })),
    fc
      .tuple(tie('number'), fc.nat(9), fc.nat(9))
      .map(([one, ...list]) =>
        call('IN', one, ...list.map((raw): Expr => ({ kind: 'number', raw: String(raw), span }))),
      ),
    fc.tuple(tie('number'), tie('number'), tie('number')).map((args) => call('Between', ...args)),
  ),
}))

test('what is written as SQL is read as the same tree', () => {
  fc.assert(
    fc.property(fc.oneof(number, condition), (tree) => {
      const text = printSql(tree, (_, name) => quoteName(name))
      const { tree: read } = readSql(text, {
        dialect: 'ANSI',
        resolve: (parts) => ({ tree: column(parts.at(-1)!.text), type: 'UNKNOWN' }),
      })
      expect(read === null ? text : print(read)).toBe(print(tree))
    }),
    { numRuns: process.env.TRIBUTARY_LONG === undefined ? 400 : 100_000 },
  )
})

const STANDARD = Object.values(FUNCTIONS).filter(({ name }) => getSqlName(name) !== null)

test.each(STANDARD)('$name is read from its name in standard SQL', ({ name, parameters }) => {
  const args = parameters.filter(({ optional }) => !optional).map((_, index) => `c${index}`)
  const { tree } = readSql(`${getSqlName(name)}(${args.join(', ')})`, {
    dialect: 'ANSI',
    resolve: (parts) => ({ tree: column(parts.at(-1)!.text), type: 'UNKNOWN' }),
  })
  expect(tree).toMatchObject({ kind: 'call', name, args: { length: args.length } })
})
