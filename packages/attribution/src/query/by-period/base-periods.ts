import type { SlicedWork } from '@tributary/core/internal'
import { type Interval, truncate } from '@tributary/expression'
import type { FactsRequest } from '../../plan/join-facts.ts'
import { NEVER } from '../../request/conjunction.ts'
import type { AggregateFrame, Measure, NumberColumn } from '../../request/source.ts'
import type { PeriodInterval, PeriodWindow } from '../parts/query-request.ts'
import { type Cell, earliest, latest, type PartByPeriod } from './cells.ts'
import { addsUp, type PeriodTable, periodTable } from './period-table.ts'
import { createRowCountMeasure, plainKeys, WindowedMeasures } from './windowed-measures.ts'

/** Asks for one frame over all facts of a part. */
export interface Asker {
  readonly part: PartByPeriod
  ask(request: FactsRequest): Promise<AggregateFrame>
  /** Does work in slices, until the question is stopped. */
  run<T>(work: SlicedWork<T>): Promise<T>
}

/** The measures of a part that add up, and the rows of its facts, by base period. */
export interface BasePeriods {
  readonly table: PeriodTable
  /** Where a measure is, without its window; null for one that does not add up. */
  placeOf(measure: Measure): number | null
}

/** Aggregates what adds up by base period; null where windows cut base periods. */
export async function aggregateBasePeriods(
  asker: Asker,
  cells: readonly Cell[],
): Promise<BasePeriods | null> {
  const { part } = asker
  const { byPeriod, metrics, otherFacts = [] } = part
  const { base } = byPeriod
  const facts = [part, ...otherFacts]
  const used = await asker.run(listUsedWindows(part, cells))
  const isWhole = (moment: bigint | null): boolean =>
    moment === null || truncate(moment, base.grain) === moment
  const hasParts = used.some(({ window }) => window.parts !== undefined)
  const intervals = used.map(({ window }) => window.interval)
  const isSmall = cells.length < 2 && !hasParts
  if (isSmall || used.length === 0) return null
  if (!intervals.every(({ from, to }) => isWhole(from) && isWhole(to))) return null
  const all = metrics.flatMap(({ measures }) => measures).filter(addsUp)
  const distinct = new WindowedMeasures()
  const hulls = facts.map((_, fact) => {
    const factIntervals = used.flatMap((usedWindow) =>
      usedWindow.fact === fact ? usedWindow.window.interval : [],
    )
    return byPeriod.windowIn(
      fact,
      computeIntervalHull(factIntervals.length === 0 ? intervals : factIntervals),
    )
  })
  const [anywhere] = hulls as [PeriodWindow]
  for (const measure of [...facts.map((_, fact) => createRowCountMeasure(fact)), ...all])
    distinct.place({ measure, window: anywhere })
  const measures = distinct.measures.map(({ measure }) => measure)
  const [baseFact, ...furtherFacts] = facts.map((fact, index) => ({
    rows: fact.rows,
    filter: fact.filter,
    windows: { current: hulls[index]!.condition, compare: NEVER },
    groupings: [[base.keys[index]!, ...plainKeys(part, fact.keys)]],
    time: null,
  }))
  const frame = await asker.ask({
    ...{ ...baseFact!, measures },
    ...(furtherFacts.length > 0 && { otherFacts: furtherFacts }),
  })
  return {
    table: periodTable(frame, measures),
    placeOf: (measure) => (addsUp(measure) ? distinct.place({ measure, window: anywhere }) : null),
  }
}

/** The shortest interval that has all others in it. */
function computeIntervalHull(intervals: readonly Interval[]): Interval {
  const ends = (of: 'from' | 'to') => intervals.map((interval) => interval[of])
  const [froms, tos] = [ends('from'), ends('to')]
  const omitNulls = (all: readonly (bigint | null)[]) => all.filter((moment) => moment !== null)
  return {
    from: froms.includes(null) ? null : earliest(omitNulls(froms)),
    to: tos.includes(null) ? null : latest(omitNulls(tos)),
  }
}

/** Whether a window that a measure looks at from a period has rows. */
export function hasRows(part: PartByPeriod, cell: Cell, { table, placeOf }: BasePeriods): boolean {
  return usedWindows(part, cell).some(({ fact, window }) =>
    hasAny(table.column(placeOf(createRowCountMeasure(fact))!, window.interval)),
  )
}

function hasAny(column: NumberColumn): boolean {
  const counts = column.kind === 'double' ? column.values : column.units
  return counts.some((count) => Number(count ?? 0) > 0)
}

/** A window of a fact, by its place. */
interface UsedWindow {
  readonly fact: number
  readonly window: PeriodWindow
}

/** The windows that measures look at from some periods. Yields after each period. */
function* listUsedWindows(
  part: PartByPeriod,
  periods: readonly PeriodInterval[],
): SlicedWork<readonly UsedWindow[]> {
  const used: UsedWindow[] = []
  for (const period of periods) {
    used.push(...usedWindows(part, period))
    yield
  }
  return used
}

/** The windows that measures look at from a period. */
function usedWindows(part: PartByPeriod, cell: PeriodInterval): readonly UsedWindow[] {
  const windows = part.byPeriod.windowsOf(cell)
  return part.metrics.flatMap(({ measures }) =>
    measures.map((measure) => {
      const fact = (measure.otherFact ?? -1) + 1
      return { fact, window: windows[fact]![(measure.otherWindow ?? -1) + 1]! }
    }),
  )
}
