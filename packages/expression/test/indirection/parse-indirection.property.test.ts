import {
  type Indirection,
  parseIndirection,
  parsePeriod,
  printIndirection,
} from '@tributary/expression/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const name = fc
  .stringMatching(/^[a-z][a-z0-9 ]{0,10}[a-z0-9]$/)
  .filter((text) => !/^(asc|desc|rank|rankdense|rownumber|proportion|sameperiod)$/.test(text))
const named = fc.record({ name })
const dimension = fc.record({
  name,
  grain: fc.constantFrom(null, 'DAY' as const, 'WEEK' as const, 'YEAR' as const),
})
const offset = fc.oneof(
  fc.record({
    count: fc.integer({ min: -500, max: 500 }),
    grain: fc.constantFrom('YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR'),
    part: fc.constant('same'),
  }),
  fc.record({
    count: fc.integer({ min: -500, max: 500 }),
    grain: fc.constantFrom('YEAR', 'QUARTER', 'MONTH', 'WEEK'),
    part: fc.constantFrom('start', 'end'),
  }),
)
const indirection = fc.oneof(
  fc.record({
    kind: fc.constant('samePeriod'),
    metric: fc.option(named),
    offset,
    dateTag: fc.option(named),
    method: fc.constantFrom('value', 'growthvalue', 'growth', 'decrease', 'decreaserate'),
  }),
  fc.record({
    kind: fc.constant('rank'),
    metric: fc.option(named),
    method: fc.constantFrom('rank', 'rankDense', 'rowNumber'),
    order: fc.constantFrom('asc', 'desc'),
    dimensions: fc.array(dimension, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('proportion'),
    metric: fc.option(named),
    dimensions: fc.array(dimension, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('multiLevelAggregate'),
    aggregate: fc.constantFrom('SUM', 'COUNT', 'COUNT_DISTINCT', 'AVG', 'MIN', 'MAX'),
    dimensions: fc.array(dimension, { minLength: 1, maxLength: 3 }),
  }),
) as fc.Arbitrary<unknown> as fc.Arbitrary<Indirection>

test('parsing a printed indirection gives the same indirection', () => {
  fc.assert(
    fc.property(indirection, (one) => {
      const result = parseIndirection(printIndirection(one))
      expect(result.diagnostics).toEqual([])
      expect(withoutSpans(result.indirection)).toEqual(one)
    }),
    { numRuns: 2_000 },
  )
})

test('no text makes the parsers throw, and spans stay inside', () => {
  const soup = fc
    .array(
      fc.oneof(
        fc.constantFrom('sameperiod', 'rank', '__', 'proportion', 'multi_level_agg', ',', 'yoy'),
        fc.constantFrom('-2_', 'growth', 'asc', 'to_date', ' of ', '0 day', '7d', '__proto__'),
        fc.string({ unit: 'binary', maxLength: 6 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(soup, (text) => {
      for (const { diagnostics } of [parseIndirection(text), parsePeriod(text)]) {
        for (const { span } of diagnostics) {
          expect(span.start).toBeGreaterThanOrEqual(0)
          expect(span.end).toBeLessThanOrEqual(text.length)
          expect(span.start).toBeLessThanOrEqual(span.end)
        }
      }
    }),
    { numRuns: 3_000 },
  )
})

function withoutSpans(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) => (key === 'span' ? undefined : part)),
  )
}
