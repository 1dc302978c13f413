import type { DatasetExtentData } from '@tributary/contract'
import { parseTime } from '@tributary/expression'
import type { Reach } from '../analysis/why-question.ts'
import { getClient } from './client.ts'
import { type AnswerState, useAnswer } from './use-answer.ts'

/** The reach of data for the clocks of its time zone; those of UTC for a zone that the browser does not know. */
export function toReach(extent: DatasetExtentData): Reach {
  const { min, max, timeZone, calendar, comparison } = extent
  return { min, max, now: localNow(timeZone), calendar, comparison }
}

function localNow(timeZone: string): bigint {
  try {
    const text = new Date().toLocaleString('sv-SE', { timeZone })
    return parseTime(text) ?? utcNow()
  } catch {
    return utcNow()
  }
}

function utcNow(): bigint {
  return BigInt(Date.now()) * 1_000n
}

const METRICS = 20
const DATASETS = 8

/** How far the data of all metrics reaches. */
export interface OverallReach {
  /** Of the dataset that ends last, if possible not in the future. */
  readonly reach: Reach
  /** Whether all datasets are compared in the same ranges where none are chosen. */
  readonly isShared: boolean
}

/** How far the data of the caller's metrics reaches. Null without time. */
export function useReach(): AnswerState<OverallReach | null> {
  return useAnswer({
    key: 'reach',
    ask: async (signal) => {
      const service = getClient()
      const { items } = await service.searchCatalog(
        { types: ['METRIC'], limit: METRICS },
        { signal },
      )
      const metricByDataset = new Map(items.map(({ name, dataset }) => [dataset ?? name, name]))
      const pendingExtents = [...metricByDataset.values()]
        .slice(0, DATASETS)
        .map((metric) => service.datasetExtent({ metric }, { signal }))
      const answers = await Promise.allSettled(pendingExtents)
      const reaches = answers.flatMap((each) =>
        each.status === 'fulfilled' && each.value.max !== null ? [toReach(each.value)] : [],
      )
      const last = ({ max }: Reach) => parseTime(max ?? '') ?? 0n
      const past = reaches.filter((reach) => last(reach) <= reach.now)
      const [latest] = (past.length > 0 ? past : reaches).toSorted((left, right) =>
        last(left) < last(right) ? 1 : -1,
      )
      if (latest === undefined) return null
      const comparisons = reaches.flatMap(({ comparison }) => comparison ?? [])
      const isShared = new Set(comparisons.map((comparison) => JSON.stringify(comparison))).size < 2
      return { reach: latest, isShared }
    },
  })
}
