import type { Named } from '@tributary/catalog'
import { resolveView } from '@tributary/catalog/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flightsCatalog } from '../flights.ts'
import { type PlainView, viewQuestion } from './question.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 1_500 : 50_000

const catalog = flightsCatalog()
const METRICS: readonly Named[] = catalog.metrics.all
const DIMENSIONS: readonly Named[] = catalog.dimensions.all.filter(
  ({ dataset }) => dataset === 'flights',
)

/** A text that a definition is called by. */
function called({ name, code, displayName }: Named): fc.Arbitrary<string> {
  return fc.constantFrom(name, displayName, code ?? name)
}

const one = (all: readonly Named[]) => fc.constantFrom(...all).chain(called)

/** Some of the definitions, each once, by any of their names. */
const some = (all: readonly Named[], least: number) =>
  fc
    .shuffledSubarray([...all], { minLength: least, maxLength: 3 })
    .chain((chosen) => fc.tuple(...chosen.map(called)))

const upTo3 = <T>(entry: fc.Arbitrary<T>) => fc.array(entry, { maxLength: 3 })

/** A view whose temporary metrics have these keys. */
function viewWith(keys: readonly string[]): fc.Arbitrary<PlainView> {
  const metric = keys.length === 0 ? one(METRICS) : fc.oneof(one(METRICS), fc.constantFrom(...keys))
  const dimension = one(DIMENSIONS)
  const direction = fc.constantFrom('ASC' as const, 'DESC' as const)
  const temporary = fc.record({
    refMetric: fc.oneof({ weight: 4, arbitrary: one(METRICS) }, { weight: 1, arbitrary: metric }),
    filters: upTo3(dimension.map((name) => `[${name}] <> "x"`)),
    indirections: upTo3(
      fc.oneof(
        fc.constantFrom('sameperiod__yoy__growth', 'rank'),
        fc.tuple(metric, dimension).map((names) => names.join('__proportion__')),
      ),
    ),
  })
  return fc
    .record({
      metrics: some(METRICS, 1),
      own: fc.subarray([...keys]),
      dimensions: some(
        [...DIMENSIONS, { name: 'metric_time', displayName: 'metric_time__WEEK' }],
        0,
      ),
      timeConstraint: fc.constantFrom(
        null,
        '[metric_time] > "2001-05-01"',
        '[metric_time__month]="2001-05"',
      ),
      filters: upTo3(dimension.map((name) => `isNotNull([${name}])`)),
      orders: upTo3(fc.record({ name: fc.oneof(metric, dimension), direction })),
      metricDefinitions: fc
        .tuple(...keys.map(() => temporary))
        .map((all) => Object.fromEntries(all.map((entry, i) => [keys[i]!, entry]))),
    })
    .chain(({ own, metrics, ...view }) => {
      const listed = [...metrics, ...own]
      return upTo3(fc.constantFrom(...listed)).map((named) => ({
        ...view,
        metrics: listed,
        resultFilters: named.map((name) => `[${name}]>=1 or [${name}] < 0`),
      }))
    })
}

const views = fc.subarray(['a', 'b', 'flight_count', '__proto__']).chain(viewWith)

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
    { numRuns: RUNS },
  )
  // Many random views are refused; enough must not be.
  expect(resolvedViews).toBeGreaterThan(RUNS / 10)
})
