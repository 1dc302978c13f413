import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import type { CauseDimension, CausesInput } from '@tributary/attribution'
import { type Instance, segmentText } from './instance.ts'
import { type Random, randomFrom } from './random.ts'

/** Flights of 26 weeks by the 25 largest airports at both ends, time of day and distance. */
export interface Weeks {
  readonly dimensions: readonly CauseDimension[]
  /** For each week, flights of each leaf. */
  readonly flights: readonly Float64Array[]
  /** For each week, flights of each leaf that were more than 15 minutes late. */
  readonly late: readonly Float64Array[]
}

const FILE = new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url)

/** Reads the weeks from the package vega-datasets. */
export async function readWeeks(): Promise<Weeks> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`CREATE TABLE f AS SELECT * FROM '${fileURLToPath(FILE)}'`)
  const top = (end: string) =>
    `(SELECT ${end} FROM f GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 25)`
  const reader = await connection.runAndReadAll(`
    SELECT CAST(least(25, date_diff('day', TIMESTAMP '2001-01-01', CAST(date AS TIMESTAMP)) // 7) AS INTEGER) AS week,
      CASE WHEN origin IN ${top('origin')} THEN origin ELSE 'other' END AS origin,
      CASE WHEN destination IN ${top('destination')} THEN destination ELSE 'other' END AS destination,
      CAST(hour(CAST(date AS TIMESTAMP)) // 3 AS VARCHAR) AS part,
      CASE WHEN distance < 350 THEN 'a' WHEN distance < 700 THEN 'b' WHEN distance < 1200 THEN 'c' ELSE 'd' END AS distance,
      CAST(count(*) AS INTEGER) AS flights, CAST(count_if(delay > 15) AS INTEGER) AS late
    FROM f GROUP BY ALL ORDER BY ALL`)
  const rows = reader.getRows() as [number, string, string, string, string, number, number][]
  connection.closeSync()
  instance.closeSync()
  return toWeeks(rows)
}

function toWeeks(rows: readonly [number, string, string, string, string, number, number][]): Weeks {
  const keys = [...new Set(rows.map((row) => row.slice(1, 5).join('|')))].sort()
  const leafOf = new Map(keys.map((key, leaf) => [key, leaf]))
  const parts = keys.map((key) => key.split('|'))
  const dimensions = ['origin', 'destination', 'part', 'distance'].map((name, at) => {
    const values = [...new Set(parts.map((one) => one[at]!))].sort()
    return { name, values, codes: Uint32Array.from(parts, (one) => values.indexOf(one[at]!)) }
  })
  const empty = () => Array.from({ length: 26 }, () => new Float64Array(keys.length))
  const [flights, late] = [empty(), empty()]
  for (const row of rows) {
    const leaf = leafOf.get(row.slice(1, 5).join('|'))!
    flights[row[0]]![leaf]! += row[5]
    late[row[0]]![leaf]! += row[6]
  }
  return { dimensions, flights, late }
}

/** How a fault is put in: into flights, or into one side of the late rate. */
export type FaultKind = 'flights' | 'ratio'

/** An ordinary week against the one before, with one or two segments changed. `history` gives up to eight weeks before. */
export function faultInWeeks(
  weeks: Weeks,
  seed: number,
  { kind, history }: { readonly kind: FaultKind; readonly history: boolean },
): Instance {
  const random = randomFrom(seed * 7 + 3)
  const week = random.whole(10, 24)
  const flights = Float64Array.from(weeks.flights[week]!)
  const rates = kind === 'ratio' ? ownRates(weeks) : null
  const lateIn = (one: number) =>
    rates === null ? weeks.late[one]! : drawn(weeks.flights[one]!, rates, randomFrom(one + 1000))
  const cleanLate = lateIn(week)
  const late = Float64Array.from(cleanLate)
  const faults = drawFaults(weeks, { week, kind, late }, random)
  for (const { leaves, factor, isNumerator } of faults) {
    for (const leaf of leaves) {
      if (kind === 'flights') flights[leaf] = resampled(flights[leaf]!, factor, random)
      else if (isNumerator)
        late[leaf] = Math.min(flights[leaf]!, resampled(late[leaf]!, factor, random))
      else flights[leaf] = Math.max(late[leaf]!, resampled(flights[leaf]!, factor, random))
    }
  }
  const inputOf = (now: Float64Array, nowLate: Float64Array): CausesInput => {
    const before = Array.from({ length: 8 }, (_, k) => week - 2 - k)
    if (kind === 'flights') {
      const past = history ? { history: before.map((one) => weeks.flights[one]!) } : {}
      const compare = weeks.flights[week - 1]!
      return { dimensions: weeks.dimensions, current: now, compare, ...past }
    }
    return {
      dimensions: weeks.dimensions,
      current: nowLate,
      compare: lateIn(week - 1),
      currentDenominator: now,
      compareDenominator: weeks.flights[week - 1]!,
      ...(history && {
        history: before.map(lateIn),
        historyDenominators: before.map((one) => weeks.flights[one]!),
      }),
    }
  }
  return {
    input: inputOf(flights, late),
    clean: inputOf(weeks.flights[week]!, cleanLate),
    truth: faults.map(({ text }) => text),
  }
}

