import { assertNever } from '@tributary/core'
import type { SlicedWork } from '@tributary/core/internal'
import type { Decimal } from '@tributary/expression'
import { decimalToNumber, subtractDecimals } from '@tributary/expression/internal'
import {
  type ExactSides,
  type ExactValues,
  findExactValues,
  NO_EXACT_SIDES,
  NO_EXACT_VALUES,
  readExactValue,
} from '../numbers/exact-values.ts'
import {
  type AffineForm,
  looksElsewhere,
  type MetricForm,
  measureForm,
} from '../plan/metric-form.ts'
import { WINDOWS } from '../plan/periods.ts'
import type { Divisors } from '../plan/reach.ts'
import type { ResolvedMetric } from '../request/request.ts'
import type { MeasureColumns } from '../request/source.ts'
import {
  type Amounts,
  amountAt,
  amountColumn,
  differenceColumn,
  type MeasureDivisors,
  meanAmounts,
  roundedSize,
} from './amounts.ts'
import { computeFormula } from './formula-values.ts'
import { type FrameNumbers, frameBetween } from './frame-rows.ts'
import { type PathWeights, pathContributions, pathWeights } from './path-integral.ts'
import {
  type ExactRatio,
  exactRatio,
  quotientContributions,
  type RatioWeights,
  ratioChange,
  ratioValues,
  ratioWeights,
} from './quotient.ts'

/** A metric, its form, and the divisors of its measures. */
export interface Measurement {
  readonly metric: ResolvedMetric
  readonly form: MetricForm
  /** Of each measure of the metric; 0 where it has no mean. */
  readonly measureDivisors: readonly Divisors[]
  /** The windows whose means are not defined, since they have no base period. */
  readonly withoutMean: readonly ('current' | 'compare')[]
}

/** Both values of every group, and what each contributed to the total change, in the metric's units; NaN where there is none. */
export interface Measured extends WindowSides {
  readonly contribution: Float64Array
}

/** Both values of every group: the nearest doubles, and the values that these do not print. */
interface WindowSides {
  readonly current: Float64Array
  readonly compare: Float64Array
  readonly exact: ExactSides
}

/** The amounts that contributions are computed from: of a sum, of both sides of a quotient, or of every measure on a path. */
export type MeasuredAmounts =
  | { readonly kind: 'linear'; readonly amounts: Amounts }
  | { readonly kind: 'quotient'; readonly numerator: Amounts; readonly denominator: Amounts }
  | { readonly kind: 'path'; readonly amounts: readonly Amounts[] }

/** The weights of the metric's parts in a scope: the contribution of a change of a part, per unit. */
export type Weights =
  | { readonly kind: 'ratio'; readonly ratio: RatioWeights }
  | { readonly kind: 'path'; readonly path: PathWeights }

/** The total of a scope: its one row, its change, and the weights that its groups share when the metric is no sum. */
export interface Total extends Measured {
  /** Null when contributions to it are not defined. */
  readonly change: number | null
  /** Whether the change is no more than the rounding of the doubles that it is computed from. */
  readonly isRounding: boolean
  /** Whether doubles are rounded on the way to the change. */
  readonly isRounded: boolean
  readonly weights: Weights | null
  /** Null for metrics whose contributions are not defined. */
  readonly amounts: MeasuredAmounts | null
}

/** Measures a scope's overall frame, which has exactly one row. */
export function measureTotal(measurement: Measurement, overall: FrameNumbers): Total {
  const amounts = measureAmounts(measurement, overall)
  const weights = computeChangeWeights(measurement, amounts)
  const { ratio, ...measured } = measureFrame(measurement, overall, { amounts, weights })
  const [current, compare] = [measured.current[0]!, measured.compare[0]!]
  const { kind } = measurement.form
  // A total without a value in a window has no change to split.
  const defined =
    kind === 'linear' || (weights !== null && !Number.isNaN(current) && !Number.isNaN(compare))
  const difference =
    kind === 'path' ? computeValueChange(measured, 0) : orNull(measured.contribution[0]!)
  const change = !defined ? null : ratio === null ? difference : ratioChange(ratio, 0)
  const rounding = changeRounding(measurement, overall, { ...measured, amounts })
  return {
    ...measured,
    contribution: Float64Array.of(change ?? Number.NaN),
    change,
    isRounding: change !== null && change !== 0 && Math.abs(change) <= rounding,
    isRounded: rounding > 0,
    weights: defined ? weights : null,
    amounts,
  }
}

