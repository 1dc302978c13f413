import type { AggregateRequest } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import { createDuckDb, createSqlSource, duckdbDialect } from '@tributary/sql'
import { interleave, type Timing } from '../measure/interleave.ts'

const column = (name: string, type: TypedExpr['type']): TypedExpr => {
  return { kind: 'reference', type, table: 'f', name }
}
const february: TypedExpr = {
  kind: 'constant',
  type: 'DATE',
  constant: { type: 'DATE', value: Date.UTC(2024, 1, 1) / 86_400_000 },
}
const side = (op: '>=' | '<'): TypedExpr => {
  return { kind: 'comparison', type: 'BOOLEAN', op, left: column('day', 'DATE'), right: february }
}
const request: AggregateRequest = {
  rows: { base: { table: ['sales'], alias: 'f' }, lookups: [] },
  filter: null,
  windows: { current: side('>='), compare: side('<') },
  measures: [
    { name: 'amount', aggregate: 'SUM', argument: column('amount', 'DOUBLE'), filter: null },
  ],
  groupings: [[{ name: 'shop', value: column('shop', 'STRING') }]],
  time: null,
}

/** The statement that adds up doubles by a function of DuckDB, of the same shape as ours. */
function statementWith(sum: string): string {
  const sides = ['in_current', 'in_compare'].map((name) => `FILTER (WHERE ${name})`)
  const selected = ['COUNT(*)', `${sum}(amount)`].flatMap((one) =>
    sides.map((of) => `${one} ${of}`),
  )
  return `SELECT GROUPING(shop), shop, ${selected.join(', ')} FROM (
    SELECT day >= DATE '2024-02-01' AS in_current, day < DATE '2024-02-01' AS in_compare, shop,
      (CASE WHEN isfinite(amount) THEN amount END) AS amount
    FROM sales) AS windowed
  WHERE in_current OR in_compare GROUP BY GROUPING SETS ((shop))`
}

/** What exactness costs: a sum of so many doubles in DuckDB on two threads, two windows and 50 groups, ours and its own. */
export async function exactSumTimes(rows: number): Promise<readonly Timing[]> {
  const driver = await createDuckDb({ threads: 2 })
  const run = (text: string) => driver.run({ text, parameters: [] })
  try {
    await run(`CREATE TABLE sales AS SELECT hash(i) % 10000000 / 100 AS amount,
      'shop ' || hash(i + 1) % 50 AS shop, DATE '2024-01-01' + (hash(i + 2) % 60)::INT AS day
      FROM range(${rows}) AS rows(i)`)
    const source = createSqlSource({ driver, dialect: duckdbDialect })
    return await interleave(
      [
        { name: 'FSUM, compensated', run: () => run(statementWith('FSUM')) },
        { name: 'SUM, rounded at every row', run: () => run(statementWith('SUM')) },
        { name: 'ours, exact', run: () => source.aggregate(request) },
      ],
      { rounds: 9 },
    )
  } finally {
    await driver.close()
  }
}
