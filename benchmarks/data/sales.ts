import type { DuckDBConnection } from '@duckdb/node-api'

/** How many values each dimension of the sales has; `d0` to `d5`. The first of them is the most frequent, as in Zipf's law. */
export const DIMENSION_SIZES: readonly number[] = [5, 20, 100, 1_000, 10_000, 100_000]

/** The dimensions of the sales. */
export const DIMENSIONS: readonly string[] = DIMENSION_SIZES.map((_, index) => `d${index}`)

/** Its columns of numbers. */
export const NUMBERS: readonly string[] = ['amount', 'cost', 'quantity', 'customer']

/**
 * Makes the table `sales`: two years of days, six dimensions, three measures and a customer, all from the
 * row number by a hash, so that every run has the same rows. `sorted` by day, or in no order at all.
 */
export async function makeSales(
  connection: DuckDBConnection,
  rows: number,
  sorted: boolean,
): Promise<void> {
  const share = (salt: number) => `(hash(i * 16 + ${salt}) / 18446744073709551616.0)`
  const dimensions = DIMENSION_SIZES.map(
    (size, index) =>
      `'value ' || CAST(floor(exp(${share(index)} * ln(${size} + 1)) - 1) AS INT) AS d${index}`,
  )
  await connection.run(`CREATE OR REPLACE TABLE sales AS SELECT
    DATE '2023-01-01' + CAST(hash(i * 16 + 10) % 731 AS INT) AS day,
    ${dimensions.join(',\n    ')},
    CAST(${share(11)} * 1000 AS DECIMAL(12, 2)) AS amount,
    CAST(${share(12)} * 700 AS DECIMAL(12, 2)) AS cost,
    CAST(1 + hash(i * 16 + 13) % 9 AS INT) AS quantity,
    CAST(hash(i * 16 + 14) % 1000000 AS BIGINT) AS customer
    FROM range(${rows}) AS numbers(i) ORDER BY ${sorted ? 'day, i' : 'hash(i)'}`)
}
