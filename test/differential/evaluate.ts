import type { Decimal } from 'decimal.js'
import {
  type Asked,
  asked,
  isIn,
  keyOf,
  measureValue,
  movedStretch,
  type Periods,
  passes,
  periodsOf,
  SIDES,
  type Side,
  stretchesAt,
} from './aggregate.ts'
import { fieldsOf } from './condition.ts'
import { type Dataset, joinedRows, type Row } from './dataset.ts'
import type { Question } from './question.ts'
import { divide, fromText, isZero, type Rational, subtract, toDouble, ZERO } from './rational.ts'
import { ADDED, type MeasureFormula, type Resolved, resolved } from './resolve.ts'
import { type Shape, shapeOf, straightValue, unguarded } from './shape.ts'
import { stretchesOf } from './window.ts'
import { Precise, precise, type Worth, worthOf } from './worth.ts'

/** What a number is: exactly this double, or within `error` of `value`; `anything` where its rounding decides. */
export type Value =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'exact'
      readonly value: number
      /** What the double is nearest to. */
      readonly exactly: Rational
      /** Whether it is a whole number or a decimal, of which every digit is given. */
      readonly hasDigits: boolean
    }
  | { readonly kind: 'about'; readonly value: number; readonly error: number }
  | { readonly kind: 'anything' }

/** A row of a table. */
export interface Group {
  readonly key: readonly (string | null)[]
  readonly current: Value
  readonly compare: Value
  /** In units of the metric; null where it is not defined. */
  readonly contribution: Decimal | null
  /** The contribution to a sum of exact numbers; null for any other. */
  readonly exactly: Rational | null
  /** The size of what the contribution is the sum of. */
  readonly size: Decimal
}

/** The change of a total. */
export interface Change {
  /** Null where its contributions are not defined. */
  readonly value: Decimal | null
  /** How large the values are that it is the difference of. */
  readonly level: number
  /** Whether it is exactly the difference of the values, not one of rounded numbers. */
  readonly exact: boolean
}

/** What an answer must be. */
export type Expected =
  | { readonly kind: 'refused'; readonly codes: readonly string[] }
  | {
      readonly kind: 'answered'
      readonly missing: readonly Side[]
      /** Whether no row is in any window that the metric looks at, nor in one of the question. */
      readonly isEmpty: boolean
      readonly total: Group
      readonly tables: readonly (readonly Group[])[]
      readonly scopeChange: Change
      readonly rootChange: Change
      /** Why there are no contributions: the metric is of no kind that has them. */
      readonly whole: boolean
      /** Whether groups may share values: distinct ones are counted. */
      readonly overlaps: boolean
      /** Whether it is sums over sums, which do not grow with the length of a window. */
      readonly rate: boolean
      /** Whether a part of it grows with the length of a window, and it has means. */
      readonly averages: boolean
      /** Whether it is beyond doubt that contributions are defined, or not. */
      readonly certain: boolean
      readonly periods: Readonly<Record<Side, Periods | null>>
      readonly shared: number
      /** The sides that have no mean: the data has no base period of a window that the metric looks at. */
      readonly withoutMean: readonly Side[]
      /** The first and the last time of the data; null without any. */
      readonly reach: Asked['reach']
    }

/** Answers a question by going through the rows again for every number. */
export function expectedAnswer(dataset: Dataset, question: Question, zone: string): Expected {
  const of = asked(question, joinedRows(dataset, zone))
  const metric = resolved(question)
  const refusals = refusalsOf(of, metric)
  if (refusals.length > 0) return { kind: 'refused', codes: refusals }
  const { rows } = of
  const scope = rows.filter((row) => passes(question.filters, row))
  const evaluation = evaluationOf(of, metric)
  const whole = evaluation.whole
  const overlaps = metric.measures.some(({ atom }) => atom.aggregate === 'COUNT_DISTINCT')
  const scopeWorth = whole ? NO_WORTH : worthIn(of, metric, evaluation.shape, scope)
  const rootWorth =
    question.filters.length === 0
      ? scopeWorth
      : whole
        ? NO_WORTH
        : worthIn(of, metric, evaluation.shape, rows)
  const total = groupOf(evaluation, [], scope, scopeWorth)
  const root = question.filters.length === 0 ? total : groupOf(evaluation, [], rows, rootWorth)
  const seen = scope.filter((row) => isSeen(of, metric, row))
  return {
    kind: 'answered',
    missing: SIDES.filter((side) => isMissing(of, { side, metric, rows })),
    isEmpty: !rows.some((row) => isSeen(of, metric, row)),
    total,
    tables: question.dimensions.map((keys) => {
      const parts = Map.groupBy(seen, (row) =>
        JSON.stringify(keys.map((key) => keyOf(of, key, row))),
      )
      return [...parts].map(([key, part]) => groupOf(evaluation, JSON.parse(key), part, scopeWorth))
    }),
    scopeChange: changeOf(evaluation, scope, scopeWorth, total),
    rootChange: changeOf(evaluation, rows, rootWorth, root),
    whole,
    overlaps,
    rate: shapeOf(unguarded(metric.formula))?.kind === 'quotient' && !whole && !overlaps,
    averages:
      metric.measures.some(({ atom }) => ADDED.has(atom.aggregate)) &&
      metric.measures.every(({ moves, step }) => moves.length === 0 && step === null),
    certain: scopeWorth.certain && rootWorth.certain && !isIllConditioned(evaluation),
    periods: { current: periodsIn(of, 'current'), compare: periodsIn(of, 'compare') },
    shared: rows.filter((row) => SIDES.every((side) => isIn(of, side, row))).length,
    withoutMean: SIDES.filter((side) => hasNoMean(of, metric, side)),
    reach: of.reach,
  }
}

