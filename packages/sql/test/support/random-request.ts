import type { AggregateRequest, GroupKey, Measure } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import type { TypedCall } from '@tributary/expression/internal'
import fc from 'fast-check'
import type { Row } from './naive-source.ts'
import { arithmetic, column, compare, constant, int, logical, text } from './trees.ts'

const WORDS = ['a', 'b', 'ä', "o'x", '"', '\uFFFD', '😀', '']
const DAY = 86_400_000_000n
const START = 11_323n * DAY

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4, nil: null })
const words = fc.constantFrom(...WORDS)
const integers = fc.integer({ min: -4, max: 4 })
const quarters = integers.map((n) => n / 4)
const times = fc.integer({ min: 0, max: 240 }).map((hours) => START + (BigInt(hours) * DAY) / 24n)
const days = fc.integer({ min: 0, max: 10 }).map((day) => 11_323 + day)

/** Rows of the table `facts`, with NULLs everywhere. */
export const facts: fc.Arbitrary<readonly Row[]> = fc.array(
  fc.record({
    at: nullable(times),
    s: nullable(words),
    n: nullable(integers.map(BigInt)),
    x: nullable(quarters),
    p: nullable(quarters),
    d: nullable(days),
  }),
  { maxLength: 25 },
)

/** Rows of the table `things`, whose `code` is unique where it is not NULL. */
export const things: fc.Arbitrary<readonly Row[]> = fc
  .uniqueArray(words, { maxLength: 5 })
  .chain((codes) =>
    fc.tuple(
      ...[...codes, null, null].map((code) =>
        fc.record({
          code: fc.constant(code),
          region: nullable(words),
          size: nullable(integers.map(BigInt)),
        }),
      ),
    ),
  )

const f = (name: string, type: TypedExpr['type']) => column('f', name, type)
const s = f('s', 'STRING')
const region = column('t', 'region', 'STRING')
const numbers = [f('n', 'INT'), column('t', 'size', 'INT'), f('x', 'DOUBLE'), f('p', 'DECIMAL')]
const operators = fc.constantFrom(...(['=', '!=', '<', '<=', '>', '>='] as const))
const call = (
  name: TypedCall['function'],
  type: TypedExpr['type'],
  args: TypedExpr[],
): TypedExpr => ({
  kind: 'call',
  function: name,
  type,
  args,
})

const { number, condition } = fc.letrec<{ number: TypedExpr; condition: TypedExpr }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...numbers),
    integers.map(int),
    quarters.map((value) => constant({ type: 'DOUBLE', value })),
    fc
      .tuple(tie('number'), fc.constantFrom(...(['+', '-', '*', '/', '%'] as const)), tie('number'))
      .map(([left, op, right]) => arithmetic(left, op, right, typeOf(op, left, right))),
    tie('number').map((operand): TypedExpr => ({ kind: 'negate', type: operand.type, operand })),
    fc
      .tuple(tie('condition'), tie('number'), tie('number'))
      .filter(([, yes, no]) => yes.type === no.type)
      .map(([when, yes, no]) => call('If', yes.type, [when, yes, no])),
  ),
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc
      .tuple(fc.constantFrom(s, region), operators, words)
      .map(([left, op, right]) => compare(left, op, text(right))),
    fc
      .tuple(operators, times)
      .map(([op, value]) =>
        compare(f('at', 'TIMESTAMP'), op, constant({ type: 'TIMESTAMP', value })),
      ),
    fc
      .tuple(operators, days)
      .map(([op, value]) => compare(f('d', 'DATE'), op, constant({ type: 'DATE', value }))),
    fc
      .tuple(tie('number'), operators, tie('number'))
      .map(([left, op, right]) => compare(left, op, right)),
    fc
      .tuple(fc.constantFrom(s, region), fc.array(words, { minLength: 1, maxLength: 3 }))
      .map(([one, list]) => call('IN', 'BOOLEAN', [one, ...list.map(text)])),
    fc.constantFrom(s, region, ...numbers).map((one) => call('IsNull', 'BOOLEAN', [one])),
    tie('condition').map((operand): TypedExpr => ({ kind: 'not', type: 'BOOLEAN', operand })),
    fc
      .tuple(
        fc.constantFrom('AND', 'OR'),
        fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      )
      .map(([op, operands]) => logical(op as 'AND' | 'OR', ...operands)),
  ),
}))