/** Sums of doubles are right to a unit in the last place or so. */
const SUM_ROUNDING = 2 ** -50
/** Formulas of them to a few more. */
const FORMULA_ROUNDING = 1e-14

/** How far rounding may change the change of a total; 0 where it is computed without. */
function changeRounding(
  { metric, form, measureDivisors }: Measurement,
  overall: FrameNumbers,
  { current, compare, amounts }: Measured & Pick<Total, 'amounts'>,
): number {
  const measures = measuresByName(metric, overall)
  const divisors = divisorsByName(metric, measureDivisors)
  const size = (affineForm: AffineForm, window: 'current' | 'compare') =>
    roundedSize(affineForm, measures, divisors, window)
  switch (form.kind) {
    case 'linear':
      return SUM_ROUNDING * (size(form.form, 'current') + size(form.form, 'compare'))
    case 'quotient': {
      if (amounts?.kind !== 'quotient') return 0
      const { numerator, denominator } = amounts
      const rounding = (window: 'current' | 'compare') => {
        const below = Math.abs(amountAt(denominator, window, 0))
        const above = Math.abs(amountAt(numerator, window, 0))
        const ofDenominator = (size(form.denominator, window) / below) * above
        return (size(form.reduced, window) + ofDenominator) / below
      }
      return SUM_ROUNDING * (rounding('current') + rounding('compare'))
    }
    case 'path':
      return FORMULA_ROUNDING * Math.max(Math.abs(current[0]!), Math.abs(compare[0]!))
    default:
      return 0
  }
}

/** Measures the groups of a frame; `weights` are those of the total, null for a sum. */
export function measureGroups(
  measurement: Measurement,
  frame: FrameNumbers,
  weights: Weights | null,
): Measured {
  const amounts = measureAmounts(measurement, frame)
  const { ratio: _, ...measured } = measureFrame(measurement, frame, { amounts, weights })
  return measured
}

/** The values and contributions of groups, and their ratios where these are exact. */
function measureFrame(
  measurement: Measurement,
  frame: FrameNumbers,
  { amounts, weights }: Pick<Total, 'amounts' | 'weights'>,
): Measured & { readonly ratio: ExactRatio | null } {
  const { metric, form, measureDivisors, withoutMean } = measurement
  switch (amounts?.kind) {
    case 'linear': {
      const current = amountColumn(amounts.amounts, 'current')
      const compare = amountColumn(amounts.amounts, 'compare')
      const contribution = differenceColumn(amounts.amounts)
      const sides = { current, compare }
      for (const window of withoutMean) {
        sides[window].fill(Number.NaN)
        contribution.fill(Number.NaN)
      }
      const exact = findExactAmounts(metric, amounts.amounts, sides)
      return { ...sides, exact, contribution, ratio: null }
    }
    case 'quotient': {
      const shared = weights?.kind === 'ratio' ? weights.ratio : null
      // The periods that all measures have in a window cancel.
      const each = isOneDivisor(measureDivisors) ? metric.measures.map(() => ONCE) : measureDivisors
      const ratio =
        form.kind === 'quotient' ? measureExactRatio(form, metric, { frame, each }) : null
      const sides =
        ratio === null ? formulaSides(metric, frame, each) : ratioSides(ratio, metric, frame)
      const contribution = quotientContributions(amounts.numerator, amounts.denominator, shared)
      for (const window of withoutMean) {
        sides[window].fill(Number.NaN)
        contribution.fill(Number.NaN)
      }
      return { ...sides, contribution, ratio: withoutMean.length > 0 ? null : ratio }
    }
    case 'path': {
      const path = weights?.kind === 'path' ? weights.path : null
      return {
        ...formulaSides(metric, frame, measureDivisors),
        contribution: pathContributions(amounts.amounts, frame.rowCount, path),
        ratio: null,
      }
    }
    default:
      return {
        ...formulaSides(metric, frame, measureDivisors),
        contribution: new Float64Array(frame.rowCount).fill(Number.NaN),
        ratio: null,
      }
  }
}

