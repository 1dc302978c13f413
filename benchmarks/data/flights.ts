import { fileURLToPath } from 'node:url'
import type { DuckDBConnection } from '@duckdb/node-api'

/** Makes the table `sales` of three million real flights of the package vega-datasets: a day, two airports, delay and distance. */
export async function makeFlights(connection: DuckDBConnection): Promise<void> {
  const path = fileURLToPath(
    new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url),
  )
  await connection.run(`CREATE OR REPLACE TABLE sales AS
    SELECT CAST(date AS DATE) AS day, origin, destination, delay, distance FROM '${path}' ORDER BY day`)
}
