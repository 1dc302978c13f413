import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Amounts, amountAt } from '../../src/contribute/amounts.ts'
import {
  type Measured,
  type Measurement,
  measureGroups,
  measureTotal,
  type Total,
} from '../../src/contribute/measure.ts'
import { createGradient } from '../../src/plan/gradient.ts'
import { metricForm } from '../../src/plan/metric-form.ts'
import type { AggregateFrame, MeasureColumns } from '../../src/request/source.ts'
import { formulaOf, formulas, MEASURES } from './support/random-formula.ts'

const numRuns = process.env.TRIBUTARY_LONG ? 100_000 : 300
const timeout = 3_600_000

/** The last measure. */
const COUNT = 3

/** What a part of the rows adds to each measure in both windows, in thousandths; rows for the count. */
interface Part {
  readonly group: number
  readonly compare: readonly number[]
  readonly current: readonly number[]
}

const units = fc.oneof(
  fc.constantFrom(0, 0, 1000),
  fc.integer({ min: -9, max: 9 }).map((value) => value * 1000),
  fc.integer({ min: -5_000, max: 50_000 }),
  fc.integer({ min: 0, max: 1_000_000_000_000 }),
)
const counts = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000 }))
const side = fc.tuple(units, units, units, counts)
const parts = fc.array(fc.record({ group: fc.nat(2), compare: side, current: side }), {
  minLength: 1,
  maxLength: 6,
})

function frameOf(groups: readonly (readonly Part[])[]): AggregateFrame {
  const columns = (window: 'current' | 'compare', measure: number): MeasureColumns['current'] => ({
    kind: 'safe',
    scale: measure === COUNT ? 0 : 3,
    units: Float64Array.from(groups, (group) =>
      group.reduce((sum, one) => sum + one[window][measure]!, 0),
    ),
  })
  const present = new Float64Array(groups.length).fill(1)
  return {
    rowCount: groups.length,
    keys: [],
    measures: MEASURES.map((_, measure) => ({
      current: columns('current', measure),
      compare: columns('compare', measure),
    })),
    present: { current: present, compare: present },
  }
}

function measurementOf(text: string): Measurement {
  const metric = { name: 'm', measures: MEASURES, formula: formulaOf(text) }
  return {
    metric,
    form: metricForm(metric),
    measureDivisors: MEASURES.map(() => ({ current: 1n, compare: 1n })),
    withoutMean: [],
  }
}

interface Answer {
  readonly total: Total
  readonly groups: Measured
}

function answerOf(
  measurement: Measurement,
  rows: readonly Part[],
  split: readonly (readonly Part[])[],
): Answer {
  const total = measureTotal(measurement, frameOf([rows]))
  return { total, groups: measureGroups(measurement, frameOf(split), total.weights) }
}

const each = (rows: readonly Part[]) => rows.map((row) => [row])
const byGroup = (rows: readonly Part[]) =>
  [0, 1, 2].map((group) => rows.filter((row) => row.group === group))

/**
 * What rounding may do to sums of contributions: a share of everything that is added up on the way, and of what the
 * formula itself adds up and takes off again. Not finite when a weight is not.
 */
function roundingOf(
  measurement: Measurement,
  { total, groups }: Answer,
  rows: readonly Part[],
): number {
  const weights = weightsOf(total)
  let size = Math.abs(total.current[0]!) + Math.abs(total.compare[0]!)
  for (const row of rows) {
    for (const [measure, weight] of weights.entries()) {
      const moved = Math.abs(row.current[measure]!) + Math.abs(row.compare[measure]!)
      if (moved !== 0) size += (moved / unitOf(measure)) * weight
    }
  }
  for (const one of groups.contribution) size += Math.abs(one)
  return 1e-12 * size + 16 * formulaRounding(measurement, rows)
}

const unitOf = (measure: number): number => (measure === COUNT ? 1 : 1000)

function weightsOf({ weights }: Total): readonly number[] {
  if (weights === null) return MEASURES.map(() => 0)
  if (weights.kind === 'path') return Array.from(weights.path.values, Math.abs)
  const { numerator, denominator } = weights.ratio
  const sizes = (amounts: Amounts) =>
    (['compare', 'current'] as const).map((window) => Math.abs(amountAt(amounts, window, 0)))
  const below = Math.min(...sizes(denominator))
  // A measure may stand on both sides of a quotient, with coefficients up to 100.
  return MEASURES.map(() => 200 * (1 / below + Math.max(...sizes(numerator)) / below / below))
}

function formulaRounding({ form, metric }: Measurement, rows: readonly Part[]): number {
  if (form.kind !== 'path') return 0
  // Values are those of the formula as it is written, before anything is cancelled in it.
  const index = new Map(MEASURES.map(({ name }, at) => [name, at]))
  const gradient = createGradient(metric.formula, index)
  let rounding = 0
  for (const window of ['compare', 'current'] as const) {
    const point = MEASURES.map(
      (_, measure) => sum(rows.map((row) => row[window][measure]!)) / unitOf(measure),
    )
    gradient.valueAt(Float64Array.from(point), new Float64Array(point.length))
    rounding += gradient.rounding()
  }
  return rounding
}