/** Groups that are measured before others may work: many of those that are a few operations on doubles. */
const SLICE_ROWS = { few: 1024, many: 4096 }

/** {@link measureGroups}, which yields after some thousand groups. */
export function* measureInSlices(
  measurement: Measurement,
  frame: FrameNumbers,
  weights: Weights | null,
): SlicedWork<Measured> {
  const { rowCount } = frame
  const slice = isLight(measurement, frame) ? SLICE_ROWS.many : SLICE_ROWS.few
  if (rowCount <= slice) return measureGroups(measurement, frame, weights)
  const current = new Float64Array(rowCount)
  const compare = new Float64Array(rowCount)
  const contribution = new Float64Array(rowCount)
  const exact = { current: new Map<number, Decimal>(), compare: new Map<number, Decimal>() }
  for (let begin = 0; begin < rowCount; begin += slice) {
    const some = frameBetween(frame, begin, begin + slice)
    const measured = measureGroups(measurement, some, weights)
    current.set(measured.current, begin)
    compare.set(measured.compare, begin)
    contribution.set(measured.contribution, begin)
    for (const window of WINDOWS) {
      for (const [row, value] of measured.exact[window]) exact[window].set(begin + row, value)
    }
    yield
  }
  return { current, compare, contribution, exact }
}

/** Whether a group is measured without big integers, integrals and calls. */
function isLight({ form, metric }: Measurement, { measures }: FrameNumbers): boolean {
  const isExact = measures.some(({ current, compare }) =>
    [current, compare].some(({ kind }) => kind === 'exact'),
  )
  const isPlain = form.kind === 'linear' || form.kind === 'quotient'
  return !isExact && (isPlain || metric.formula.kind === 'reference')
}

/** The amounts of groups that their contributions are computed from; null where contributions are not defined. */
export function measureAmounts(
  { metric, form, measureDivisors }: Measurement,
  frame: FrameNumbers,
): MeasuredAmounts | null {
  const measures = measuresByName(metric, frame)
  const divisors = divisorsByName(metric, measureDivisors)
  switch (form.kind) {
    case 'linear':
      return { kind: 'linear', amounts: meanAmounts(form.form, measures, divisors) }
    case 'quotient':
      return {
        kind: 'quotient',
        numerator: meanAmounts(form.reduced, measures, divisors),
        denominator: meanAmounts(form.denominator, measures, divisors),
      }
    case 'path': {
      const amounts = metric.measures.map(({ name }) =>
        meanAmounts(measureForm(name), measures, divisors),
      )
      return { kind: 'path', amounts }
    }
    case 'other':
      return null
    default:
      return assertNever(form)
  }
}

/** The numerator over the denominator; null where it is only known in doubles. */
function measureExactRatio(
  { numerator, denominator }: Extract<MetricForm, { readonly kind: 'quotient' }>,
  metric: ResolvedMetric,
  { frame, each }: { readonly frame: FrameNumbers; readonly each: readonly Divisors[] },
): ExactRatio | null {
  const measures = measuresByName(metric, frame)
  const divisors = divisorsByName(metric, each)
  return exactRatio(
    meanAmounts(numerator, measures, divisors),
    meanAmounts(denominator, measures, divisors),
  )
}

const ONCE: Divisors = { current: 1n, compare: 1n }

