import { resolveView } from '@tributary/catalog'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flightsCatalog } from '../flights.ts'
import { type PlainView, viewQuestion } from './question.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 150 : 5_000

const catalog = flightsCatalog()

/** A definition by one of its names, which all mean the same. */
function called(all: typeof catalog.metrics.all | typeof catalog.dimensions.all) {
  return fc
    .constantFrom(...all)
    .chain(({ name, code, displayName }) => fc.constantFrom(name, displayName, code ?? name))
}

const metric = called(catalog.metrics.all)
const dimension = called(catalog.dimensions.all.filter(({ dataset }) => dataset === 'flights'))
const key = fc.constantFrom('a', 'b', 'flight_count', '__proto__')
const direction = fc.constantFrom('ASC' as const, 'DESC' as const)

const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 })

const views: fc.Arbitrary<PlainView> = fc.record({
  metrics: fc.array(fc.oneof(metric, key), { minLength: 1, maxLength: 3 }),
  dimensions: list(fc.oneof(dimension, fc.constantFrom('metric_time', 'metric_time__WEEK'))),
  timeConstraint: fc.constantFrom(
    null,
    '[metric_time] > "2001-05-01"',
    '[metric_time__month]="2001-05"',
  ),
  filters: list(fc.tuple(dimension).map(([one]) => `isNotNull([${one}])`)),
  resultFilters: list(fc.oneof(metric, key).map((one) => `[${one}]>=1 or [${one}] < 0`)),
  orders: list(fc.record({ name: fc.oneof(metric, dimension, key), direction })),
  metricDefinitions: fc
    .array(
      fc.tuple(
        key,
        fc.record({
          refMetric: fc.oneof(metric, key),
          filters: list(dimension.map((one) => `[${one}] <> "x"`)),
          indirections: list(
            fc.oneof(
              fc.constantFrom('sameperiod__yoy__growth', 'rank'),
              fc.tuple(metric, dimension).map((names) => names.join('__proportion__')),
            ),
          ),
        }),
      ),
      { maxLength: 3 },
    )
    .map((entries) => Object.fromEntries(entries)),
})

/** What the catalog makes of a view, or the code of what it refuses. */
function outcome(view: PlainView) {
  try {
    return resolveView(catalog, viewQuestion(view))
  } catch (error) {
    return (error as { readonly code: string }).code
  }
}

test('a resolved view resolves to itself, and names the same', () => {
  let resolvedViews = 0
  fc.assert(
    fc.property(views, (view) => {
      const first = outcome(view)
      if (typeof first === 'string') {
        expect(first).toMatch(/^(CATALOG|EXPRESSION)_/)
        return
      }
      resolvedViews += 1
      expect(outcome(first.definition)).toEqual(first)
    }),
    { numRuns: RUNS, seed: 7 },
  )
  // Most random views are refused; enough must not be.
  expect(resolvedViews).toBeGreaterThan(RUNS / 20)
})
