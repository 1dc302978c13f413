import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import { parseTime, type TypedExpr, type Value } from '@tributary/expression'
import { DAY, evaluateFormula, numberToDecimal } from '@tributary/expression/internal'
import type { AggregateSource } from '../request/source.ts'
import { columnTable, type NamedColumn, viewColumn } from '../tables/column-table.ts'
import { aggregatePeriods, type PeriodGroups } from './by-period/aggregate-periods.ts'
import type { PartGroups } from './by-period/part-groups.ts'
import { type FilledPeriods, filledPeriods } from './filled-periods.ts'
import { type JoinedParts, joinParts } from './join-parts.ts'
import { orderGroups } from './order-groups.ts'
import {
  aggregatePart,
  listExactTexts,
  type MetricValue,
  type MetricValues,
  metricValues,
  type PartFrames,
  toWireValue,
} from './parts/part-values.ts'
import type { QueryAnswer, QueryPart, QueryRequest } from './parts/query-request.ts'
import { overflowWarnings, rangeWarnings } from './warnings.ts'

/**
 * The values of metrics by groups, computed as the values of an attribution are. The source aggregates each part once.
 * Rejects with {@link AttributionError} and with whatever the source rejects with.
 */
export async function queryMetrics(
  source: AggregateSource,
  request: QueryRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<QueryAnswer> {
  options.signal?.throwIfAborted()
  const parts = request.parts.filter(({ metrics }) => metrics.length > 0)
  const plain = parts.map((part) =>
    part.byPeriod === undefined ? plainGroups(source, part, options) : null,
  )
  const othersLast = parts.some(hasOpenEndedRange) ? lastTime(await Promise.all(plain)) : null
  const answers = await Promise.all(
    parts.map((part, index) => {
      const { byPeriod } = part
      if (byPeriod === undefined) return plain[index]!
      const of = { ...options, most: MOST_PERIODS, othersLast }
      return aggregatePeriods(source, { ...part, byPeriod }, of)
    }),
  )
  const filled = parts.flatMap(({ fills }, index) =>
    fills === undefined ? [] : filledPeriods(fills, answers[index]!.frontier, MOST_PERIODS),
  )
  return runInSlices(createQueryAnswer(request, { parts, answers, filled }), options.signal)
}

/** As many periods as an answer has rows. */
const MOST_PERIODS = 10_000

/** Whether a part is asked by period, for a range without an end. */
function hasOpenEndedRange({ byPeriod }: QueryPart): boolean {
  return byPeriod?.intervals.some(({ to }) => to === null) ?? false
}

/** The last time of the data of some parts. */
function lastTime(parts: readonly (PartGroups | null)[]): bigint | null {
  const all = parts.flatMap((part) => part?.frontier ?? [])
  return all.reduce<bigint | null>((a, { last }) => (a === null || last > a ? last : a), null)
}

/** The groups of a part that is not asked by period, with the values of its metrics. */
async function plainGroups(
  source: AggregateSource,
  part: QueryPart,
  options: { readonly signal?: AbortSignal },
): Promise<PartGroups> {
  const { frames, ...answerFields } = await aggregatePart(source, part, options)
  const metrics = await runInSlices(computePartValues(part, frames), options.signal)
  const { rowCount, keys } = frames[0]!
  return { ...answerFields, rowCount, keys, metrics }
}

function* computePartValues(
  { metrics }: QueryPart,
  frames: PartFrames['frames'],
): SlicedWork<readonly MetricValues[]> {
  const values: MetricValues[] = []
  for (const [at, metric] of metrics.entries())
    values.push(yield* metricValues(metric, frames[at]!))
  return values
}

interface AnsweredParts {
  readonly parts: readonly QueryPart[]
  /** By part. */
  readonly answers: readonly (PartGroups & Partial<Pick<PeriodGroups, 'isSeen'>>)[]
  readonly filled: readonly FilledPeriods[]
}

function* createQueryAnswer(
  request: QueryRequest,
  { parts, answers: aggregated, filled }: AnsweredParts,
): SlicedWork<QueryAnswer> {
  const joined = yield* joinParts([
    ...aggregated.map(({ rowCount, keys, isSeen, ...groupFields }, index) => ({
      ...{ ...groupFields, frame: { rowCount, keys } },
      // A period that is filled in has the value over no rows, beyond the data too.
      ...(isSeen !== undefined && parts[index]!.fills === undefined && { isSeen }),
    })),
    ...filled.map((frame) => ({ frame, metrics: [] })),
  ])
  const matchingGroups = yield* keptGroups(joined, request.resultFilter)
  const ordered = yield* orderGroups(matchingGroups, joined, request)
  const rows = ordered.slice(request.offset, request.offset + request.limit)
  return {
    table: columnTable(createAnswerColumns(request, joined, rows)),
    texts: collectTexts(request.metrics, joined, rows),
    total: matchingGroups.length,
    warnings: parts.flatMap((part, index) => [
      ...rangeWarnings(part, aggregated[index]!.facts),
      ...overflowWarnings(aggregated[index]!.metrics),
    ]),
    executed: aggregated.map(({ executed }) => executed),
  }
}

/** The groups that a condition on the metrics keeps. */
function* keptGroups(
  { count, keys, values, isThere }: JoinedParts,
  condition: TypedExpr | null,
): SlicedWork<readonly number[]> {
  const matchingGroups: number[] = []
  for (let row = 0; row < count; row++) {
    if (row % SLICE_ROWS === 0) yield
    if (keys.length > 0 && !isThere(row)) continue
    const isKept =
      condition === null ||
      evaluateFormula(condition, ({ name, type }) =>
        expressionValue(values.get(name)!(row), type),
      ) === true
    if (isKept) matchingGroups.push(row)
  }
  return matchingGroups
}

const SLICE_ROWS = 512

/** A metric's value as expressions read it: whole numbers and decimals without rounding. */
function expressionValue(value: MetricValue, type: TypedExpr['type']): Value {
  if (typeof value === 'number') {
    if (type === 'DECIMAL') return numberToDecimal(value)
    return type === 'INT' && Number.isInteger(value) ? BigInt(value) : value
  }
  if (typeof value !== 'string') {
    return value !== null && type === 'INT' && value.scale === 0 ? value.units : value
  }
  if (type === 'STRING') return value
  const moment = parseTime(value)
  if (moment === null) return null
  return type === 'DATE' ? Number(moment / DAY) : moment
}

function createAnswerColumns(
  { keys, metrics }: QueryRequest,
  joined: JoinedParts,
  rows: readonly number[],
): readonly NamedColumn[] {
  return [
    ...keys.map(({ name }, index): NamedColumn => {
      const column = joined.keys[index]!
      return [name, viewColumn(rows.length, (row) => column[rows[row]!] ?? null)]
    }),
    ...metrics.map((name): NamedColumn => {
      const at = joined.values.get(name)!
      return [name, viewColumn(rows.length, (row) => toWireValue(at(rows[row]!)))]
    }),
  ]
}

/** By metric, the exact text of its value in every row, where a number of them would lose digits. */
function collectTexts(
  metrics: readonly string[],
  joined: JoinedParts,
  rows: readonly number[],
): ReadonlyMap<string, readonly (string | null)[]> {
  const texts = new Map<string, readonly (string | null)[]>()
  for (const name of metrics) {
    const at = joined.values.get(name)!
    const column = listExactTexts(rows.map((row) => at(row)))
    if (column !== null) texts.set(name, column)
  }
  return texts
}
