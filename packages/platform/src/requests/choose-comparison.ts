import type { Grain, TimeRange, WorkCalendar } from '@tributary/expression'
import { addGrain, truncate } from '@tributary/expression'
import { compareGrains, DAY, grainOfWord, nextPeriod } from '@tributary/expression/internal'

/** When the rows of the datasets of a metric are. */
export interface RowTimes {
  /** The grain of `starts`. */
  readonly grain: Grain
  /** For each dataset the periods with rows, by their first moments, ascending, in microseconds since 1970-01-01. */
  readonly starts: readonly (readonly bigint[])[]
}

/** Two periods of one grain, both with rows. */
export interface ComparedPeriods {
  readonly grain: Grain
  readonly current: TimeRange
  readonly compare: TimeRange
}

/** The present on the clock of the workspace, and its weeks. */
export interface ComparisonMoment {
  readonly now: bigint
  readonly calendar: WorkCalendar
}

/**
 * The comparison that is asked where a question names none: the last complete period against the one before, both with rows
 * of every dataset. The period is a month where the rows are by day and reach over two months; else the finest longer one,
 * else the longest shorter one, of which there are two. A dataset by weeks, months, quarters or years has no shorter
 * period than its own. Where no two periods are neighbours, the last two with rows are compared. Null where the rows are
 * all in one period.
 */
export function chooseComparison(
  times: RowTimes,
  { now, calendar }: ComparisonMoment,
): ComparedPeriods | null {
  const candidates = listGrains(times.grain, calendar).map((grain) => collectPeriods(times, grain))
  const past = candidates.map((periods) => periods.filter(({ to }) => to <= now))
  return (
    findFirst(past, (periods) => findLastPair(periods, RECENT)) ??
    findFirst(past, (periods) => findLastPair(periods)) ??
    findFirst(candidates, (periods) => findLastPair(periods)) ??
    findFirst(past, findLastTwo) ??
    findFirst(candidates, findLastTwo)
  )
}

/**
 * The comparison nearest to a range whose own comparison has no rows: of periods as long as the range where it is a single
 * period of the calendar, else of those of {@link chooseComparison}. Null where there is none.
 */
export function chooseNearestComparison(
  times: RowTimes,
  near: Pick<TimeRange, 'from' | 'to'>,
  moment: ComparisonMoment,
): ComparedPeriods | null {
  const grain = listGrains(times.grain, moment.calendar).find(
    (candidate) =>
      truncate(near.from, candidate) === near.from && nextPeriod(near.from, candidate) === near.to,
  )
  if (grain === undefined) return chooseComparison(times, moment)
  const pairs = collectPeriods(times, grain).flatMap((current, index, periods) => {
    const compare = periods[index - 1]
    return compare?.to === current.from ? [{ current, compare }] : []
  })
  const distance = ({ current: { from } }: PeriodPair): bigint =>
    from > near.from ? from - near.from : near.from - from
  const byDistance = pairs.toSorted((a, b) => (distance(a) < distance(b) ? -1 : 1))
  const nearest = byDistance.find(isComparable) ?? byDistance[0]
  return nearest === undefined
    ? chooseComparison(times, moment)
    : toComparison(nearest.current, nearest.compare)
}

/** How many of the last periods with rows the current one is looked for in, so that the end of the data decides. */
const RECENT = 4

/** The grains by which periods are compared, the preferred first. */
function listGrains(rows: Grain, calendar: WorkCalendar): readonly Grain[] {
  const week = grainOfWord('WEEK', calendar)!
  const longer: readonly Grain[] = [week, 'MONTH', 'QUARTER', 'YEAR']
  if (compareGrains(rows, 'DAY') > 0) {
    return [rows, ...longer.filter((grain) => compareGrains(grain, rows) > 0)]
  }
  const shorter: readonly Grain[] = ['DAY', 'HOUR', 'MINUTE']
  const shortest = shorter.filter((grain) => compareGrains(grain, rows) >= 0)
  return ['MONTH', 'QUARTER', 'YEAR', week, ...shortest]
}

