import { assertNever } from '@tributary/core'
import type { Divisors } from '../plan/known-periods.ts'
import type { MetricForm } from '../plan/metric-form.ts'
import type { ResolvedMetric } from '../request.ts'
import type { AggregateFrame, LeafColumns } from '../source.ts'
import { amountAt, differenceAt, linearAmounts } from './amounts.ts'
import { formulaValues } from './formula-values.ts'
import { quotientContributions, type RatioWeights, ratioTotals, ratioWeights } from './quotient.ts'
import { type ExactRatio, exactRatio, ratioChange, ratioValues } from './ratio-values.ts'

/** A metric as it is to be measured. */
export interface Measurement {
  readonly metric: ResolvedMetric
  readonly form: MetricForm
  readonly divisors: Divisors
}

/** Both values of every group, and what each contributed to the total change, in the metric's units. */
export interface Measured {
  readonly current: readonly (number | null)[]
  readonly compare: readonly (number | null)[]
  /** Null where it is not defined. */
  readonly contribution: readonly (number | null)[]
}

/** The total of a scope: its one row, its change, and the weights that its groups share when the metric is a ratio. */
export interface Total extends Measured {
  /** Null when contributions to it are not defined. */
  readonly change: number | null
  readonly weights: RatioWeights | null
}

/** Measures a scope's overall frame, which has exactly one row. */
export function measureTotal(measurement: Measurement, overall: AggregateFrame): Total {
  const weights = weightsOf(measurement, overall)
  const measured = measureGroups(measurement, overall, weights)
  const current = measured.current[0] ?? null
  const compare = measured.compare[0] ?? null
  if (measurement.form.kind === 'linear') {
    return { ...measured, change: measured.contribution[0] ?? null, weights }
  }
  const defined = weights !== null && current !== null && compare !== null
  const exact = exactRatioOf(measurement, overall)
  const change = defined ? (exact ? ratioChange(exact, 0) : current - compare) : null
  return { ...measured, contribution: [change], change, weights }
}

/** Measures the groups of a frame; `weights` are those of the total, null unless the metric is a ratio. */
export function measureGroups(
  measurement: Measurement,
  frame: AggregateFrame,
  weights: RatioWeights | null,
): Measured {
  const { metric, form, divisors } = measurement
  const leaves = leavesByName(metric, frame)
  switch (form.kind) {
    case 'linear': {
      const amounts = linearAmounts(form.form, leaves, divisors)
      return {
        current: eachRow(frame, (row) => amountAt(amounts, 'current', row)),
        compare: eachRow(frame, (row) => amountAt(amounts, 'compare', row)),
        contribution: eachRow(frame, (row) => differenceAt(amounts, row)),
      }
    }
    case 'quotient': {
      const numerator = linearAmounts(form.numerator, leaves, divisors)
      const denominator = linearAmounts(form.denominator, leaves, divisors)
      const shares = quotientContributions(numerator, denominator, frame.rowCount, weights)
      return {
        ...ratioSides(measurement, frame),
        contribution: eachRow(frame, (row) => shares[row] ?? null),
      }
    }
    case 'other':
      return {
        ...formulaSides(metric, frame, divisors),
        contribution: eachRow(frame, () => null),
      }
    default:
      return assertNever(form)
  }
}

/** The periods of a window cancel in a ratio. */
function ratioSides(
  measurement: Measurement,
  frame: AggregateFrame,
): Pick<Measured, 'current' | 'compare'> {
  const exact = exactRatioOf(measurement, frame)
  if (exact === null) return formulaSides(measurement.metric, frame, { current: 1n, compare: 1n })
  return {
    current: ratioValues(exact, 'current', frame.present.current),
    compare: ratioValues(exact, 'compare', frame.present.compare),
  }
}

function exactRatioOf({ metric, form }: Measurement, frame: AggregateFrame): ExactRatio | null {
  if (form.kind !== 'quotient') return null
  const leaves = leavesByName(metric, frame)
  const once = { current: 1n, compare: 1n }
  return exactRatio(
    linearAmounts(form.numerator, leaves, once),
    linearAmounts(form.denominator, leaves, once),
  )
}

function formulaSides(
  metric: ResolvedMetric,
  frame: AggregateFrame,
  divisors: Divisors,
): Pick<Measured, 'current' | 'compare'> {
  const leaves = leavesByName(metric, frame)
  const side = (window: 'current' | 'compare') => {
    const present = frame.present[window]
    return formulaValues({ metric, leaves, window, present, divisor: divisors[window] })
  }
  return { current: side('current'), compare: side('compare') }
}

function eachRow(
  { rowCount }: AggregateFrame,
  value: (row: number) => number | null,
): readonly (number | null)[] {
  return Array.from({ length: rowCount }, (_, row) => finite(value(row)))
}

function weightsOf(measurement: Measurement, overall: AggregateFrame): RatioWeights | null {
  const { metric, form, divisors } = measurement
  if (form.kind !== 'quotient') return null
  const leaves = leavesByName(metric, overall)
  return ratioWeights(
    ratioTotals(
      linearAmounts(form.numerator, leaves, divisors),
      linearAmounts(form.denominator, leaves, divisors),
    ),
  )
}

function leavesByName(
  metric: ResolvedMetric,
  frame: AggregateFrame,
): ReadonlyMap<string, LeafColumns> {
  return new Map(metric.leaves.map((leaf, index) => [leaf.name, frame.leaves[index]!]))
}

/** Without -0, which prints like 0 but is not equal to it everywhere. */
function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value + 0 : null
}
