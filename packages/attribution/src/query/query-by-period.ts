import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import { type Interval, type TypedExpr, truncate } from '@tributary/expression'
import { nextPeriod, wordOfGrain } from '@tributary/expression/internal'
import { keyOf } from '../attribute/share-leaves.ts'
import { type FactsRequest, joinFacts, leafAt } from '../plan/join-facts.ts'
import { treeKey } from '../plan/tree-key.ts'
import { NEVER } from '../request/conjunction.ts'
import { tooManyPeriodsError } from '../request/errors.ts'
import type { ResolvedMetric } from '../request/request.ts'
import type {
  AggregateFrame,
  AggregateSource,
  Leaf,
  LeafColumns,
  NumberColumn,
} from '../request/source.ts'
import {
  aggregateGroupings,
  type MetricValue,
  type MetricValues,
  metricValues,
  type PartFrames,
  valueOfNothing,
} from './part-values.ts'
import { addsUp, type PeriodTable, periodTable } from './period-table.ts'
import type { PartPeriods, PeriodInterval, PeriodWindow, QueryPart } from './query-request.ts'
import { periodText } from './series-periods.ts'

/** A part of which every period is aggregated in windows of its own. */
export type PartByPeriod = QueryPart & { readonly byPeriod: PartPeriods }

/** The groups of a part. */
export interface PartGroups extends Pick<PartFrames, 'facts' | 'frontier' | 'executed'> {
  readonly rowCount: number
  readonly keys: AggregateFrame['keys']
  readonly metrics: readonly MetricValues[]
}

/** The groups of a part, period by period. */
export interface PeriodGroups extends PartGroups {
  /** Whether all windows that the first metric looks at, from the period that is written so, have times of the data. */
  isSeen(period: string): boolean
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
  readonly signal?: AbortSignal
}

/** A period of time, with what each key that is a time is in it. */
interface Cell extends PeriodInterval {
  readonly texts: readonly (string | null)[]
  /** By metric, whether every window that a leaf looks at from it has times of the data; else it has no value. */
  readonly isSeen: readonly boolean[]
}

/**
 * The values of the metrics of a part by period: each leaf is aggregated in the window that it looks at from a period, many
 * windows in one request. A group is there in a period where one of those windows has rows of it. Rejects with {@link
 * AttributionError} for more periods than are allowed, and with whatever the source rejects with.
 */
export async function aggregatePeriods(
  source: AggregateSource,
  part: PartByPeriod,
  { most, endsWithData = false, ...options }: PeriodOptions,
): Promise<PeriodGroups> {
  const reach = await reachOf(source, part, options)
  const { frontier, facts } = reach
  const cells = frontier === null ? [] : cellsOf(part, { frontier, most, endsWithData })
  const groups = await aggregateCells(source, part, { cells, ...options })
  const seen = new Set(cells.flatMap(({ isSeen, texts }) => (isSeen[0] ? texts : [])))
  const executed = [reach.executed, ...groups.executed].join('; ')
  return { ...groups, facts, frontier, executed, isSeen: (period) => seen.has(period) }
}

/** How far the data reaches. */
function reachOf(
  source: AggregateSource,
  part: PartByPeriod,
  options: { readonly signal?: AbortSignal },
) {
  const counted: ResolvedMetric = { name: 'rows', leaves: [rowsOf(0)], formula: ROWS }
  const others = part.otherFacts?.map((fact) => ({ ...fact, otherWindows: [] }))
  const own = { ...part, otherWindows: [], metrics: [counted] }
  return aggregateGroupings(source, others === undefined ? own : { ...own, otherFacts: others }, {
    groupings: () => [[]],
    ...options,
  })
}

const ROWS: TypedExpr = { kind: 'reference', type: 'INT', table: null, name: 'rows' }

type Frontier = NonNullable<PartFrames['frontier']>

