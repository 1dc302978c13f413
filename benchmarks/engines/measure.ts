import type { AttributionData } from '@tributary/contract'
import type { SqlResult, TableDriver } from '@tributary/sql'
import { keyText } from '../../packages/sql/src/results/key-text.ts'
import { processorTimeBelow } from '../measure/processor-time.ts'
import { openCountingProxy } from './counting-proxy.ts'
import { type MeasuredEngine, SCHEMA } from './engines.ts'
import { type Asked, handWritten, openTables } from './question.ts'

/** What the question costs over one table. Times are in milliseconds. */
export interface EngineFigures {
  readonly engine: string
  /** Rows of the table. */
  readonly rows: number
  /** Bytes that the engine sends to us for one answer. */
  readonly bytes: number
  /** Our processor time of one answer. */
  readonly own: number
  readonly ours: Cost
  /** The hand-written statement through the same driver. */
  readonly byHand: Cost
}

/** The least time, of several, from question to answer, and the least processor time of the engine; null where it cannot be told. */
export interface Cost {
  readonly wall: number
  readonly engine: number | null
}

/** Answers of each kind, by turns, that are measured. */
const ROUNDS = 3

/** Measures one table of an engine. Throws when its answer is not `expected`, or the statement by hand has other numbers. */
export async function measure(
  engine: MeasuredEngine,
  driver: TableDriver,
  { times, expected }: { readonly times: number; readonly expected: AttributionData },
): Promise<EngineFigures> {
  const table = `flights_${times}`
  const url = new URL(engine.up.url)
  const named = (address: string) => ({ name: 'engine', ...engine.datasource, address })
  const bytes = await bytesOfAnswer(url, (address) => openTables(named(address), table))
  const asked = await openTables(named(url.host), table)
  try {
    const text = handWritten(table)
    const byHand = () => driver.run({ text, parameters: [] })
    assertSame(expected, await asked.ask())
    assertTotal(expected, await byHand())
    const samples = { ours: [] as Sample[], byHand: [] as Sample[] }
    for (let round = 0; round < ROUNDS; round++) {
      samples.ours.push(await sampled(engine, asked.ask))
      samples.byHand.push(await sampled(engine, byHand))
    }
    return {
      ...{ engine: engine.name, rows: await rowsOf(driver, table), bytes },
      own: Math.min(...samples.ours.map(({ own }) => own)),
      ours: costOf(samples.ours),
      byHand: costOf(samples.byHand),
    }
  } finally {
    await asked.close()
  }
}

async function bytesOfAnswer(
  server: URL,
  openAt: (address: string) => Promise<Asked>,
): Promise<number> {
  const proxy = await openCountingProxy(server)
  const asked = await openAt(proxy.address)
  try {
    await asked.ask()
    const before = proxy.received()
    await asked.ask()
    return proxy.received() - before
  } finally {
    await asked.close()
    await proxy.close()
  }
}

interface Sample extends Cost {
  readonly own: number
}

async function sampled({ up }: MeasuredEngine, work: () => Promise<unknown>): Promise<Sample> {
  const engine = processorTimeBelow(up.keeper)
  const own = process.cpuUsage()
  const begin = performance.now()
  await work()
  const wall = performance.now() - begin
  const { user, system } = process.cpuUsage(own)
  const after = processorTimeBelow(up.keeper)
  return {
    ...{ wall, own: (user + system) / 1000 },
    engine: engine === null || after === null ? null : after - engine,
  }
}

function costOf(samples: readonly Sample[]): Cost {
  const engines = samples.flatMap(({ engine }) => engine ?? [])
  return {
    wall: Math.min(...samples.map(({ wall }) => wall)),
    engine: engines.length === 0 ? null : Math.min(...engines),
  }
}

/** A flight that is there several times changes no mean, and so no digit of the answer. */
function assertSame(expected: AttributionData, found: AttributionData): void {
  if (JSON.stringify(found.tables) !== JSON.stringify(expected.tables)) {
    throw new Error('The engine gives another answer than the files.')
  }
}

/** The row without groups has the totals of the answer. */
function assertTotal(expected: AttributionData, { columns }: SqlResult): void {
  const texts = columns.map((column) => keyText(column))
  const total = texts[0]!.findIndex((_, row) => [0, 1, 2].every((key) => texts[key]![row] === null))
  const [june, may] = [3, 5].map((at) => Number(texts[at]![total]) / Number(texts[at + 1]![total]))
  const said = JSON.stringify(expected.tables)
  for (const mean of [june, may]) {
    if (!said.includes(String(mean))) throw new Error(`The statement by hand gives ${mean}.`)
  }
}

async function rowsOf(driver: TableDriver, table: string): Promise<number> {
  const text = `SELECT COUNT(*) AS n FROM ${SCHEMA}.${table}`
  const [count] = (await driver.run({ text, parameters: [] })).columns
  return Number(keyText(count!)[0])
}
