import { addGrain, type Grain, truncate } from '@tributary/expression'

/** The partitions of one instance: the first and the last, `YYYY-MM-DD`. */
export interface Lot {
  readonly startPartition: string
  readonly endPartition: string
}

/** What a backfill is split by. Times are in microseconds since 1970-01-01, each the beginning of a day. */
export interface LotOptions {
  /** The first day. */
  readonly from: bigint
  /** The last day, included. */
  readonly to: bigint
  /** The length of a partition, a day or longer. */
  readonly grain: Grain
  /** The length of a lot in days, from 1. */
  readonly days: number
  /** More lots than these are not made. */
  readonly most: number
}

const DAY = 86_400_000_000n

/**
 * Every partition that a range of days touches, cut into lots of so many days from the first day on, the last
 * perhaps shorter; a partition belongs to the lot where it begins. Null for more than `most` lots.
 */
export function backfillLots(options: LotOptions): readonly Lot[] | null {
  const { from, to, grain, days, most } = options
  const length = BigInt(days) * DAY
  // Every lot of days has a partition, which longer ones do not.
  if (grain === 'DAY' && (to - from) / length >= most) return null
  const lots: Lot[] = []
  let partition = truncate(from, grain)
  while (partition <= to) {
    if (lots.length === most) return null
    // The first partition may have begun before the first day.
    const lot = partition > from ? (partition - from) / length : 0n
    const next = from + (lot + 1n) * length
    const last = truncate((next <= to ? next : to + DAY) - DAY, grain)
    lots.push({ startPartition: dateText(partition), endPartition: dateText(last) })
    partition = addGrain(last, 1, grain)
  }
  return lots
}

function dateText(time: bigint): string {
  return new Date(Number(time / 1000n)).toISOString().slice(0, 10)
}
