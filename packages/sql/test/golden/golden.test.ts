import { join } from 'node:path'
import type { AggregateRequest, Lookup, Measure } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import { compile, type TypedExpr } from '@tributary/expression'
import { expect, test } from 'vitest'
import { compileAggregate } from '../../src/compile/compile-aggregate.ts'
import { compileExpression } from '../../src/compile/compile-expression.ts'
import { compileMaterialisation } from '../../src/compile/compile-materialisation.ts'
import { compileNestedMeasures } from '../../src/compile/compile-nested.ts'
import { compileFrontier, compileRepeatedKey } from '../../src/compile/compile-rows.ts'
import { USUAL_BITS } from '../../src/compile/exact-sums.ts'
import { clickhouseDialect } from '../../src/dialects/clickhouse/clickhouse.ts'
import type { SqlDialect } from '../../src/dialects/dialect.ts'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { postgresqlDialect } from '../../src/dialects/postgresql/postgresql.ts'
import { trinoDialect } from '../../src/dialects/trino/trino.ts'
import { SqlError } from '../../src/errors.ts'
import { describeStatement, toStatement } from '../../src/text/sql-statement.ts'
import { COLUMNS, plainCall, SIGNATURES } from '../support/random-expression.ts'
import { scopeOf } from '../support/row-judge.ts'
import { column, compare, int, moment, text } from '../support/trees.ts'

/** One text for every kind of node, with what engines write differently. */
const NODES = [
  '[s]',
  '[n]',
  '[p]',
  '[x]',
  '[d]',
  '[at]',
  '[f]',
  '[s] = "it\'s"',
  '[s] < "\u{1F600}"',
  '[n] != 2',
  '[n] >= 2.5',
  '[x] <= 1e-3',
  '[d] > "2024-02-29"',
  '[at] = "2024-02-29 13:00:00"',
  '[d] = [at]',
  '[f] AND NOT ([n] > 1 OR [s] = "a")',
  '[n] + 1 - [n] * 2',
  '[p] * [p]',
  '[p] + 1.25',
  '[n] / [p]',
  '[n] % 3',
  '[p] % 0.7',
  '[x] % 2',
  '-[n]',
  '[n] = 9223372036854775808',
  'DateTrunc([at], "MONTH") = "2024-02-01"',
  'IN(DateTrunc([d], "YEAR"), "2023-01-01", "2024-01-01")',
  'NOT IN([s], "a", NULL)',
]

const at = column('f', 'at', 'TIMESTAMP')
const measure = (
  aggregate: Measure['aggregate'],
  argument: TypedExpr | null,
  more = {},
): Measure => ({
  name: aggregate,
  aggregate,
  argument,
  filter: null,
  ...more,
})
const amount = column('f', 'amount', 'DECIMAL')
const share = column('f', 'share', 'DOUBLE')
const shop = column('f', 'shop', 'STRING')
const request: AggregateRequest = {
  rows: {
    base: { table: ['c', 's', 'sales'], alias: 'f' },
    lookups: [
      {
        table: ['c', 's', 'shops'],
        alias: 'l',
        on: [{ left: shop, right: column('l', 'code', 'STRING') }],
      },
    ],
  },
  filter: compare(shop, '!=', text('closed')),
  windows: {
    current: compare(at, '>=', moment('2024-02-01T00:00:00Z')),
    compare: compare(at, '<', moment('2024-02-01T00:00:00Z')),
  },
  measures: [
    measure('COUNT', null),
    measure('COUNT', amount),
    measure('COUNT_DISTINCT', shop),
    measure('SUM', amount),
    measure('SUM', share),
    measure('MIN', amount),
    measure('MAX', share, { filter: compare(amount, '>', int(0)) }),
    measure('VARIANCE', amount),
    measure('STDDEV', share),
    measure('PERCENTILE_DISC', amount, { fraction: 0.9 }),
    measure('SUM', amount, { nested: { per: [column('f', 'day', 'DATE')], aggregate: 'AVG' } }),
  ],
  groupings: [[], [{ name: 'region', value: column('l', 'region', 'STRING') }]],
  time: at,
}
const percentile: AggregateRequest = {
  ...request,
  measures: [measure('PERCENTILE', amount, { fraction: 0.9 })],
}

