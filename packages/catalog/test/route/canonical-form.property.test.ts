import { evaluate, type TypedExpr, type Value } from '@tributary/expression'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitConjuncts, toIdentity } from '../../src/resolve/rows/conjunction.ts'
import { canonicalizeRows } from '../../src/route/canonical-form.ts'
import { express } from '../../src/route/express.ts'
import { implies } from '../../src/route/implies.ts'
import { tableColumns } from '../../src/route/table-columns.ts'
import { byDay, readAs, rowsAs } from './rows.ts'

const numRuns = process.env.TRIBUTARY_LONG ? 20_000 : 1_000

const MIDNIGHT = 978_307_200_000_000n
const operators = fc.constantFrom('=', '!=', '<', '<=', '>', '>=')
const small = fc.integer({ min: -2, max: 3 })
const moments = fc.constantFrom(
  '2001-01-02',
  '2001-01-03',
  '2001-01-02 12:00',
  '2001-02-01',
  '2001-01-31',
)
const times = fc.constantFrom(
  '[at]',
  'DateTrunc([at], "DAY")',
  'DateTrunc(DateTrunc([at], "HOUR"), "MONTH")',
  'DateTrunc([at], "WEEK")',
  'Cast(DateTrunc([at], "DAY"), "Date")',
)

/** Texts of conditions on a number, a text and a time. */
const { condition: conditions } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(operators, small).map(([op, value]) => `[n] ${op} ${value}`),
    fc.tuple(small, operators).map(([value, op]) => `${value} ${op} [n]`),
    fc.tuple(small, small).map(([low, high]) => `[n] BETWEEN ${low} AND ${high}`),
    fc.array(small, { minLength: 1, maxLength: 3 }).map((list) => `[n] IN (${list.join(', ')})`),
    fc.constantFrom(
      '[s] = "a"',
      '[s] IN ("a", "b")',
      'IsNotNull([s])',
      'IsNull([n])',
      'IsNull([at])',
    ),
    fc.tuple(times, operators, moments).map(([time, op, moment]) => `${time} ${op} "${moment}"`),
    fc.constantFrom('Month([at]) = 1', 'DayOfWeek([at]) IN (2, 3)', 'Hour([at]) > 11'),
    tie('condition').map((one) => `NOT (${one})`),
    fc
      .tuple(
        fc.constantFrom('AND', 'OR'),
        fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      )
      .map(([op, list]) => list.map((one) => `(${one})`).join(` ${op} `)),
  ),
}))

type Row = Readonly<Record<string, Value>>

const rows: fc.Arbitrary<Row> = fc.record({
  n: fc.option(small.map(BigInt)),
  s: fc.option(fc.constantFrom('a', 'b', 'c')),
  at: fc.option(
    fc.integer({ min: 0, max: 24 * 40 }).map((hours) => MIDNIGHT + BigInt(hours) * 3_600_000_000n),
  ),
})

const read = readAs('facts')
const canonical = canonicalizeRows(rowsAs('facts'))

function valueIn(row: Row, typed: TypedExpr): Value {
  return evaluate(typed, ({ name }) => row[name] ?? null)
}

test('the canonical form has the same value for every row, and canonicalizing it again changes nothing', () => {
  fc.assert(
    fc.property(conditions, fc.array(rows, { minLength: 1, maxLength: 20 }), (text, sample) => {
      const typed = read(text)
      const form = canonical(typed)
      for (const row of sample) expect(valueIn(row, form), text).toEqual(valueIn(row, typed))
      // Its references carry the way to their table, of which the empty one is the base.
      expect(toIdentity(canonicalizeRows(rowsAs(''))(form))).toBe(toIdentity(form))
    }),
    { numRuns },
  )
})

test('what is implied is TRUE for every row for which the premises are', () => {
  let implied = 0
  fc.assert(
    fc.property(
      conditions,
      conditions,
      fc.array(rows, { minLength: 10, maxLength: 30 }),
      (a, b, sample) => {
        const premises = splitConjuncts(canonical(read(a)))
        const condition = canonical(read(b))
        if (!implies(premises, condition)) return
        implied++
        for (const row of sample) {
          if (premises.every((one) => valueIn(row, one) === true)) {
            expect(valueIn(row, condition), `${a} implies ${b}`).toBe(true)
          }
        }
      },
    ),
    { numRuns: numRuns * 5 },
  )
  expect(implied).toBeGreaterThan(numRuns / 50)
})

test('a condition in the columns of a table by day has the same value as on the row', () => {
  const table = byDay()
  const columns = tableColumns(table, canonical)
  let expressed = 0
  fc.assert(
    fc.property(conditions, fc.array(rows, { minLength: 1, maxLength: 20 }), (text, sample) => {
      const { typed } = express(canonical(read(text)), columns)
      if (typed === undefined) return
      expressed++
      for (const row of sample) {
        const stored = Object.fromEntries(
          table.dimensions.map(({ column, value }) => [column, valueIn(row, value)]),
        )
        expect(valueIn(stored, typed), text).toEqual(valueIn(row, read(text)))
      }
    }),
    { numRuns },
  )
  expect(expressed).toBeGreaterThan(numRuns / 10)
})
