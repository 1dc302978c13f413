import type { CausesInput } from '@tributary/attribution'
import type { Weeks } from './real-flights.ts'
import { OURS } from './score.ts'

/** What is named between two weeks into which nothing was put. */
export interface Alarm {
  readonly week: number
  readonly before: number
  readonly segment: string
  readonly current: number
  readonly compare: number
}

/** A hundred pairs of weeks, and the segments that are said to be certain or likely between them. */
export function alarmsBetween(weeks: Weeks, pairs: number): readonly Alarm[] {
  const alarms: Alarm[] = []
  let left = pairs
  for (let lag = 1; left > 0; lag++) {
    for (let week = lag; week < weeks.flights.length && left > 0; week++, left--) {
      const before = week - lag
      const past = Array.from({ length: 8 }, (_, i) => before - lag * (i + 1))
      const history = past.filter((one) => one >= 0).map((one) => weeks.flights[one]!)
      const input: CausesInput = {
        dimensions: weeks.dimensions,
        current: weeks.flights[week]!,
        compare: weeks.flights[before]!,
        history,
      }
      for (const segment of OURS.locate(input)) {
        const current = sumOf(segment, weeks.flights[week]!, weeks)
        alarms.push({
          week,
          before,
          segment,
          current,
          compare: sumOf(segment, input.compare, weeks),
        })
      }
    }
  }
  return alarms
}

function sumOf(segment: string, column: Float64Array, { dimensions }: Weeks): number {
  const conditions = segment.split('&').map((one) => {
    const [name, value = ''] = one.split('=')
    const { values, codes } = dimensions.find((dimension) => dimension.name === name)!
    const isNot = value.startsWith('not ')
    return { codes, isNot, code: values.indexOf(isNot ? value.slice(4) : value) }
  })
  return column.reduce((sum, one, leaf) => {
    const isIn = conditions.every(({ codes, code, isNot }) => (codes[leaf] === code) !== isNot)
    return isIn ? sum + one : sum
  }, 0)
}
