import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { TypedExpr } from '@tributary/expression'
import { type FactReach, joinFacts, measureAt } from '../../plan/join-facts.ts'
import type { ResolvedMetric } from '../../request/request.ts'
import type { AggregateFrame, AggregateSource, MeasureColumns } from '../../request/source.ts'
import { aggregateGroupings } from '../parts/part-values.ts'
import type { PeriodInterval } from '../parts/query-request.ts'
import { type Asker, aggregateBasePeriods, type BasePeriods, hasRows } from './base-periods.ts'
import { type Cell, isSeen, listPeriodCells, type PartByPeriod } from './cells.ts'
import { FoundGroups, type PartGroups, type WindowedFrame } from './part-groups.ts'
import type { PeriodTable } from './period-table.ts'
import {
  createRowCountMeasure,
  createWindowedRequest,
  type Placed,
  type PlacedCell,
  placeCell,
  WindowedMeasures,
} from './windowed-measures.ts'

/** The groups of a part, period by period. */
export interface PeriodGroups extends PartGroups {
  /**
   * Whether all windows that a metric, by its place, looks at from the period of a group have times of the data. A group is
   * given by its keys.
   */
  isSeen(metric: number, keys: readonly (string | null)[]): boolean
}

/** Options of {@link aggregatePeriods}. */
export interface PeriodOptions {
  /** The most periods; more are refused. */
  readonly most: number
  /**
   * Whether a range without an end ends with the data. @defaultValue it ends with the last period that looks at data, such as
   * the one a month after the data for a month before
   */
  readonly endsWithData?: boolean
  /**
   * The last time of other data beside it in an answer: a range without an end goes on to there for metrics of which every
   * later period has a value. @defaultValue none
   */
  readonly othersLast?: bigint | null
  readonly signal?: AbortSignal
}

/**
 * The values of the metrics of a part by period: each measure is aggregated in the window that it looks at from a period, many
 * windows in one request. A group is there in a period where one of those windows has rows of it. Rejects with {@link
 * AttributionError} for more periods than are allowed, and with whatever the source rejects with.
 */
export async function aggregatePeriods(
  source: AggregateSource,
  part: PartByPeriod,
  { most, endsWithData = false, othersLast = null, ...options }: PeriodOptions,
): Promise<PeriodGroups> {
  const reach = await aggregateReach(source, part, options)
  const { frontier, facts } = reach
  const cells =
    frontier === null
      ? []
      : await runInSlices(
          listPeriodCells(part, { frontier, facts, most, endsWithData, othersLast }),
          options.signal,
        )
  const groups = await aggregateCells(source, part, { cells, ...options })
  const visibilityByPeriod = new Map(
    cells.map(({ isSeen, texts }) => [JSON.stringify(texts), isSeen]),
  )
  const { grains } = part.byPeriod
  const executed = [reach.executed, ...groups.executed].join('; ')
  return {
    ...{ ...groups, facts, frontier, executed },
    isSeen(metric, keys) {
      const texts = grains.map((grain, at) => (grain === null ? null : keys[at]))
      return visibilityByPeriod.get(JSON.stringify(texts))?.[metric] ?? false
    },
  }
}

/** How far the data reaches. */
function aggregateReach(
  source: AggregateSource,
  part: PartByPeriod,
  options: { readonly signal?: AbortSignal },
) {
  const counted: ResolvedMetric = {
    name: 'rows',
    measures: [createRowCountMeasure(0)],
    formula: ROWS,
  }
  const otherFacts = part.otherFacts?.map((fact) => ({ ...fact, otherWindows: [] }))
  const countedPart = { ...part, otherWindows: [], metrics: [counted] }
  return aggregateGroupings(
    source,
    otherFacts === undefined ? countedPart : { ...countedPart, otherFacts: otherFacts },
    {
      groupings: () => [[]],
      ...options,
    },
  )
}

const ROWS: TypedExpr = { kind: 'reference', type: 'INT', table: null, name: 'rows' }

/** The values of the metrics of a part in one period, by all keys that are no times. */
export function aggregateWhole(
  source: AggregateSource,
  part: PartByPeriod,
  {
    period,
    facts,
    ...options
  }: {
    readonly period: PeriodInterval
    readonly facts: readonly FactReach[]
    readonly signal?: AbortSignal
  },
): Promise<Pick<PartGroups, 'rowCount' | 'keys' | 'metrics'>> {
  const texts = part.keys.map(() => null)
  const cell = { ...period, texts, isSeen: isSeen(part, period, facts), facts }
  return aggregateCells(source, part, { cells: [cell], ...options })
}