const NO_WORTH: Worth = { weights: null, certain: true }

function periodsIn(of: Asked, side: Side): Periods | null {
  const stretches = stretchesOf(of.windows[side])
  return stretches === null || of.reach === null ? null : periodsOf(of, stretches)
}

function refusalsOf(of: Asked, { measures, refused }: Resolved): readonly string[] {
  const { question } = of
  const all = [...refused]
  const moves = measures.some((measure) => measure.moves.length > 0)
  if (moves && SIDES.some((side) => movedStretch(of, side, []) === null)) {
    all.push('CATALOG_WINDOW_NOT_A_RANGE')
  }
  if (question.average) {
    if (measures.some(({ step }) => step !== null)) all.push('ATTRIBUTION_AVG_UNSUPPORTED')
    if (SIDES.some((side) => stretchesOf(of.windows[side]) === null)) {
      all.push('ATTRIBUTION_AVG_NEEDS_INTERVAL')
    }
  }
  const specified = question.temporaries.find(({ key }) => key === question.metric)?.specify
  if (specified != null) {
    const barred = question.dimensions
      .flat()
      .some(({ name }) => specified.dimensions.includes(name) !== (specified.type === 'INCLUDE'))
    if (barred) all.push('CATALOG_UNSUPPORTED_METRIC')
  }
  return all
}

/** Whether a mean is asked for, and the data has no base period of a window that it is taken over. */
function hasNoMean(of: Asked, { measures }: Resolved, side: Side): boolean {
  if (!of.question.average) return false
  return measures.some(({ moves }) => periodsOf(of, stretchesAt(of, side, moves)).reached === 0)
}

/** Whether a window has no rows that the metric looks at on a side. */
function isMissing(
  of: Asked,
  {
    side,
    metric,
    rows,
  }: { readonly side: Side; readonly metric: Resolved; readonly rows: readonly Row[] },
): boolean {
  const looks = metric.measures.length === 0 ? [[]] : metric.measures.map(({ moves }) => moves)
  return looks.some((moves) => !rows.some((row) => isIn(of, side, row, moves)))
}

/** Whether a row is in any window that the metric looks at. */
function isSeen(of: Asked, { measures }: Resolved, row: Row): boolean {
  return [[], ...measures.map((measure) => measure.moves)].some((moves) =>
    SIDES.some((side) => isIn(of, side, row, moves)),
  )
}

/** Whether sums of any doubles, which may cancel to any digit, are in more than a sum: nobody knows its digits then. */
function isIllConditioned({ shape, metric }: Evaluation): boolean {
  return (
    shape?.kind !== 'sum' &&
    metric.measures.some(({ atom }) => JSON.stringify(atom.of).includes('"x"'))
  )
}

/** A metric and how its numbers are made. */
interface Evaluation {
  readonly of: Asked
  readonly metric: Resolved
  readonly shape: Shape
  /** Whether no part of it adds up. */
  readonly whole: boolean
  /** Whether it has a value on a side without rows: it looks elsewhere. */
  readonly elsewhere: boolean
}

function evaluationOf(of: Asked, metric: Resolved): Evaluation {
  const { measures, formula } = metric
  return {
    of,
    metric,
    shape: shapeOf(formula),
    // Means over other windows are over periods of their own, so they do not add up.
    whole: measures.some(
      ({ atom, moves, step }) =>
        (moves.length > 0 && of.question.average) || step !== null || !ADDED.has(atom.aggregate),
    ),
    elsewhere: measures.some(({ moves }) => moves.length > 0),
  }
}

function measuresOf(
  { of, metric }: Evaluation,
  side: Side,
  rows: readonly Row[],
): readonly (Rational | null)[] {
  return metric.measures.map((measure) => {
    const value = measureValue(of, measure, side, rows)
    return value === null && ADDED.has(measure.atom.aggregate) ? ZERO : value
  })
}

