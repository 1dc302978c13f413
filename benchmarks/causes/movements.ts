import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPlatform, type MovementsStep, type Platform } from '@tributary/platform'

/** What the movements of a thousand metrics cost, in milliseconds; wall time where nothing else is said. */
export interface MeasuredMovements {
  readonly source: string
  readonly metrics: number
  /** Until the first metrics are compared, all are ranked, and the causes of the first ten are found. */
  readonly first: number
  readonly ranked: number
  readonly total: number
  /** Of the whole, on all threads. */
  readonly processor: number
  /** From a signal in the middle of the work to its end. */
  readonly cancelled: number
}

const ROWS = 1_000_000
const FLIGHTS = fileURLToPath(
  new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url),
)
const QUESTION = { current: '2001-05-07..2001-05-13', compare: 'previous', causes: 10 }
const AIRPORTS = 80

/** Movements of a thousand metrics on a million flights, from their file and from memory. */
export async function measureMovements(): Promise<readonly MeasuredMovements[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-movements-'))
  try {
    const airports = await writeFlights(join(folder, 'flights.parquet'))
    await writeFile(join(folder, 'workspace.yaml'), workspaceOf(airports))
    const measured: MeasuredMovements[] = []
    for (const memoryBytes of [0, 2 ** 30]) {
      const platform = await createPlatform({
        workspace: folder,
        trustIdentityHeaders: true,
        memoryBytes,
      })
      try {
        const source = memoryBytes === 0 ? 'the file' : 'memory'
        measured.push({ source, ...(await measure(platform, memoryBytes > 0)) })
      } finally {
        await platform.close()
      }
    }
    return measured
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measure(
  platform: Platform,
  isWarm: boolean,
): Promise<Omit<MeasuredMovements, 'source'>> {
  const caller = await platform.authenticate({
    tenantId: 'flights',
    authType: 'ACCOUNT',
    authValue: 'ann',
  })
  const ask = (signal?: AbortSignal) =>
    platform.movementSteps(caller, QUESTION, signal === undefined ? {} : { signal })
  if (isWarm) {
    // What is asked a second time is kept in memory.
    for (let round = 0; round < 2; round++) await drain(ask())
    await new Promise((resolve) => setTimeout(resolve, 3_000))
  }
  const begin = performance.now()
  const before = process.cpuUsage()
  let [first, ranked, metrics] = [0, 0, 0]
  for await (const { answer, explained } of ask()) {
    if (first === 0) first = performance.now() - begin
    if (ranked === 0 && explained.of > 0) ranked = performance.now() - begin
    metrics = answer.considered.metrics
  }
  const total = performance.now() - begin
  const { user, system } = process.cpuUsage(before)
  const stop = new AbortController()
  const stopped = drain(ask(stop.signal)).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, ranked / 2))
  const from = performance.now()
  stop.abort()
  await stopped
  const cancelled = performance.now() - from
  return { metrics, first, ranked, total, processor: (user + system) / 1000, cancelled }
}

async function drain(steps: AsyncIterable<MovementsStep>): Promise<void> {
  for await (const _ of steps);
}

/** Writes every third flight; gives the airports with most flights. */
async function writeFlights(file: string): Promise<readonly string[]> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  const all = `read_parquet('${FLIGHTS}', file_row_number = true)`
  await connection.run(
    `COPY (SELECT * EXCLUDE (file_row_number) FROM ${all} WHERE file_row_number % 3 = 0 LIMIT ${ROWS}) TO '${file}' (FORMAT parquet)`,
  )
  const found = await connection.runAndReadAll(
    `SELECT origin FROM '${file}' GROUP BY origin ORDER BY count(*) DESC, origin LIMIT ${AIRPORTS}`,
  )
  connection.closeSync()
  instance.closeSync()
  return found.getRows().map(([origin]) => String(origin))
}

/** For each airport, both ways: flights, their delay, late ones, and what is made of these; a thousand metrics. */
function workspaceOf(airports: readonly string[]): string {
  const named = airports.flatMap((airport) =>
    (['origin', 'destination'] as const).flatMap((side) => {
      const name = (what: string) => `${what}_${side}_${airport.toLowerCase()}`
      const part = (what: string, metric: string) =>
        `  - { name: ${name(what)}, type: DERIVED, metric: ${metric}, filters: ['[${side}] = "${airport}"'] }`
      const made = (what: string, expr: string) =>
        `  - { name: ${name(what)}, type: COMPOSITE, expr: "${expr}" }`
      return [
        part('flights', 'flights'),
        part('delay', 'delay'),
        part('late', 'late'),
        made('mean_delay', `[${name('delay')}] / [${name('flights')}]`),
        made('late_rate', `[${name('late')}] / [${name('flights')}]`),
        made(
          'load',
          `[${name('flights')}] / [flights] * ([${name('delay')}] / [${name('flights')}])`,
        ),
      ]
    }),
  )
  const places = airports.slice(0, 36).map((airport) => {
    return `  - { name: places_${airport.toLowerCase()}, type: DERIVED, metric: places, filters: ['[origin] = "${airport}"'] }`
  })
  return `tenant: flights
accounts: [{ account: ann, role: OWNER }]
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: flights
    source: { datasource: local, file: flights.parquet }
    time: { column: date, grain: DAY }
    columns:
      - { name: date, type: TIMESTAMP }
      - { name: delay, type: BIGINT }
      - { name: distance, type: BIGINT }
      - { name: origin, type: VARCHAR }
      - { name: destination, type: VARCHAR }
dimensions:
  - { name: origin, dataset: flights, column: origin }
  - { name: destination, dataset: flights, column: destination }
  - { name: band, dataset: flights, expr: 'If([distance] < 500, "short", If([distance] < 1500, "medium", "long"))' }
metrics:
  - { name: flights, type: ATOMIC, dataset: flights, aggregate: COUNT }
  - { name: delay, type: ATOMIC, dataset: flights, aggregate: SUM, expr: "[delay]" }
  - { name: late, type: DERIVED, metric: flights, filters: ["[delay] > 15"] }
  - { name: places, type: ATOMIC, dataset: flights, aggregate: COUNT_DISTINCT, expr: "[destination]" }
${[...named, ...places].join('\n')}
`
}
