import type { TypedExpr, TypedReference } from '@tributary/expression'
import fc from 'fast-check'
import type {
  AggregateRequest,
  GroupKey,
  Measure,
  WindowPair,
} from '../../../src/request/source.ts'
import { anything, column, compare, condition, constant, number } from './random-expression.ts'
import { type Row, VALUES, WORDS } from './random-table.ts'

const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4, nil: null })

/** Rows of the related table, whose `code` is unique where it is not NULL. */
export const things: fc.Arbitrary<readonly Row[]> = fc
  .uniqueArray(fc.constantFrom(...WORDS), { maxLength: 5 })
  .chain((codes) =>
    fc.tuple(
      ...[...codes, null, null].map((code) =>
        fc.record({
          code: fc.constant(code),
          region: nullable(VALUES.s),
          size: nullable(VALUES.n),
        }),
      ),
    ),
  )

/** A column of the related table. */
export function related(name: 'region' | 'size'): TypedReference {
  return { kind: 'reference', type: name === 'size' ? 'INT' : 'STRING', table: 't', name }
}

const both = (...operands: TypedExpr[]): TypedExpr => ({
  kind: 'logical',
  type: 'BOOLEAN',
  op: 'AND',
  operands,
})

const stretch = fc
  .tuple(fc.constantFrom('at', 'd'), VALUES.d, VALUES.d)
  .map(([name, one, other]) => {
    const [from, to] = [Math.min(one, other), Math.max(one, other)]
    const day = (value: number) => constant({ type: 'DATE', value })
    const time = column(name as 'at' | 'd')
    return both(compare(time, '>=', day(from)), compare(time, '<', day(to)))
  })

const window = fc.oneof(
  stretch,
  condition,
  fc.tuple(stretch, condition).map(([time, rest]) => both(time, rest)),
)

const windows: fc.Arbitrary<WindowPair> = fc.record({ current: window, compare: window })

const key: fc.Arbitrary<GroupKey> = fc
  .oneof(
    fc.constantFrom<TypedExpr>(column('s'), column('d'), column('b'), column('n'), column('p')),
    fc.constantFrom<TypedExpr>(related('region'), related('size'), column('big'), column('at')),
    anything,
  )
  .map((value) => ({ name: 'key', value }))

const numberAggregate = fc.constantFrom(
  ...([
    'SUM',
    'MIN',
    'MAX',
    'PERCENTILE',
    'PERCENTILE_DISC',
    'VARIANCE',
    'STDDEV',
    'COUNT',
    'COUNT_DISTINCT',
  ] as const),
)

const plainMeasure: fc.Arbitrary<Measure> = fc.oneof(
  fc.record({
    name: fc.constant('measure'),
    aggregate: fc.constant('COUNT' as const),
    argument: fc.constant(null),
    filter: nullable(condition),
  }),
  fc.record({
    name: fc.constant('measure'),
    aggregate: fc.constantFrom(...(['COUNT', 'COUNT_DISTINCT'] as const)),
    argument: fc.oneof<fc.Arbitrary<TypedExpr>[]>(anything, fc.constant(related('region'))),
    filter: nullable(condition),
  }),
  fc.record({
    name: fc.constant('measure'),
    aggregate: numberAggregate,
    argument: fc.oneof<fc.Arbitrary<TypedExpr>[]>(
      fc.constantFrom(column('n'), column('x'), column('p'), column('big'), related('size')),
      number,
    ),
    filter: nullable(condition),
    fraction: fc.constantFrom(0, 0.25, 0.5, 1),
  }),
)

const outer = fc.constantFrom(...(['SUM', 'COUNT', 'COUNT_DISTINCT', 'AVG', 'MIN', 'MAX'] as const))

const measure: fc.Arbitrary<Measure> = fc
  .tuple(
    plainMeasure,
    fc.option(
      fc.record({
        per: fc.array(
          key.map(({ value }) => value),
          { maxLength: 2 },
        ),
        aggregate: outer,
      }),
      {
        freq: 3,
        nil: undefined,
      },
    ),
    fc.option(fc.constant(0), { freq: 3, nil: undefined }),
  )
  .map(([plain, nested, otherWindow]) => ({
    ...plain,
    ...(nested !== undefined && { nested }),
    ...(otherWindow !== undefined && { otherWindow }),
  }))

/** A request on `facts` as `f` with the lookup `things` as `t`. */
export const request: fc.Arbitrary<AggregateRequest> = fc.record({
  rows: fc.constant({
    base: { table: ['facts'], alias: 'f' },
    lookups: [
      {
        table: ['things'],
        alias: 't',
        on: [
          {
            left: column('s'),
            right: { kind: 'reference', type: 'STRING', table: 't', name: 'code' } as const,
          },
        ],
      },
    ],
  }),
  filter: nullable(condition),
  windows,
  otherWindows: fc.array(windows, { minLength: 1, maxLength: 1 }),
  measures: fc.array(measure, { maxLength: 4 }),
  groupings: fc.array(fc.array(key, { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
  time: fc.constantFrom(null, column('at')),
})