/** The values of the metrics of a part in one period, by all keys that are no times. */
export function aggregateWhole(
  source: AggregateSource,
  part: PartByPeriod,
  {
    period,
    frontier,
    ...options
  }: {
    readonly period: PeriodInterval
    readonly frontier: Frontier
    readonly signal?: AbortSignal
  },
): Promise<Pick<PartGroups, 'rowCount' | 'keys' | 'metrics'>> {
  const texts = part.keys.map(() => null)
  const cell = { ...period, texts, isSeen: isSeen(part, period, frontier) }
  return aggregateCells(source, part, { cells: [cell], ...options })
}

/** The periods that are asked for and can have rows, in order. */
function cellsOf(
  part: PartByPeriod,
  {
    frontier,
    most,
    endsWithData,
  }: { readonly frontier: Frontier; readonly most: number; readonly endsWithData: boolean },
): readonly Cell[] {
  const { byPeriod } = part
  const { asked, grains } = byPeriod
  const times = grains.flatMap((grain) => grain ?? [])
  const seen = byPeriod.lastSeen(frontier.last)
  const startOf = (moment: bigint): bigint => latest(times.map((grain) => truncate(moment, grain)))
  const endOf = (moment: bigint): bigint =>
    earliest(times.map((grain) => nextPeriod(moment, grain)))
  const cells: Cell[] = []
  for (const { from, to } of asked) {
    const first = startOf(frontier.first)
    const begin = from !== null && from > first ? from : first
    const dataEnd = endsWithData || seen === null ? frontier.last + 1n : seen + 1n
    const limit = to === null ? dataEnd : seen === null ? to : earliest([to, seen + 1n])
    let start = begin
    while (start < limit) {
      const next = endOf(start)
      const end = to !== null && to < next ? to : next
      const texts = grains.map((grain) => grain && periodText(truncate(start, grain), grain))
      const period = { from: start, to: end }
      cells.push({ ...period, texts, isSeen: isSeen(part, period, frontier) })
      if (cells.length > most) {
        throw tooManyPeriodsError(wordOfGrain(times[0]!), cells.length, most)
      }
      start = next
    }
  }
  return cells
}

function latest(moments: readonly bigint[]): bigint {
  return moments.toSorted(inOrder).at(-1)!
}

function earliest(moments: readonly bigint[]): bigint {
  return moments.toSorted(inOrder)[0]!
}

function inOrder(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b)
}

/** A leaf in one window of its fact. */
interface Placed {
  readonly leaf: Leaf
  readonly window: PeriodWindow
}

/** Leaves in windows, each once. */
class WindowedLeaves {
  readonly leaves: Placed[] = []
  readonly #at = new Map<string, number>()

  /** Where the leaf is. */
  place({ leaf: { otherWindow: _, name: __, ...rest }, window }: Placed): number {
    const leaf = { ...rest, name: `l${this.leaves.length}` }
    const { from, to } = window.interval
    const key = `${from} ${to} ${keyOf(leaf)}`
    const at = this.#at.get(key) ?? this.leaves.push({ leaf, window }) - 1
    this.#at.set(key, at)
    return at
  }
}

/** Where the columns of a period are. */
interface PlacedCell {
  readonly cell: Cell
  /** By metric, by leaf. */
  readonly leaves: readonly (readonly number[])[]
  /** The counts of rows in its windows. */
  readonly rows: readonly number[]
}

/** The groups of some periods, with a column for each leaf in a window. */
type WindowedFrame = Pick<AggregateFrame, 'rowCount' | 'keys' | 'leaves'>

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
  }
  const table = await tableOf(asker, cells)
  const found = new FoundGroups(part)
  for (const batch of batchesOf(part, cells, table)) {
    const frame = await frameOf(asker, batch.leaves, table)
    for (const one of batch.cells) await runInSlices(found.add(one, frame, batch.leaves), signal)
  }
  return { ...found.groups(), executed }
}

/** Asks for one frame over all facts of a part. */
interface Asker {
  readonly part: PartByPeriod
  ask(request: FactsRequest): Promise<AggregateFrame>
}

