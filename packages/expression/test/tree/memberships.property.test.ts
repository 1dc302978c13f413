import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile } from '../../src/check/compile.ts'
import type { Scope } from '../../src/check/scope.ts'
import { evaluate } from '../../src/evaluate/evaluate.ts'
import { joinConditions } from '../../src/tree/memberships.ts'
import type { TypedExpr } from '../../src/tree/typed-expr.ts'
import type { Value } from '../../src/values/value.ts'
import type { ValueType } from '../../src/values/value-type.ts'

const COLUMNS: Readonly<Record<string, { type: ValueType; values: readonly Value[] }>> = {
  s: { type: 'STRING', values: ['a', 'b', 'A', '', null] },
  i: { type: 'INT', values: [0n, 1n, -2n, null] },
  m: { type: 'DECIMAL', values: ['1', '1.5', '-2.00', null] },
  x: { type: 'DOUBLE', values: [0, 1, 1.5, -2, null] },
  d: { type: 'DATE', values: [0, 1, null] },
  b: { type: 'BOOLEAN', values: [true, false, null] },
}

const scope: Scope = {
  resolve: (name) => {
    const column = name.kind === 'field' ? COLUMNS[name.name] : undefined
    if (column === undefined || name.kind !== 'field') return { problem: { kind: 'unknown' } }
    return { found: { kind: 'reference', type: column.type, table: 't', name: name.name } }
  },
  names: () => Object.keys(COLUMNS),
}

const compiled = (text: string): TypedExpr => compile(text, scope, { path: 'test' })

const NUMBERS = ['0', '1', '1.0', '1.5', '-2', '1e0', 'NULL']
const CONSTANTS: Readonly<Record<string, readonly string[]>> = {
  '[s]': ['"a"', '"b"', '"A"', '""', '"z"', 'NULL'],
  'Upper([s])': ['"A"', '"B"'],
  '[i]': NUMBERS,
  '[i] + 1': NUMBERS,
  '[m]': NUMBERS,
  '[x]': NUMBERS,
  '[d]': ['"1970-01-01"', '"1970-01-02"', '"1970-01-02 12:00:00"'],
  '[b]': ['TRUE', 'FALSE'],
}

const simple = fc.constantFrom(...Object.keys(CONSTANTS)).chain((value) => {
  const constant = fc.constantFrom(...CONSTANTS[value]!)
  const list = fc.array(constant, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    { weight: 3, arbitrary: constant.map((one) => `${value} = ${one}`) },
    { weight: 3, arbitrary: constant.map((one) => `${value} <> ${one}`) },
    constant.map((one) => `${one} = ${value}`),
    constant.map((one) => `NOT (${value} = ${one})`),
    list.map((all) => `${value} IN (${all.join(', ')})`),
    list.map((all) => `${value} NOT IN (${all.join(', ')})`),
  )
})
const other = fc.constantFrom('[i] > 0', '[b]', '[s] LIKE "a%"', '[i] = [x]')
const condition = fc.oneof({ weight: 6, arbitrary: simple }, other)
const conditions = fc.array(condition, { minLength: 1, maxLength: 7 })
const row = fc.record(
  Object.fromEntries(
    Object.entries(COLUMNS).map(([name, { values }]) => [name, fc.constantFrom(...values)]),
  ),
) as fc.Arbitrary<Readonly<Record<string, Value>>>

describe('conditions that are joined', () => {
  test.each(['AND', 'OR'] as const)('by %s mean what they mean one by one', (op) => {
    const decisive = op === 'OR'
    fc.assert(
      fc.property(conditions, fc.array(row, { minLength: 1 }), (texts, rows) => {
        const operands = texts.map(compiled) as [TypedExpr, ...TypedExpr[]]
        const nested = compiled(texts.map((text) => `(${text})`).join(` ${op} `))
        const joined = joinConditions(op, operands)
        for (const one of rows) {
          const given = (typed: TypedExpr) => evaluate(typed, ({ name }) => one[name] ?? null)
          const values = operands.map(given)
          const expected = values.includes(decisive)
            ? decisive
            : values.includes(null)
              ? null
              : !decisive
          expect([given(joined), given(nested)]).toEqual([expected, expected])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('to a long list mean what its members mean one by one', () => {
    const long = fc
      .constantFrom(...Object.keys(CONSTANTS))
      .chain((value) =>
        fc.tuple(
          fc.constant(value),
          fc.array(fc.constantFrom(...CONSTANTS[value]!), { minLength: 8, maxLength: 12 }),
        ),
      )
    fc.assert(
      fc.property(long, fc.array(row, { minLength: 1 }), ([value, members], rows) => {
        const list = compiled(`${value} IN (${members.join(', ')})`)
        const equalities = members.map((member) => compiled(`${value} = ${member}`))
        const oneByOne: TypedExpr = {
          kind: 'logical',
          type: 'BOOLEAN',
          op: 'OR',
          operands: equalities as [TypedExpr, ...TypedExpr[]],
        }
        for (const one of rows) {
          const given = (typed: TypedExpr) => evaluate(typed, ({ name }) => one[name] ?? null)
          expect(given(list)).toBe(given(oneByOne))
        }
      }),
      { numRuns: 300 },
    )
  })

  const origin = { kind: 'reference', type: 'STRING', table: 't', name: 's' }
  const listed = (...texts: string[]) => ({
    kind: 'call',
    type: 'BOOLEAN',
    function: 'IN',
    args: [
      origin,
      ...texts.map((value) => ({
        kind: 'constant',
        type: 'STRING',
        constant: { type: 'STRING', value },
      })),
    ],
  })

  test('are one list where they compare one value', () => {
    const text = '[s] = "a" OR ([s] = "b" OR "c" = [s]) OR [s] IN ("d", "a")'
    expect(compiled(text)).toEqual(listed('a', 'b', 'c', 'd'))
  })

  test('keep operands that are not comparisons with a constant', () => {
    expect(compiled('[s] = "a" OR [i] > 0 OR [s] = "b"')).toEqual({
      kind: 'logical',
      type: 'BOOLEAN',
      op: 'OR',
      operands: [listed('a', 'b'), compiled('[i] > 0')],
    })
  })

  test('are one list negated where they exclude values', () => {
    const not = { kind: 'not', type: 'BOOLEAN', operand: listed('a', 'b', 'c') }
    expect(compiled('[s] <> "a" AND [s] NOT IN ("b") AND NOT ([s] = "c")')).toEqual(not)
  })

  test('stay as they are where a value is NULL or another type', () => {
    const text = '[i] = 1 OR [i] = 1.5'
    expect(compiled(text)).toMatchObject({ kind: 'logical', operands: [{}, {}] })
  })
})
