import type { EarlierPair } from '../plan/earlier-windows.ts'
import type { FactsAnswer, FactsRequest, FactsSource } from '../plan/join-facts.ts'
import { frontierTime } from '../plan/plan-comparison.ts'
import type { AttributionRequest, FactRows } from '../request/request.ts'
import type { AggregateOptions, Measure, MeasureColumns, WindowPair } from '../request/source.ts'
import { distinct, toMeasureKey } from './share-measures.ts'

/** The windows of all facts at once: that of the request's own rows, then that of each further fact. */
type Moment = readonly WindowPair['current'][]

/** The measures of a metric in two windows, and what is known of these. */
export interface TotalColumns {
  /** In the order of the measures. */
  readonly measures: readonly MeasureColumns[]
  /** The rows in each window, of all facts together. */
  readonly present: { readonly current: number; readonly compare: number }
}

/** The totals of many measures in many windows. */
export interface WindowTotals {
  /** Measures of the request over one of its pairs of windows, by its position. Aggregates those that are not known yet. */
  columns(
    measures: readonly Measure[],
    pair: number,
    options: AggregateOptions,
  ): Promise<TotalColumns>
  /** How far each fact reaches, and whether it has rows in the first pair of windows; null before the first measure is aggregated. */
  reach(): FactsAnswer['facts'] | null
  /** How many statements were run. */
  readonly statements: number
}

/** Measures of the first statement, so that the first metrics come soon, and of any. */
const BATCHES = { first: 8, most: 96 }

/**
 * Aggregates `expected` measures over all windows of `pairs` together, each window once however many pairs it is in, in
 * statements of limited size and in their order. No measure has another window of its own.
 */
export function windowTotals(
  source: FactsSource,
  comparison: Omit<AttributionRequest, 'metric' | 'groupings'>,
  {
    pairs,
    expected,
  }: { readonly pairs: readonly EarlierPair[]; readonly expected: readonly Measure[] },
): WindowTotals {
  const { moments, places } = collectMoments(comparison, pairs)
  const measures = distinct(expected)
  const columnsByMeasure = new Map<string, readonly MeasureColumns[]>()
  const counts = rowCounts(comparison)
  const getMomentColumn = (key: string, moment: number) => {
    const columns = columnsByMeasure.get(key)![Math.floor(moment / 2)]!
    return moment % 2 === 0 ? columns.current : columns.compare
  }
  const columnsAt = (measure: Measure, pair: number): MeasureColumns => {
    const { current, compare } = places[pair]!
    const key = toMeasureKey(measure)
    return { current: getMomentColumn(key, current), compare: getMomentColumn(key, compare) }
  }
  let next = 0
  let batch = BATCHES.first
  let answer: FactsAnswer | null = null
  let statements = 0
  const ask = async (wanted: readonly Measure[], options: AggregateOptions) => {
    const statementMeasures = answer === null ? [...counts, ...wanted] : wanted
    const request = createTotalsRequest(comparison, {
      moments,
      measures: statementMeasures,
      isFirst: answer === null,
    })
    const statementAnswer = await source.aggregate(request, options)
    answer ??= statementAnswer
    statements++
    const all = statementAnswer.frames[0]!.measures
    for (const [index, measure] of statementMeasures.entries()) {
      const copies = all.filter((_, at) => at % statementMeasures.length === index)
      columnsByMeasure.set(toMeasureKey(measure), copies)
    }
  }
  return {
    reach: () => answer?.facts ?? null,
    get statements() {
      return statements
    },
    async columns(wanted, pair, options) {
      const missing = distinct(wanted).filter(
        (measure) => !columnsByMeasure.has(toMeasureKey(measure)),
      )
      if (missing.length > 0 || answer === null) {
        const batchKeys = new Set(missing.map(toMeasureKey))
        while (next < measures.length && batchKeys.size < batch) {
          const measure = measures[next++]!
          if (columnsByMeasure.has(toMeasureKey(measure)) || batchKeys.has(toMeasureKey(measure)))
            continue
          batchKeys.add(toMeasureKey(measure))
          missing.push(measure)
        }
        await ask(missing, options)
        batch = Math.min(BATCHES.most, batch * 2)
      }
      const rows = counts.map((measure) => columnsAt(measure, pair))
      const present = (window: 'current' | 'compare') =>
        rows.reduce((sum, columns) => sum + countAt(columns[window]), 0)
      return {
        measures: wanted.map((measure) => columnsAt(measure, pair)),
        present: { current: present('current'), compare: present('compare') },
      }
    },
  }
}

/** The different windows of pairs, and by pair which of them are its own. */
function collectMoments(
  { otherFacts = [] }: Pick<AttributionRequest, 'otherFacts'>,
  pairs: readonly EarlierPair[],
): {
  readonly moments: readonly Moment[]
  readonly places: readonly { readonly current: number; readonly compare: number }[]
} {
  const moments: Moment[] = []
  const registerMoment = (moment: Moment): number => {
    const momentIndex = moments.findIndex((candidate) =>
      candidate.every((window, fact) => window === moment[fact]),
    )
    return momentIndex >= 0 ? momentIndex : moments.push(moment) - 1
  }
  const places = pairs.map((pair) => {
    const all = [pair, ...(pair.otherFacts ?? [])]
    if (all.length !== otherFacts.length + 1) {
      throw new TypeError('A pair of windows must have one for each further fact of the request')
    }
    const place = (side: 'current' | 'compare') =>
      registerMoment(all.map((factPair) => factPair[side]))
    return { current: place('current'), compare: place('compare') }
  })
  return { moments, places }
}

/** A measure for each fact that counts its rows. */
function rowCounts({
  otherFacts = [],
}: Pick<AttributionRequest, 'otherFacts'>): readonly Measure[] {
  const count: Measure = { name: '@rows', aggregate: 'COUNT', argument: null, filter: null }
  return [count, ...otherFacts.map((_, otherFact): Measure => ({ ...count, otherFact }))]
}

function countAt(column: MeasureColumns['current']): number {
  return Number(column.kind === 'double' ? column.values[0] : column.units[0])
}

interface TotalsStatement {
  readonly moments: readonly Moment[]
  readonly measures: readonly Measure[]
  readonly isFirst: boolean
}

/** The request for measures in all windows, two by two: those of the first pair, then copies in further ones. */
function createTotalsRequest(
  comparison: Omit<AttributionRequest, 'metric' | 'groupings'>,
  { moments, measures, isFirst }: TotalsStatement,
): FactsRequest {
  const pairs = Math.ceil(moments.length / 2)
  const fact = ({ rows, drillDown, time }: Omit<FactRows, 'groupings'>, place: number) => {
    const [windows, ...otherWindows] = Array.from({ length: pairs }, (_, pair): WindowPair => {
      const current = moments[2 * pair]![place]!
      return { current, compare: moments[2 * pair + 1]?.[place] ?? current }
    })
    return {
      rows,
      filter: drillDown,
      windows: windows!,
      ...(otherWindows.length > 0 && { otherWindows }),
      groupings: [[]],
      time: isFirst && time !== null ? frontierTime(time) : null,
    }
  }
  const copies = Array.from({ length: pairs }, (_, pair) =>
    measures.map((measure, index): Measure => {
      const name = `measure ${index} in ${pair}`
      return pair === 0 ? { ...measure, name } : { ...measure, name, otherWindow: pair - 1 }
    }),
  )
  const otherFacts = comparison.otherFacts?.map((otherFact, index) => fact(otherFact, index + 1))
  return {
    ...fact(comparison, 0),
    measures: copies.flat(),
    ...(otherFacts && { otherFacts: otherFacts }),
  }
}