/** Rows of one fact, counted. */
function rowsOf(fact: number): Leaf {
  const counted = { name: 'rows', aggregate: 'COUNT', argument: null, filter: null } as const
  return fact === 0 ? counted : { ...counted, otherFact: fact - 1 }
}

/** The leaves of a part that add up, and the rows of its facts, by base period. */
interface BasePeriods {
  readonly table: PeriodTable
  /** Where a leaf is, without its window; null for one that does not add up. */
  placeOf(leaf: Leaf): number | null
}

/** Aggregates what adds up by base period; null where windows cut base periods. */
async function tableOf(asker: Asker, cells: readonly Cell[]): Promise<BasePeriods | null> {
  const { part } = asker
  const { byPeriod, metrics, otherFacts = [] } = part
  const { base } = byPeriod
  const facts = [part, ...otherFacts]
  const windows = cells.map((cell) => byPeriod.windowsOf(cell))
  const isWhole = (moment: bigint | null): boolean =>
    moment === null || truncate(moment, base.grain) === moment
  const intervals = windows.flatMap((all) => all.flat().map(({ interval }) => interval))
  if (cells.length < 2 || !intervals.every(({ from, to }) => isWhole(from) && isWhole(to))) {
    return null
  }
  const all = metrics.flatMap(({ leaves }) => leaves).filter(addsUp)
  const distinct = new WindowedLeaves()
  const hulls = facts.map((_, fact) =>
    byPeriod.windowIn(fact, hullOf(windows.flatMap((one) => one[fact]!.map((w) => w.interval)))),
  )
  const [anywhere] = hulls as [PeriodWindow]
  for (const leaf of [...facts.map((_, fact) => rowsOf(fact)), ...all])
    distinct.place({ leaf, window: anywhere })
  const leaves = distinct.leaves.map(({ leaf }) => leaf)
  const [own, ...others] = facts.map((fact, index) => ({
    rows: fact.rows,
    filter: fact.filter,
    windows: { current: hulls[index]!.condition, compare: NEVER },
    groupings: [[base.keys[index]!, ...plainKeys(part, fact.keys)]],
    time: null,
  }))
  const frame = await asker.ask({
    ...{ ...own!, leaves },
    ...(others.length > 0 && { otherFacts: others }),
  })
  return {
    table: periodTable(frame, leaves),
    placeOf: (leaf) => (addsUp(leaf) ? distinct.place({ leaf, window: anywhere }) : null),
  }
}

/** The shortest interval that has all others in it. */
function hullOf(intervals: readonly Interval[]): Interval {
  const ends = (of: 'from' | 'to') => intervals.map((one) => one[of])
  const [froms, tos] = [ends('from'), ends('to')]
  const known = (all: readonly (bigint | null)[]) => all.filter((one) => one !== null)
  return {
    from: froms.includes(null) ? null : earliest(known(froms)),
    to: tos.includes(null) ? null : latest(known(tos)),
  }
}

/** The keys of a fact that are no times. */
function plainKeys({ byPeriod }: PartByPeriod, keys: QueryPart['keys']): QueryPart['keys'] {
  return keys.filter((_, key) => byPeriod.grains[key] === null)
}

/** Periods that are answered together. */
interface Batch {
  readonly cells: readonly PlacedCell[]
  readonly leaves: readonly Placed[]
}

/** Leaves of one batch that a request has, and all of them. */
const MOST_LEAVES = { asked: 240, all: 10_000 } as const

function* batchesOf(
  part: PartByPeriod,
  cells: readonly Cell[],
  base: BasePeriods | null,
): Generator<Batch> {
  let windowed = new WindowedLeaves()
  let placed: PlacedCell[] = []
  let asked = 0
  for (const cell of cells) {
    if (base !== null && !hasRows(part, cell, base)) continue
    const before = windowed.leaves.length
    placed.push(placeCell(part, cell, windowed))
    const added = windowed.leaves.slice(before)
    asked += added.filter(({ leaf }) => base === null || base.placeOf(leaf) === null).length
    if (asked < MOST_LEAVES.asked && windowed.leaves.length < MOST_LEAVES.all) continue
    yield { cells: placed, leaves: windowed.leaves }
    windowed = new WindowedLeaves()
    placed = []
    asked = 0
  }
  if (placed.length > 0) yield { cells: placed, leaves: windowed.leaves }
}