const kept: Materialisation = {
  table: ['tributary', 'demo', 'kept'],
  form: 'AGGREGATED',
  rows: request.rows,
  filter: request.filter,
  dimensions: [{ column: 'shop', value: shop }],
  partition: { column: 'day', grain: 'DAY', time: at, value: column('f', 'day', 'DATE') },
  measures: request.measures
    .filter(({ nested }) => nested === undefined)
    .map((one, i) => ({ measure: one, column: `leaf_${i}`, argument: null, filter: null })),
  rowCount: 'row_count',
}
const february = { from: 1_706_745_600_000_000n, to: 1_709_251_200_000_000n }

/** A call of every function for each of its result types and counts of arguments, and for each of its choices. */
function callsOfFunctions(): readonly string[] {
  const calls = new Map<string, string>()
  for (const [type, byName] of SIGNATURES) {
    for (const signatures of byName.values()) {
      for (const one of signatures) {
        const literals = one.slots.filter((slot) => slot.startsWith('"'))
        const key = [one.name, type, one.slots[0], one.slots.length, ...literals].join(' ')
        if (!calls.has(key)) calls.set(key, plainCall(one))
      }
    }
  }
  return [...calls.values()].sort()
}

function sqlOf(write: () => string): string {
  try {
    return write()
  } catch (error) {
    if (error instanceof SqlError) return `${error.code}: ${error.message}`
    throw error
  }
}

function golden(dialect: SqlDialect): string {
  const scope = scopeOf(COLUMNS)
  const expressions = [...NODES, ...callsOfFunctions()].map((one) => {
    const typed = compile(one, scope, { path: 'golden', now: 0n })
    const sql = () => describeStatement(toStatement(compileExpression(typed, dialect), dialect))
    return `-- ${one}\n${sqlOf(sql)}\n`
  })
  const described = (of: AggregateRequest) =>
    describeStatement(compileAggregate(of, dialect).statement)
  const requests = {
    'an aggregate request': () => described(request),
    'its nested measure': () =>
      describeStatement(compileNestedMeasures(request, dialect)[0]!.statement),
    'its frontier': () => describeStatement(compileFrontier(request.rows, at, dialect)),
    'its lookup': () => describeStatement(compileRepeatedKey(request.rows.lookups[0]!, dialect)),
    'a percentile': () => described(percentile),
    'a materialised table': () =>
      describeStatement(
        toStatement(
          compileMaterialisation(kept, february, dialect, () => USUAL_BITS),
          dialect,
        ),
      ),
  }
  const whole = Object.entries(requests).map(([name, write]) => `-- ${name}\n${sqlOf(write)}\n`)
  return [...expressions, ...whole].join('\n')
}

test.each([trinoDialect, clickhouseDialect])(
  'the SQL of $name is the golden one',
  async (dialect) => {
    await expect(golden(dialect)).toMatchFileSnapshot(
      join(import.meta.dirname, `${dialect.name}.sql`),
    )
  },
)

/** The shops of one region, and the sales of shops that are open in it. */
const [shops] = request.rows.lookups as readonly [Lookup]
const ofRegion = compare(column('l', 'region', 'STRING'), '=', text('north'))
const lookup: Lookup = { ...shops, visible: { condition: ofRegion, lookups: [] } }
const limited: AggregateRequest = {
  ...request,
  rows: {
    base: {
      ...request.rows.base,
      visible: {
        condition: compare(column('l', 'state', 'STRING'), '=', text('open')),
        lookups: [lookup],
      },
    },
    lookups: [lookup],
  },
  measures: [measure('COUNT', null), measure('SUM', amount)],
}

test.each([duckdbDialect, postgresqlDialect, trinoDialect, clickhouseDialect])(
  'the SQL of $name for rows of which only some are visible is the golden one',
  async (dialect) => {
    const statements = {
      'an aggregate request': compileAggregate(limited, dialect).statement,
      'its frontier': compileFrontier(limited.rows, at, dialect),
      'its lookup': compileRepeatedKey(lookup, dialect),
    }
    const whole = Object.entries(statements).map(
      ([name, statement]) => `-- ${name}\n${describeStatement(statement)}\n`,
    )
    await expect(whole.join('\n')).toMatchFileSnapshot(
      join(import.meta.dirname, `visible-rows.${dialect.name}.sql`),
    )
  },
)
