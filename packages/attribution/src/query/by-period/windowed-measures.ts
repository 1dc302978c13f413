import type { TypedExpr } from '@tributary/expression'
import { treeKey } from '@tributary/expression/internal'
import { toMeasureKey } from '../../attribute/share-measures.ts'
import type { FactsRequest } from '../../plan/join-facts.ts'
import { NEVER } from '../../request/conjunction.ts'
import type { Measure } from '../../request/source.ts'
import type { PeriodWindow, QueryPart } from '../parts/query-request.ts'
import { type Cell, type PartByPeriod, touches } from './cells.ts'

/** A measure in one window of its fact. */
export interface Placed {
  readonly measure: Measure
  readonly window: PeriodWindow
}

/** Measures in windows, each once. */
export class WindowedMeasures {
  readonly measures: Placed[] = []
  readonly #at = new Map<string, number>()

  /** Where the measure is. */
  place({ measure: { otherWindow: _, name: __, ...definition }, window }: Placed): number {
    const measure = { ...definition, name: `l${this.measures.length}` }
    const { from, to } = window.interval
    const key = `${from} ${to} ${toMeasureKey(measure)}`
    const at = this.#at.get(key) ?? this.measures.push({ measure, window }) - 1
    this.#at.set(key, at)
    return at
  }
}

/** Where the columns of a period are. */
export interface PlacedCell {
  readonly cell: Cell
  /** By metric, by measure; several of one that is the mean of the values in them. */
  readonly measures: readonly (readonly (number | readonly number[])[])[]
  /** The counts of rows in its windows. */
  readonly rows: readonly number[]
}

/** Places the measures of a period in the windows that they look at, and counts of the rows of those windows. */
export function placeCell(part: PartByPeriod, cell: Cell, windowed: WindowedMeasures): PlacedCell {
  const windows = part.byPeriod.windowsOf(cell)
  const rows = new Set<number>()
  const measures = part.metrics.map((metric) =>
    metric.measures.map((measure) => {
      const fact = (measure.otherFact ?? -1) + 1
      const window = windows[fact]![(measure.otherWindow ?? -1) + 1]!
      rows.add(windowed.place({ measure: createRowCountMeasure(fact), window }))
      // Before and after the data a window has no value.
      const parts = window.parts?.filter(({ interval }) => touches(interval, cell.facts[fact]!))
      return parts === undefined
        ? windowed.place({ measure, window })
        : parts.map((part) => windowed.place({ measure, window: part }))
    }),
  )
  return { cell, measures, rows: [...rows] }
}

/** Rows of one fact, counted. */
export function createRowCountMeasure(fact: number): Measure {
  const counted = { name: 'rows', aggregate: 'COUNT', argument: null, filter: null } as const
  return fact === 0 ? counted : { ...counted, otherFact: fact - 1 }
}

/** The keys of a fact that are no times. */
export function plainKeys({ byPeriod }: PartByPeriod, keys: QueryPart['keys']): QueryPart['keys'] {
  return keys.filter((_, key) => byPeriod.grains[key] === null)
}

/** A request for measures in their windows, by all keys that are no times. */
export function createWindowedRequest(part: PartByPeriod, placed: readonly Placed[]): FactsRequest {
  const facts = [part, ...(part.otherFacts ?? [])]
  const windows = facts.map((): TypedExpr[] => [])
  const windowIndexes = facts.map(() => new Map<string, number>())
  const measures = placed.map(({ measure, window: { condition } }, at): Measure => {
    const fact = (measure.otherFact ?? -1) + 1
    const key = treeKey(condition)
    const otherWindow = windowIndexes[fact]!.get(key) ?? windows[fact]!.push(condition) - 1
    windowIndexes[fact]!.set(key, otherWindow)
    return { ...measure, name: `l${at}`, otherWindow }
  })
  const [baseFact, ...otherFacts] = facts.map((fact, index) => ({
    rows: fact.rows,
    filter: fact.filter,
    windows: { current: NEVER, compare: NEVER },
    otherWindows: windows[index]!.map((current) => ({ current, compare: NEVER })),
    groupings: [plainKeys(part, fact.keys)],
    time: null,
  }))
  return { ...baseFact!, measures, ...(otherFacts.length > 0 && { otherFacts: otherFacts }) }
}