function hasRows(part: PartByPeriod, cell: Cell, { table, placeOf }: BasePeriods): boolean {
  return usedWindows(part, cell).some(({ fact, window }) =>
    hasAny(table.column(placeOf(rowsOf(fact))!, window.interval)),
  )
}

function hasAny(column: NumberColumn): boolean {
  const counts = column.kind === 'double' ? column.values : column.units
  return counts.some((count) => Number(count ?? 0) > 0)
}

/** The windows that leaves look at from a period. */
function usedWindows(part: PartByPeriod, cell: PeriodInterval) {
  const windows = part.byPeriod.windowsOf(cell)
  return part.metrics.flatMap(({ leaves }) =>
    leaves.map((leaf) => {
      const fact = (leaf.otherFact ?? -1) + 1
      return { fact, window: windows[fact]![(leaf.otherWindow ?? -1) + 1]! }
    }),
  )
}

function placeCell(part: PartByPeriod, cell: Cell, windowed: WindowedLeaves): PlacedCell {
  const windows = part.byPeriod.windowsOf(cell)
  const rows = new Set<number>()
  const leaves = part.metrics.map((metric) =>
    metric.leaves.map((leaf) => {
      const fact = (leaf.otherFact ?? -1) + 1
      const window = windows[fact]![(leaf.otherWindow ?? -1) + 1]!
      rows.add(windowed.place({ leaf: rowsOf(fact), window }))
      return windowed.place({ leaf, window })
    }),
  )
  return { cell, leaves, rows: [...rows] }
}

/** A column for each leaf in its window: from the base periods where it adds up, else asked for. */
async function frameOf(
  asker: Asker,
  placed: readonly Placed[],
  base: BasePeriods | null,
): Promise<WindowedFrame> {
  if (base === null) return asker.ask(requestOf(asker.part, placed))
  const { table, placeOf } = base
  const places = placed.map(({ leaf }) => placeOf(leaf))
  const rest = placed.filter((_, at) => places[at] === null)
  const { rowCount, keys } = table
  const asked = rest.length === 0 ? null : await asker.ask(requestOf(asker.part, rest))
  const rows = asked === null ? null : rowsIn(asked, table)
  let next = 0
  const leaves = placed.map(({ leaf, window }, at): LeafColumns => {
    const place = places[at]
    if (place == null) return leafAt(asked!.leaves[next++]!, { rows: rows!, leaf })
    const current = table.column(place, window.interval)
    return { current, compare: current }
  })
  return { rowCount, keys, leaves }
}

/** By group of a table, its row in a frame; -1 where the frame does not have it. */
function rowsIn(frame: AggregateFrame, { rowCount, keys }: PeriodTable): Int32Array {
  const known = new Map<string, number>()
  const identity = (columns: AggregateFrame['keys'], row: number): string =>
    JSON.stringify(columns.map((key) => key[row] ?? null))
  for (let row = 0; row < frame.rowCount; row++) known.set(identity(frame.keys, row), row)
  return Int32Array.from({ length: rowCount }, (_, row) => known.get(identity(keys, row)) ?? -1)
}

