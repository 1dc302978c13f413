import { runInSlices } from '@tributary/core/internal'
import { truncate } from '@tributary/expression'
import { locateCausesInSlices } from '../causes/locate-causes.ts'
import type { CauseDimension, CausesInput, CausesReport } from '../causes/types.ts'
import { amountColumn } from '../contribute/amount-columns.ts'
import { linearAmounts } from '../contribute/amounts.ts'
import type { AffineForm } from '../plan/affine-form.ts'
import { factOf, requestedLeaves, scopeRequest } from '../plan/aggregate-request.ts'
import { checkRequest } from '../plan/check-request.ts'
import { type EarlierWindow, earlierWindows } from '../plan/earlier-windows.ts'
import { joinFacts } from '../plan/join-facts.ts'
import { looksElsewhere, type MetricForm, metricForm } from '../plan/metric-form.ts'
import { type Divisors, divisorsOf, knownIntervals, knownPeriods } from '../plan/periods.ts'
import { causesUnsupportedError } from '../request/errors.ts'
import type { AttributionRequest, Grouping } from '../request/request.ts'
import type {
  AggregateFrame,
  AggregateSource,
  Leaf,
  LeafColumns,
  WindowPair,
} from '../request/source.ts'

/** Options of {@link findCauses}. */
export interface FindCausesOptions {
  /** @defaultValue 10 */
  readonly maxCauses?: number
  /** The most conditions of a cause. @defaultValue all dimensions up to six, else 3 */
  readonly maxDepth?: number
  /** Earlier windows that say what usually changes, at most. @defaultValue 8 */
  readonly history?: number
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** A question for causes: its one grouping, and that of each of its facts, has all dimensions that are searched. */
export interface CausesRequest extends Omit<AttributionRequest, 'groupings'> {
  readonly grouping: Grouping
}

/** What {@link findCauses} finds. */
export interface CausesAnswer extends CausesReport {
  /** The metric of all rows; null where it has no value. */
  readonly current: number | null
  readonly compare: number | null
  /** Dimensions with more values than are searched: the largest are, the others are one value. */
  readonly cut: readonly {
    readonly dimension: string
    readonly values: number
    readonly kept: number
  }[]
  /** A description of what was run. */
  readonly executed: readonly string[]
}

/** Values of a dimension that are searched. */
const MOST_VALUES = 1000
const MOST_HISTORY = 8
/** The value of rows whose own value is not among those that are searched. */
export const OTHER_VALUES = '(all others)'

/**
 * Finds the segments behind the change of a metric that is a sum or a quotient of sums: one aggregation by all
 * dimensions, with the earlier windows in the same one, then {@link locateCausesInSlices}. Rejects like `attribute`,
 * and with `ATTRIBUTION_CAUSES_UNSUPPORTED` for any other metric.
 *
 * @example
 * ```ts
 * import { createColumnarSource, findCauses, questionRequest } from '@tributary/attribution'
 * const shops = Array.from({ length: 80 }, (_, i) => `S${i % 40}`)
 * const month = shops.map((_, i) => (i < 40 ? 5 : 6))
 * const amount = shops.map((_, i) => (i === 47 ? 20 : 100 + 10 * (i % 40) + (i < 40 ? 0 : (i % 5) - 2)))
 * const sales = createColumnarSource({ month, shop: shops, amount })
 * const { groupings, ...question } = questionRequest(sales, {
 *   metric: { sum: '[amount]' },
 *   dimensions: ['shop'],
 *   current: '[month] = 6',
 *   compare: '[month] = 5',
 * })
 * const { causes } = await findCauses(sales, { ...question, grouping: groupings[0]! })
 * causes.map(({ conditions }) => conditions) // => [[{ dimension: 'shop', value: 'S7' }]]
 * ```
 */
export async function findCauses(
  source: AggregateSource,
  { grouping, ...asked }: CausesRequest,
  { signal, history = MOST_HISTORY, ...limits }: FindCausesOptions = {},
): Promise<CausesAnswer> {
  signal?.throwIfAborted()
  const request: AttributionRequest = { ...asked, groupings: [grouping] }
  checkRequest(request, knownIntervals(request))
  const form = metricForm(request.metric)
  if (request.metric.leaves.some(({ snapshot }) => snapshot !== undefined)) {
    throw causesUnsupportedError(request.metric.name, 'it is taken at one time of each window')
  }
  if (looksElsewhere(request.metric)) {
    throw causesUnsupportedError(request.metric.name, 'it looks at another period')
  }
  if (form.kind !== 'linear' && form.kind !== 'quotient') {
    const why = form.kind === 'other' ? form.reason : 'it is neither a sum nor a quotient of sums'
    throw causesUnsupportedError(request.metric.name, why)
  }
  const { earlier, pairs, asked: withHistory } = withEarlierWindows(request, history)
  const own = requestedLeaves(request)
  const before = pairs.flatMap((_, pair) =>
    own.map((leaf): Leaf => {
      const { otherWindows = [] } = factOf(request, leaf)
      return { ...leaf, name: pastName(leaf, pair), otherWindow: otherWindows.length + pair }
    }),
  )
  const { frames, frontier, facts, executed } = await joinFacts(source).aggregate(
    { ...scopeRequest(withHistory, []), leaves: [...own, ...before] },
    signal === undefined ? {} : { signal },
  )
  const divisors = divisorsOf(request, knownPeriods(request, knownIntervals(request), frontier))
  const { time } = request
  const isKnown = earlier.map(({ interval }) =>
    facts.every(({ frontier: reach }) => {
      if (reach === null || time === null) return true
      // The first row of a period is seldom at its very beginning.
      return interval.from >= truncate(reach.first, time.grain)
    }),
  )
  const columns = {
    own,
    form,
    divisors,
    windows: isKnown.indexOf(false) < 0 ? earlier.length : isKnown.indexOf(false),
  }
  const input = inputOf(frames[1]!, grouping, columns)
  const report = await runInSlices(locateCausesInSlices(input, limits), signal)
  const total = inputOf(frames[0]!, { ...grouping, keys: [] }, { ...columns, windows: 0 })
  const value = (above: Float64Array, below: Float64Array | undefined) =>
    below === undefined ? above[0]! : below[0] === 0 ? null : above[0]! / below[0]!
  return {
    ...report,
    current: value(total.current, total.currentDenominator),
    compare: value(total.compare, total.compareDenominator),
    cut: input.cut,
    executed: [executed],
  }
}

/** The request with earlier windows as further pairs of each fact, as many as all of its facts have. */
function withEarlierWindows(
  request: AttributionRequest,
  history: number,
): {
  readonly earlier: readonly EarlierWindow[]
  readonly pairs: readonly WindowPair[]
  readonly asked: AttributionRequest
} {
  const facts = [request, ...(request.otherFacts ?? [])]
  const found = facts.map((fact) => earlierWindows(fact, Math.min(history, MOST_HISTORY)))
  const count = Math.min(...found.map(({ length }) => length))
  const pairs = found.map((all) => pairsOf(all.slice(0, count).map(({ condition }) => condition)))
  const [own, ...others] = facts.map(({ otherWindows = [] }, fact) => {
    return { otherWindows: [...otherWindows, ...pairs[fact]!] }
  })
  const otherFacts = request.otherFacts?.map((fact, index) => ({ ...fact, ...others[index]! }))
  return {
    earlier: found[0]!.slice(0, count),
    pairs: pairs[0]!,
    asked: { ...request, ...own, ...(otherFacts && { otherFacts }) },
  }
}

function pastName({ name }: Leaf, pair: number): string {
  return `${name} before ${pair}`
}

/** Conditions two by two; the last one twice when it is alone. */
function pairsOf(conditions: readonly WindowPair['current'][]): readonly WindowPair[] {
  return Array.from({ length: Math.ceil(conditions.length / 2) }, (_, pair) => {
    const current = conditions[2 * pair]!
    return { current, compare: conditions[2 * pair + 1] ?? current }
  })
}

interface Columns {
  readonly own: readonly Leaf[]
  readonly form: Extract<MetricForm, { readonly kind: 'linear' | 'quotient' }>
  readonly divisors: Divisors
  /** Earlier windows that the data covers. */
  readonly windows: number
}

const WHOLE: Divisors = { current: 1n, compare: 1n }

function inputOf(
  frame: AggregateFrame,
  { keys }: Grouping,
  { own, form, divisors, windows }: Columns,
): CausesInput & Pick<CausesAnswer, 'cut'> {
  const columnsFrom = (first: number) =>
    new Map(
      own.map(({ name }, index): [string, LeafColumns] => [name, frame.leaves[first + index]!]),
    )
  const [above, below] =
    form.kind === 'linear' ? [form.form, null] : [form.numerator, form.denominator]
  const column = (affine: AffineForm, window: number) => {
    const isOwn = window < 2
    const pair = Math.floor(window / 2)
    const amounts = linearAmounts(affine, columnsFrom(pair * own.length), isOwn ? divisors : WHOLE)
    return amountColumn(amounts, window % 2 === 0 ? 'current' : 'compare')
  }
  const earlier = Array.from({ length: windows }, (_, index) => index + 2)
  const [current, compare] = [column(above, 0), column(above, 1)]
  const dimensions = keys.map(({ name }, key) =>
    encoded(name, frame.keys[key]!, (row) => Math.abs(current[row]!) + Math.abs(compare[row]!)),
  )
  return {
    dimensions,
    cut: dimensions.flatMap(({ name: dimension, found, values }) =>
      found > MOST_VALUES ? [{ dimension, values: found, kept: values.length - 1 }] : [],
    ),
    current,
    compare,
    ...(windows > 0 && { history: earlier.map((window) => column(above, window)) }),
    ...(below !== null && {
      currentDenominator: column(below, 0),
      compareDenominator: column(below, 1),
      ...(windows > 0 && { historyDenominators: earlier.map((window) => column(below, window)) }),
    }),
  }
}

/** The label of rows without a value, in a form that no value has. */
export const NO_VALUE = '\u0000null'

function encoded(
  name: string,
  texts: readonly (string | null)[],
  sizeOf: (row: number) => number,
): CauseDimension & { readonly found: number } {
  const sizes = new Map<string, number>()
  for (const [row, text] of texts.entries()) {
    const value = text ?? NO_VALUE
    sizes.set(value, (sizes.get(value) ?? 0) + sizeOf(row))
  }
  const largest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, MOST_VALUES)
  const values = largest.map(([value]) => value)
  const codeOf = new Map(values.map((value, code) => [value, code]))
  if (sizes.size > MOST_VALUES) values.push(OTHER_VALUES)
  const codes = Uint32Array.from(texts, (text) => codeOf.get(text ?? NO_VALUE) ?? values.length - 1)
  return { name, values, codes, found: sizes.size }
}