const isHuge = ({ current, compare }: Total): boolean =>
  Math.abs(current[0]!) > 1e100 || Math.abs(compare[0]!) > 1e100

const swap = (rows: readonly Part[]): readonly Part[] =>
  rows.map(({ group, compare, current }) => ({ group, compare: current, current: compare }))

const sum = (numbers: Iterable<number>): number =>
  [...numbers].reduce((total, one) => total + one, 0)

test(
  'swapping the windows changes the sign of every contribution and nothing else',
  () => {
    fc.assert(
      fc.property(formulas, parts, (text, rows) => {
        const measurement = measurementOf(text)
        const there = answerOf(measurement, rows, each(rows))
        const back = answerOf(measurement, swap(rows), each(swap(rows)))
        const change = there.total.change
        expect(back.total.change).toBe(change === null ? null : 0 - change)
        expect(back.groups.contribution).toEqual(there.groups.contribution.map((one) => 0 - one))
      }),
      { numRuns },
    )
  },
  timeout,
)

test(
  'contributions add up to the change',
  () => {
    fc.assert(
      fc.property(formulas, parts, (text, rows) => {
        const measurement = measurementOf(text)
        const answer = answerOf(measurement, rows, each(rows))
        const { change } = answer.total
        if (change === null) return
        const gap = Math.abs(sum(answer.groups.contribution) - change)
        const rounding = roundingOf(measurement, answer, rows)
        // A measure that stays as a whole may have an infinite slope, and groups that move have no contribution then.
        if (Number.isNaN(gap) || Number.isNaN(rounding)) return
        expect(gap).toBeLessThanOrEqual(1e-9 * Math.abs(change) + rounding)
      }),
      { numRuns },
    )
  },
  timeout,
)

test(
  'the order of the rows changes nothing',
  () => {
    fc.assert(
      fc.property(formulas, parts, (text, rows) => {
        const measurement = measurementOf(text)
        const there = answerOf(measurement, rows, each(rows))
        const turned = rows.toReversed()
        const other = answerOf(measurement, turned, each(turned))
        expect(other.total).toEqual(there.total)
        expect(other.groups.contribution.toReversed()).toEqual(there.groups.contribution)
      }),
      { numRuns },
    )
  },
  timeout,
)

test(
  'the contributions of a finer grouping add up to those of a coarser one',
  () => {
    fc.assert(
      fc.property(formulas, parts, (text, rows) => {
        const measurement = measurementOf(text)
        const fine = answerOf(measurement, rows, each(rows))
        const coarse = answerOf(measurement, rows, byGroup(rows))
        const rounding = roundingOf(measurement, fine, rows)
        if (Number.isNaN(rounding)) return
        for (const [group, contribution] of coarse.groups.contribution.entries()) {
          const within = sum(
            fine.groups.contribution.filter((_, row) => rows[row]!.group === group),
          )
          if (Number.isNaN(within) || Number.isNaN(contribution)) continue
          expect(Math.abs(within - contribution)).toBeLessThanOrEqual(rounding)
        }
      }),
      { numRuns },
    )
  },
  timeout,
)

test(
  'a measure in another unit contributes the same',
  () => {
    fc.assert(
      fc.property(formulas, parts, (text, rows) => {
        const measurement = measurementOf(text)
        const there = answerOf(measurement, rows, each(rows))
        const scaled = rows.map((row): Part => {
          const larger = (values: readonly number[]) =>
            values.map((value, measure) => (measure === 1 ? value * 1024 : value))
          return { ...row, compare: larger(row.compare), current: larger(row.current) }
        })
        const unit = measurementOf(text.replaceAll('[b]', '([b] / 1024)'))
        const other = answerOf(unit, scaled, each(scaled))
        // With other units, other numbers on the way are too large for a double.
        if (isHuge(there.total) || isHuge(other.total)) return
        if (there.total.change === null || other.total.change === null) {
          expect(other.total.change).toBe(there.total.change)
          return
        }
        const rounding =
          1e-9 * Math.abs(there.total.change) + 100 * roundingOf(measurement, there, rows)
        if (Number.isNaN(rounding)) return
        for (const [row, contribution] of there.groups.contribution.entries()) {
          if (Number.isNaN(contribution)) expect(other.groups.contribution[row]).toBeNaN()
          else {
            const gap = Math.abs(other.groups.contribution[row]! - contribution)
            expect(gap).toBeLessThanOrEqual(rounding)
          }
        }
      }),
      { numRuns },
    )
  },
  timeout,
)