function worthIn(of: Asked, metric: Resolved, shape: Shape, rows: readonly Row[]): Worth {
  const evaluation = evaluationOf(of, metric)
  const ends = (side: Side) => measuresOf(evaluation, side, rows).map((one) => one!)
  const present = SIDES.every((side) => rows.some((row) => isIn(of, side, row)))
  if (!present && !evaluation.elsewhere && shape?.kind !== 'sum') return NO_WORTH
  return worthOf(metric.formula, shape, { current: ends('current'), compare: ends('compare') })
}

function groupOf(
  evaluation: Evaluation,
  key: Group['key'],
  rows: readonly Row[],
  { weights }: Worth,
): Group {
  const measures = {
    current: measuresOf(evaluation, 'current', rows),
    compare: measuresOf(evaluation, 'compare', rows),
  }
  const value = (side: Side): Value => {
    const there = rows.some((row) => isIn(evaluation.of, side, row))
    if (hasNoMean(evaluation.of, evaluation.metric, side)) return { kind: 'none' }
    const isSum = evaluation.shape?.kind === 'sum' && !evaluation.whole
    if (!there && !isSum && !evaluation.elsewhere) return { kind: 'none' }
    return valueIn(evaluation, measures[side])
  }
  const defined = !SIDES.some((side) => hasNoMean(evaluation.of, evaluation.metric, side))
  const parts = (defined ? weights : null)?.map((weight, measure) =>
    precise(subtract(measures.current[measure]!, measures.compare[measure]!)).times(weight),
  )
  return {
    key,
    current: value('current'),
    compare: value('compare'),
    contribution: parts?.reduce((total, one) => total.plus(one), new Precise(0)) ?? null,
    exactly:
      defined &&
      evaluation.shape?.kind === 'sum' &&
      !evaluation.whole &&
      !evaluation.metric.measures.some(isDouble)
        ? straightValue(evaluation.shape.sum, (measure) =>
            subtract(measures.current[measure]!, measures.compare[measure]!),
          )
        : null,
    size: (parts ?? []).reduce((total, one) => total.plus(one.abs()), new Precise(0)),
  }
}

/** A unit in the last place of a double, relative to it, with room for a few roundings. */
const ROUNDING = 2 ** -52

function valueIn(
  { of, metric, shape, whole }: Evaluation,
  measures: readonly (Rational | null)[],
): Value {
  const { formula } = metric
  const doubles = metric.measures.some((measure) => isDouble(measure))
  const known = !measures.includes(null)
  if (!doubles && known && formula.op === 'measure') {
    const { atom, moves, step } = metric.measures[formula.at]!
    const isExtreme = atom.aggregate === 'MIN' || atom.aggregate === 'MAX'
    if (isExtreme && moves.length === 0 && step === null) {
      return exactly(measures[formula.at]!, true)
    }
  }
  if (!doubles && !whole && known && shape !== null) {
    const at = (measure: number) => measures[measure]!
    if (shape.kind === 'sum') {
      return exactly(straightValue(shape.sum, at), !of.question.average && !divides(formula))
    }
    const below = straightValue(shape.below, at)
    if (isZero(below)) return { kind: 'none' }
    return exactly(divide(straightValue(shape.above, at), below), false)
  }
  const rough = about(metric.formula, measures, metric)
  if (rough === null) return { kind: 'none' }
  const value = rough.value.toNumber()
  if (!Number.isFinite(rough.error) || Math.abs(value) > 1e300) return { kind: 'anything' }
  return { kind: 'about', value, error: rough.error * 2 }
}

const exactly = (value: Rational, hasDigits: boolean): Value => ({
  kind: 'exact',
  value: toDouble(value),
  exactly: value,
  hasDigits,
})

/** Whether the value of a formula is a double, since it divides or has a number with an exponent. */
function divides(formula: MeasureFormula): boolean {
  if (formula.op === '/' || formula.op === 'safe') return true
  if (formula.op === 'number') return /e/i.test(formula.text)
  if ('of' in formula) return divides(formula.of)
  return 'left' in formula && (divides(formula.left) || divides(formula.right))
}

/** Whether a measure is only known as a double. */
function isDouble({ atom, step }: Resolved['measures'][number]): boolean {
  if (atom.aggregate.startsWith('COUNT')) return step?.aggregate === 'AVG'
  const fields = typeof atom.of === 'string' || atom.of === null ? [] : fieldsOf(atom.of)
  if (fields.includes('w') || fields.includes('x') || step?.aggregate === 'AVG') return true
  return !['SUM', 'MIN', 'MAX'].includes(atom.aggregate)
}

interface Rough {
  readonly value: Decimal
  /** How far a computation in doubles may be from it. */
  readonly error: number
}