/** A period with rows of every dataset. */
interface Period {
  readonly grain: Grain
  readonly from: bigint
  readonly to: bigint
  /** Whether the rows of every dataset go on to its end, as far as the distance between rows tells. */
  readonly isComplete: boolean
  /** The same for its beginning. */
  readonly isBegun: boolean
}

/** The periods that have rows of every dataset, ascending. */
function collectPeriods({ grain: unit, starts }: RowTimes, grain: Grain): readonly Period[] {
  const [first = [], ...others] = starts.map((rowStarts) => datasetPeriods(rowStarts, unit, grain))
  const byStart = others.map((periods) => new Map(periods.map((period) => [period.from, period])))
  return first.flatMap((period): Period[] => {
    const all = [period, ...byStart.flatMap((periods) => periods.get(period.from) ?? [])]
    if (all.length < starts.length) return []
    return [
      {
        ...period,
        isComplete: all.every(({ isComplete }) => isComplete),
        isBegun: all.every(({ isBegun }) => isBegun),
      },
    ]
  })
}

/** The periods with rows of one dataset, ascending. */
function datasetPeriods(starts: readonly bigint[], unit: Grain, grain: Grain): readonly Period[] {
  const slack = findUsualGap(starts, unit)
  const spans: { from: bigint; first: bigint; last: bigint }[] = []
  for (const start of starts) {
    const from = truncate(start, grain)
    const open = spans.at(-1)
    if (open?.from === from) open.last = start
    else spans.push({ from, first: start, last: start })
  }
  return spans.map(({ from, first, last }, index): Period => {
    const to = nextPeriod(from, grain)
    const isSingle = unit === grain
    return {
      grain,
      from,
      to,
      isComplete: isSingle || spans[index + 1]?.from === to || last + slack >= to,
      isBegun:
        isSingle ||
        (index > 0 && nextPeriod(spans[index - 1]!.from, grain) === from) ||
        first - slack <= from,
    }
  })
}

/** Days without rows at the ends of a period that is complete all the same. */
const FEW_DAYS = 3n * DAY

/** The median distance between neighbouring rows; for days a few of them at least. */
function findUsualGap(starts: readonly bigint[], unit: Grain): bigint {
  const gaps = starts.slice(1).map((start, index) => start - starts[index]!)
  const median = gaps.toSorted((a, b) => (a < b ? -1 : 1))[gaps.length >> 1] ?? 0n
  const least = compareGrains(unit, 'DAY') < 0 ? 0n : FEW_DAYS
  return median > least ? median : least
}

interface PeriodPair {
  readonly current: Period
  readonly compare: Period
}

/** Whether rows go on to the end of the one and from the beginning of the other. */
function isComparable({ current, compare }: PeriodPair): boolean {
  return current.isComplete && compare.isBegun
}

/** The last complete period whose neighbour before has rows, too; looked for among the last `most` periods. */
function findLastPair(periods: readonly Period[], most = periods.length): ComparedPeriods | null {
  for (let index = periods.length - 1; index >= 1 && index >= periods.length - most; index--) {
    const [compare, current] = [periods[index - 1]!, periods[index]!]
    if (compare.to === current.from && isComparable({ current, compare })) {
      return toComparison(current, compare)
    }
  }
  return null
}

function findLastTwo(periods: readonly Period[]): ComparedPeriods | null {
  const [compare, current] = periods.slice(-2)
  return current === undefined ? null : toComparison(current, compare!)
}

function toComparison(current: Period, compare: Period): ComparedPeriods {
  return { grain: current.grain, current: toRange(current), compare: toRange(compare) }
}

function toRange({ from, to, grain }: Period): TimeRange {
  const isOfMonths = addGrain(from, 1, 'MONTH') <= to
  return { from, to, unit: isOfMonths ? 'MONTH' : grain, toDate: null, named: grain }
}

function findFirst(
  candidates: readonly (readonly Period[])[],
  find: (periods: readonly Period[]) => ComparedPeriods | null,
): ComparedPeriods | null {
  for (const periods of candidates) {
    const comparison = find(periods)
    if (comparison !== null) return comparison
  }
  return null
}
