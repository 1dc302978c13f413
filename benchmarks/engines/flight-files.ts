import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDuckDb } from '@tributary/sql'

/** The flights and the airports as an engine reads them itself. */
export interface FlightFiles {
  /** A folder with nothing but the flights, as Parquet. */
  readonly flights: string
  readonly flightsCsv: string
  /** A folder with nothing but the airports, as Parquet. */
  readonly airports: string
  readonly airportsCsv: string
  remove(): void
}

const DATA = fileURLToPath(new URL('../node_modules/vega-datasets/data', import.meta.url))

/** The columns of the workspace `examples/flights`, with their types in standard SQL. */
export const COLUMNS = {
  flights: {
    ...{ date: 'timestamp', delay: 'bigint', distance: 'bigint' },
    ...{ origin: 'varchar', destination: 'varchar' },
  },
  airports: {
    ...{ iata: 'varchar', name: 'varchar', city: 'varchar', state: 'varchar' },
    ...{ country: 'varchar', latitude: 'double precision', longitude: 'double precision' },
  },
} as const

/** Writes the files of `vega-datasets` with these columns into a folder that every user of the machine can read. */
export async function writeFlightFiles(): Promise<FlightFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-bench-engines-'))
  const duckdb = await createDuckDb({})
  const run = (text: string) => duckdb.run({ text, parameters: [] })
  const write = async (table: keyof typeof COLUMNS, file: string): Promise<void> => {
    const types = Object.entries(COLUMNS[table])
    const cells = types.map(([name, type]) => `CAST(${name} AS ${type}) AS ${name}`)
    await run(`CREATE TABLE ${table} AS SELECT ${cells.join(', ')} FROM ${file}`)
    mkdirSync(join(folder, table))
    await run(`COPY ${table} TO '${join(folder, table, 'data.parquet')}' (FORMAT PARQUET)`)
    await run(`COPY ${table} TO '${join(folder, `${table}.csv`)}' (HEADER false)`)
    await run(`DROP TABLE ${table}`)
  }
  try {
    await write('flights', `'${DATA}/flights-3m.parquet'`)
    await write('airports', `read_csv('${DATA}/airports.csv', all_varchar = true)`)
  } finally {
    await duckdb.close()
  }
  chmodSync(folder, 0o755)
  return {
    flights: join(folder, 'flights'),
    flightsCsv: join(folder, 'flights.csv'),
    airports: join(folder, 'airports'),
    airportsCsv: join(folder, 'airports.csv'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