/** A formula as doubles compute it; null where it has no value, an infinite error where its rounding decides whether it has one. */
function about(
  formula: MeasureFormula,
  measures: readonly (Rational | null)[],
  metric: Resolved,
): Rough | null {
  const rounded = (value: Decimal, error: number): Rough => ({
    value,
    error: error + ROUNDING * value.abs().toNumber(),
  })
  const inner = (part: MeasureFormula) => about(part, measures, metric)
  switch (formula.op) {
    case 'measure': {
      const value = measures[formula.at]!
      if (value === null) return null
      const { aggregate } = metric.measures[formula.at]!.atom
      const exact = precise(value)
      // Squares of numbers far from their mean lose half of their digits.
      const room = aggregate === 'VARIANCE' || aggregate === 'STDDEV' ? 1e-10 : 0
      return rounded(
        exact,
        3 * ROUNDING * exact.abs().toNumber() + room * exact.abs().toNumber() + room * 1e-3,
      )
    }
    case 'number':
      return rounded(precise(fromText(formula.text)), 0)
    case 'negate': {
      const of = inner(formula.of)
      return of && { value: of.value.negated(), error: of.error }
    }
    case 'sqrt': {
      const of = inner(formula.of)
      if (of === null || of.value.isNegative()) return null
      const value = of.value.sqrt()
      return rounded(value, of.error / 2 / Math.max(value.toNumber(), 1e-300))
    }
    case 'ln': {
      const of = inner(formula.of)
      if (of === null || of.value.isNegative() || of.value.isZero()) return null
      return rounded(of.value.ln(), (2 * of.error) / of.value.toNumber())
    }
    case 'exp': {
      const of = inner(formula.of)
      if (of === null) return null
      if (of.value.abs().greaterThan(600))
        return { value: of.value, error: Number.POSITIVE_INFINITY }
      const value = of.value.exp()
      return rounded(value, 2 * of.error * value.toNumber() + 2 * ROUNDING * value.toNumber())
    }
    default: {
      const [a, b] = [inner(formula.left), inner(formula.right)]
      if (a === null || b === null) return null
      if (formula.op === '+') return rounded(a.value.plus(b.value), a.error + b.error)
      if (formula.op === '-') return rounded(a.value.minus(b.value), a.error + b.error)
      const [left, right] = [a.value.abs().toNumber(), b.value.abs().toNumber()]
      if (formula.op === '*') {
        return rounded(a.value.times(b.value), a.error * right + b.error * left + a.error * b.error)
      }
      if (right <= b.error * 4) {
        // A denominator that is exactly zero, and known without rounding, has no quotient.
        const certain = b.value.isZero() && isExactZero(formula.right, measures, metric)
        return certain ? null : { value: a.value, error: Number.POSITIVE_INFINITY }
      }
      const value = a.value.div(b.value)
      return rounded(value, (a.error + (b.error * left) / right) / (right - b.error))
    }
  }
}

/** Whether a part is zero however it is computed: a sum of whole multiples of exact measures. */
function isExactZero(
  formula: MeasureFormula,
  measures: readonly (Rational | null)[],
  metric: Resolved,
): boolean {
  if (formula.op === 'measure') return true
  if (formula.op === 'negate') return isExactZero(formula.of, measures, metric)
  if (formula.op === '*') {
    return [formula.left, formula.right].some((part) => {
      const value = about(part, measures, metric)
      return value?.value.isZero() === true && isExactZero(part, measures, metric)
    })
  }
  return false
}

function changeOf(
  evaluation: Evaluation,
  rows: readonly Row[],
  { weights }: Worth,
  { current, compare }: Group,
): Change {
  const level = Math.max(sizeOf(current), sizeOf(compare))
  if (weights === null || current.kind === 'none' || compare.kind === 'none') {
    return { value: null, level, exact: true }
  }
  const { shape, metric } = evaluation
  const measures = (side: Side) => measuresOf(evaluation, side, rows).map((one) => one!)
  const exact = shape !== null && !metric.measures.some(isDouble)
  if (shape !== null) {
    const value = (side: Side) => {
      const at = measures(side)
      if (shape.kind === 'sum') return straightValue(shape.sum, (measure) => at[measure]!)
      const below = straightValue(shape.below, (measure) => at[measure]!)
      return divide(
        straightValue(shape.above, (measure) => at[measure]!),
        below,
      )
    }
    return { value: precise(subtract(value('current'), value('compare'))), level, exact }
  }
  const values = SIDES.map((side) => about(metric.formula, measures(side), metric))
  if (values[0] === null || values[1] === null) return { value: null, level, exact: false }
  return { value: values[0]!.value.minus(values[1]!.value), level, exact: false }
}

function sizeOf(value: Value): number {
  return value.kind === 'exact' || value.kind === 'about' ? Math.abs(value.value) : 0
}
