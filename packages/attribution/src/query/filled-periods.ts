import { truncate } from '@tributary/expression'
import { nextPeriod, wordOfGrain } from '@tributary/expression/internal'
import type { Frontier } from '../plan/periods.ts'
import { tooManyPeriodsError } from '../request/errors.ts'
import type { AggregateFrame } from '../request/source.ts'
import { earliest } from './by-period/cells.ts'
import type { PeriodFill } from './parts/query-request.ts'
import { periodText } from './parts/series-periods.ts'

/** Groups that are periods. */
export type FilledPeriods = Pick<AggregateFrame, 'rowCount' | 'keys'>

/**
 * Every period of the times that are asked for, with rows or without; where these have no beginning or end, from the first
 * or to the last time of the data. Throws for more than `most`.
 */
export function filledPeriods(
  { grains, intervals }: PeriodFill,
  frontier: Frontier | null,
  most: number,
): FilledPeriods {
  const periods = new Map<string, readonly string[]>()
  for (const { from, to } of intervals) {
    const end = to ?? (frontier === null ? null : frontier.last + 1n)
    let start = from ?? frontier?.first ?? null
    while (start !== null && end !== null && start < end) {
      const moment: bigint = start
      const texts = grains.map((grain) => periodText(truncate(moment, grain), grain))
      periods.set(JSON.stringify(texts), texts)
      if (periods.size > most) {
        throw tooManyPeriodsError(wordOfGrain(grains[0]!), periods.size, most)
      }
      start = earliest(grains.map((grain) => nextPeriod(moment, grain)))
    }
  }
  const all = [...periods.values()]
  return { rowCount: all.length, keys: grains.map((_, key) => all.map((texts) => texts[key]!)) }
}