async function aggregateCells(
  source: AggregateSource,
  part: PartByPeriod,
  { cells, signal }: { readonly cells: readonly Cell[]; readonly signal?: AbortSignal },
): Promise<Pick<PeriodGroups, 'rowCount' | 'keys' | 'metrics'> & { executed: readonly string[] }> {
  const executed: string[] = []
  const asker: Asker = {
    part,
    async ask(request) {
      const answer = await joinFacts(source).aggregate(
        request,
        signal === undefined ? {} : { signal },
      )
      executed.push(answer.executed)
      return answer.frames[0]!
    },
    run: (work) => runInSlices(work, signal),
  }
  const table = await aggregateBasePeriods(asker, cells)
  const foundGroups = new FoundGroups(part)
  const remainingCells = cells.values()
  for (;;) {
    const batch = await asker.run(takeBatch(part, remainingCells, table))
    if (batch.cells.length === 0) break
    const frame = await aggregateWindowedFrame(asker, batch.measures, table)
    for (const placedCell of batch.cells)
      await asker.run(foundGroups.add(placedCell, frame, batch.measures))
  }
  return { ...foundGroups.groups(), executed }
}

/** Periods that are answered together. */
interface Batch {
  readonly cells: readonly PlacedCell[]
  readonly measures: readonly Placed[]
}

/** Measures of one batch that a request has, and all of them. */
const MOST_MEASURES = { asked: 240, all: 10_000 } as const

/** The next periods that are answered together; none at the end. Yields after each period. */
function* takeBatch(
  part: PartByPeriod,
  cells: Iterable<Cell>,
  base: BasePeriods | null,
): SlicedWork<Batch> {
  const windowed = new WindowedMeasures()
  const placed: PlacedCell[] = []
  let requestedCount = 0
  for (const cell of cells) {
    yield
    if (base !== null && !hasRows(part, cell, base)) continue
    const before = windowed.measures.length
    placed.push(placeCell(part, cell, windowed))
    const added = windowed.measures.slice(before)
    requestedCount += added.filter(
      ({ measure }) => base === null || base.placeOf(measure) === null,
    ).length
    if (requestedCount >= MOST_MEASURES.asked || windowed.measures.length >= MOST_MEASURES.all)
      break
  }
  return { cells: placed, measures: windowed.measures }
}

/** A column for each measure in its window: from the base periods where it adds up, else asked for. */
async function aggregateWindowedFrame(
  asker: Asker,
  placed: readonly Placed[],
  base: BasePeriods | null,
): Promise<WindowedFrame> {
  if (base === null) return asker.ask(createWindowedRequest(asker.part, placed))
  const { table, placeOf } = base
  const places = placed.map(({ measure }) => placeOf(measure))
  const remainingMeasures = placed.filter((_, at) => places[at] === null)
  const { rowCount, keys } = table
  const requestedFrame =
    remainingMeasures.length === 0
      ? null
      : await asker.ask(createWindowedRequest(asker.part, remainingMeasures))
  const rows = requestedFrame === null ? null : rowsIn(requestedFrame, table)
  const requestedColumns = requestedFrame?.measures.values()
  const measures = await asker.run(
    mapInSlices(placed, ({ measure, window }, at): MeasureColumns => {
      const place = places[at]
      if (place == null) return measureAt(requestedColumns!.next().value!, { rows: rows!, measure })
      const current = table.column(place, window.interval)
      return { current, compare: current }
    }),
  )
  return { rowCount, keys, measures }
}

/** The results of `convert` for each item. Yields after each of them. */
function* mapInSlices<Item, Result>(
  items: readonly Item[],
  convert: (item: Item, index: number) => Result,
): SlicedWork<readonly Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    results.push(convert(item, index))
    yield
  }
  return results
}

/** By group of a table, its row in a frame; -1 where the frame does not have it. */
function rowsIn(frame: AggregateFrame, { rowCount, keys }: PeriodTable): Int32Array {
  const rowsByIdentity = new Map<string, number>()
  const identity = (columns: AggregateFrame['keys'], row: number): string =>
    JSON.stringify(columns.map((key) => key[row] ?? null))
  for (let row = 0; row < frame.rowCount; row++) rowsByIdentity.set(identity(frame.keys, row), row)
  return Int32Array.from(
    { length: rowCount },
    (_, row) => rowsByIdentity.get(identity(keys, row)) ?? -1,
  )
}