/** Whether all measures have the same divisors, of which one stands for none. */
function isOneDivisor([first, ...others]: readonly Divisors[]): boolean {
  return others.every(
    ({ current, compare }) => current === first!.current && compare === first!.compare,
  )
}

function ratioSides(exact: ExactRatio, metric: ResolvedMetric, frame: FrameNumbers): WindowSides {
  return {
    current: ratioValues(exact, 'current', getPresentRows(metric, frame, 'current')),
    compare: ratioValues(exact, 'compare', getPresentRows(metric, frame, 'compare')),
    exact: NO_EXACT_SIDES,
  }
}

/** The formula on both sides, over means per period with the divisors of the measures. */
function formulaSides(
  metric: ResolvedMetric,
  frame: FrameNumbers,
  divisors: readonly Divisors[],
): WindowSides {
  const measures = measuresByName(metric, frame)
  const side = (window: 'current' | 'compare') => {
    const present = getPresentRows(metric, frame, window)
    const each = divisors.map((of) => of[window])
    return computeFormula({ metric, measures, window, present, divisors: each })
  }
  const [current, compare] = [side('current'), side('compare')]
  return {
    current: current.values,
    compare: compare.values,
    exact: { current: current.exact, compare: compare.exact },
  }
}

/** The values of a sum of type INT or DECIMAL that doubles do not print; a mean per period is a double. */
function findExactAmounts(
  { formula: { type } }: ResolvedMetric,
  { divisors, ...columns }: Amounts,
  sides: Pick<WindowSides, 'current' | 'compare'>,
): ExactSides {
  const find = (window: 'current' | 'compare'): ExactValues => {
    const column = columns[window]
    return column.kind === 'double' || divisors[window] !== 1n
      ? NO_EXACT_VALUES
      : findExactValues(column, sides[window])
  }
  if (type !== 'INT' && type !== 'DECIMAL') return NO_EXACT_SIDES
  return { current: find('current'), compare: find('compare') }
}

/** The double nearest to the difference of the values of a row; NaN where one is missing. */
function computeValueChange({ current, compare, exact }: WindowSides, row: number): number {
  if (!exact.current.has(row) && !exact.compare.has(row)) return current[row]! - compare[row]!
  const now = readExactValue({ values: current, exact: exact.current }, row)
  const before = readExactValue({ values: compare, exact: exact.compare }, row)
  return now && before ? decimalToNumber(subtractDecimals(now, before)) : Number.NaN
}

/** The rows of groups in a window. A metric that looks at another period has a value where only that period has rows. */
function getPresentRows(
  metric: ResolvedMetric,
  frame: FrameNumbers,
  window: 'current' | 'compare',
): Float64Array {
  return looksElsewhere(metric) ? new Float64Array(frame.rowCount).fill(1) : frame.present[window]
}

function computeChangeWeights(
  { metric, form }: Measurement,
  amounts: MeasuredAmounts | null,
): Weights | null {
  if (amounts?.kind === 'quotient') {
    const ratio = ratioWeights(amounts.numerator, amounts.denominator)
    return ratio && { kind: 'ratio', ratio }
  }
  if (amounts?.kind !== 'path' || form.kind !== 'path') return null
  const index = new Map(metric.measures.map((measure, at) => [measure.name, at]))
  const path = pathWeights(form.formula, index, {
    compare: Float64Array.from(amounts.amounts, (amount) => amountAt(amount, 'compare', 0)),
    current: Float64Array.from(amounts.amounts, (amount) => amountAt(amount, 'current', 0)),
  })
  return path && { kind: 'path', path }
}

function measuresByName(
  metric: ResolvedMetric,
  frame: FrameNumbers,
): ReadonlyMap<string, MeasureColumns> {
  return new Map(metric.measures.map((measure, index) => [measure.name, frame.measures[index]!]))
}

function divisorsByName(
  { measures }: ResolvedMetric,
  divisors: readonly Divisors[],
): MeasureDivisors {
  return new Map(measures.map(({ name }, index) => [name, divisors[index]!]))
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