/**
 * The late rate of each leaf in all weeks, drawn to that of all. Real rates follow the weather from day to day, so that no
 * one could say what is a fault; numerators are drawn anew from these rates over the real flights.
 */
function ownRates({ flights, late }: Weeks): Float64Array {
  const count = flights[0]!.length
  const sum = (weeks: readonly Float64Array[], leaf: number) =>
    weeks.reduce((total, one) => total + one[leaf]!, 0)
  return Float64Array.from(
    { length: count },
    (_, leaf) => (sum(late, leaf) + 4) / (sum(flights, leaf) + 20),
  )
}

function drawn(flights: Float64Array, rates: Float64Array, random: Random): Float64Array {
  return flights.map((count, leaf) => {
    let late = 0
    for (let flight = 0; flight < count; flight++) late += Number(random.next() < rates[leaf]!)
    return late
  })
}

/** Keeps each unit with a probability, or adds units: as many as expected, and Poisson-like around it. */
function resampled(value: number, factor: number, random: Random): number {
  let result = factor > 1 ? value : 0
  const chance = factor > 1 ? factor - 1 : factor
  for (let unit = 0; unit < value; unit++) {
    result += Math.floor(chance) + Number(random.next() < chance % 1)
  }
  return result
}

/** Flights, or late flights, of the smallest segment that a fault is put into. */
const LEAST = 150

function drawFaults(
  weeks: Weeks,
  {
    week,
    kind,
    late,
  }: { readonly week: number; readonly kind: FaultKind; readonly late: Float64Array },
  random: Random,
) {
  const faults: {
    readonly leaves: number[]
    readonly factor: number
    readonly isNumerator: boolean
    readonly text: string
  }[] = []
  const used = new Set<number>()
  const wanted = random.whole(1, 2)
  const base = kind === 'flights' ? weeks.flights[week]! : late
  while (faults.length < wanted) {
    const level = random.whole(1, 3)
    const indexes = [0, 1, 2, 3]
    while (indexes.length > level) indexes.splice(random.whole(0, indexes.length - 1), 1)
    const codes = indexes.map((index) =>
      random.whole(0, weeks.dimensions[index]!.values.length - 1),
    )
    const leaves: number[] = []
    let volume = 0
    for (let leaf = 0; leaf < base.length; leaf++) {
      if (indexes.every((index, at) => weeks.dimensions[index]!.codes[leaf] === codes[at])) {
        leaves.push(leaf)
        volume += base[leaf]!
      }
    }
    if (volume < LEAST || leaves.some((leaf) => used.has(leaf))) continue
    for (const leaf of leaves) used.add(leaf)
    const isRise = kind === 'flights' && random.next() < 0.5
    const isNumerator = random.next() < 0.5
    const factor =
      isRise || (kind === 'ratio' && isNumerator)
        ? random.between(1.4, 2.5)
        : random.between(0.1, 0.65)
    const text = segmentText(
      indexes.map((index, at) => {
        const { name, values } = weeks.dimensions[index]!
        return { dimension: name, value: values[codes[at]!]! }
      }),
    )
    faults.push({ leaves, factor, isNumerator, text })
  }
  return faults
}