/** Aggregates leaves in their windows. */
function requestOf(part: PartByPeriod, placed: readonly Placed[]): FactsRequest {
  const facts = [part, ...(part.otherFacts ?? [])]
  const windows = facts.map((): TypedExpr[] => [])
  const known = facts.map(() => new Map<string, number>())
  const leaves = placed.map(({ leaf, window: { condition } }, at): Leaf => {
    const fact = (leaf.otherFact ?? -1) + 1
    const key = treeKey(condition)
    const otherWindow = known[fact]!.get(key) ?? windows[fact]!.push(condition) - 1
    known[fact]!.set(key, otherWindow)
    return { ...leaf, name: `l${at}`, otherWindow }
  })
  const [own, ...others] = facts.map((fact, index) => ({
    rows: fact.rows,
    filter: fact.filter,
    windows: { current: NEVER, compare: NEVER },
    otherWindows: windows[index]!.map((current) => ({ current, compare: NEVER })),
    groupings: [plainKeys(part, fact.keys)],
    time: null,
  }))
  return { ...own!, leaves, ...(others.length > 0 && { otherFacts: others }) }
}

/** The groups that were found, period by period. */
class FoundGroups {
  readonly #part: PartByPeriod
  readonly #keys: (string | null)[][]
  readonly #values: MetricValue[][]
  readonly #overflows: number[]
  readonly #none: (0 | null)[]

  constructor(part: PartByPeriod) {
    this.#part = part
    this.#keys = part.keys.map(() => [])
    this.#values = part.metrics.map(() => [])
    this.#overflows = part.metrics.map(() => 0)
    this.#none = part.metrics.map((metric) => valueOfNothing(metric))
  }

  /** Adds the groups of a period that have rows in one of its windows. */
  *add(
    { cell, leaves: at, rows: counts }: PlacedCell,
    frame: WindowedFrame,
    placed: readonly Placed[],
  ): SlicedWork<void> {
    const { byPeriod, metrics } = this.#part
    const all = Array.from({ length: frame.rowCount }, (_, row) => row)
    const rows = all.filter((row) => counts.some((leaf) => countAt(frame.leaves[leaf]!, row) > 0))
    const places = Int32Array.from(rows)
    const present = new Float64Array(rows.length).fill(1)
    for (const [index, metric] of metrics.entries()) {
      const leaves = at[index]!.map((leaf) =>
        leafAt(frame.leaves[leaf]!, { rows: places, leaf: placed[leaf]!.leaf }),
      )
      const sides = { current: present, compare: present }
      const own = { rowCount: rows.length, keys: [], leaves, present: sides }
      const values = yield* metricValues(metric, own)
      this.#overflows[index]! += values.overflows
      const isSeen = cell.isSeen[index]!
      for (const row of rows.keys()) this.#values[index]!.push(isSeen ? values.at(row) : null)
    }
    let key = 0
    for (const [index, grain] of byPeriod.grains.entries()) {
      const column = grain === null ? frame.keys[key++]! : null
      const text = (row: number) => (column === null ? cell.texts[index]! : column[row]!)
      for (const row of rows) this.#keys[index]!.push(text(row))
    }
  }

  groups(): Pick<PartGroups, 'rowCount' | 'keys' | 'metrics'> {
    return {
      rowCount: this.#values[0]!.length,
      keys: this.#keys,
      metrics: this.#part.metrics.map(({ name }, index): MetricValues => {
        const values = this.#values[index]!
        const [none, overflows] = [this.#none[index]!, this.#overflows[index]!]
        return { name, at: (row) => values[row]!, none, overflows }
      }),
    }
  }
}

function countAt({ current }: LeafColumns, row: number): number {
  return Number((current.kind === 'double' ? current.values[row] : current.units[row]) ?? 0)
}

function isSeen(
  part: PartByPeriod,
  period: PeriodInterval,
  frontier: Frontier,
): readonly boolean[] {
  const windows = part.byPeriod.windowsOf(period)
  return part.metrics.map(({ leaves }) =>
    leaves.every(({ otherFact = -1, otherWindow = -1 }) =>
      touches(windows[otherFact + 1]![otherWindow + 1]!.interval, frontier),
    ),
  )
}

function touches({ from, to }: Interval, { first, last }: Frontier): boolean {
  return (from === null || from <= last) && (to === null || to > first)
}