/** As the checker types it: a quotient is a DOUBLE, a DECIMAL of a mixed pair becomes one here. */
function typeOf(op: string, left: TypedExpr, right: TypedExpr): TypedExpr['type'] {
  return op !== '/' && left.type === 'INT' && right.type === 'INT' ? 'INT' : 'DOUBLE'
}

const key: fc.Arbitrary<GroupKey> = fc
  .oneof(
    fc.constantFrom(
      s,
      region,
      f('at', 'TIMESTAMP'),
      f('d', 'DATE'),
      f('p', 'DECIMAL'),
      f('n', 'INT'),
    ),
    condition,
  )
  .map((value) => ({ name: 'key', value }))

const nested = fc.record({
  per: fc.constantFrom([s], [f('d', 'DATE')], [region, f('n', 'INT')]),
  aggregate: fc.constantFrom(...(['SUM', 'COUNT', 'COUNT_DISTINCT', 'AVG', 'MIN', 'MAX'] as const)),
})

const measure: fc.Arbitrary<Measure> = fc
  .tuple(
    fc.constantFrom(...(['SUM', 'COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX'] as const)),
    fc.oneof(number, number, condition),
    nullable(condition),
  )
  .chain((parts) =>
    fc.tuple(fc.constant(parts), fc.option(nested, { nil: undefined, freq: 2 }), fc.boolean()),
  )
  .map(([[aggregate, argument, filter], steps, other]): Measure => {
    const base = {
      name: 'measure',
      aggregate,
      filter,
      ...(steps && { nested: steps }),
      ...(other && { otherWindow: 0 }),
    }
    if (aggregate === 'COUNT') return { ...base, argument: filter === null ? null : argument }
    if (argument.type === 'BOOLEAN') return { ...base, aggregate: 'COUNT_DISTINCT', argument }
    return { ...base, argument }
  })

/** A request on `facts` as `f` with the lookup `things` as `t`. */
export const request: fc.Arbitrary<AggregateRequest> = fc.record({
  otherWindows: fc.constant([
    {
      current: compare(f('d', 'DATE'), '<', constant({ type: 'DATE', value: 11_328 })),
      compare: compare(f('n', 'INT'), '>', int(0)),
    },
  ]),
  rows: fc.constant({
    base: { table: ['facts'], alias: 'f' },
    lookups: [
      { table: ['things'], alias: 't', on: [{ left: s, right: column('t', 'code', 'STRING') }] },
    ],
  }),
  filter: nullable(condition),
  windows: fc.record({ current: condition, compare: condition }),
  measures: fc.array(measure, { maxLength: 4 }),
  groupings: fc.array(fc.array(key, { maxLength: 2 }), { minLength: 1, maxLength: 4 }),
  time: fc.constant(null),
})

/** The totals of many measures over four ranges of days, which overlap or do not. */
export const totals: fc.Arbitrary<AggregateRequest> = fc
  .tuple(
    request,
    fc.array(measure, { minLength: 9, maxLength: 24 }),
    fc.constantFrom(f('at', 'TIMESTAMP'), f('d', 'DATE')),
    fc.constantFrom(2n, 3n, 4n),
  )
  .map(([one, measures, time, length]) => {
    const end = (moment: bigint) =>
      time.type === 'DATE'
        ? constant({ type: 'DATE', value: Number(moment / DAY) })
        : constant({ type: 'TIMESTAMP', value: moment })
    const range = (number: bigint) => {
      const from = START + number * 3n * DAY
      return logical(
        'AND',
        compare(time, '>=', end(from)),
        compare(time, '<', end(from + length * DAY)),
      )
    }
    return {
      ...one,
      windows: { current: range(3n), compare: range(2n) },
      otherWindows: [{ current: range(1n), compare: range(0n) }],
      measures: measures.map(({ nested, ...one }, at) =>
        at === 0 && nested ? { ...one, nested } : one,
      ),
      groupings: [[]],
    }
  })

export { condition }
