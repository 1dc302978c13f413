import type { SlicedWork } from '@tributary/core/internal'
import type { Decimal } from '@tributary/expression'
import {
  addDecimals,
  decimalText,
  parseDecimal,
  subtractDecimals,
} from '@tributary/expression/internal'
import { type Amounts, amountAt, exactAmountAt } from '../contribute/amounts.ts'
import { pickFrameRows } from '../contribute/frame-rows.ts'
import {
  type Measured,
  type MeasuredAmounts,
  type Measurement,
  measureAmounts,
  type Total,
} from '../contribute/measure.ts'
import { rateContributions, type WeightedRates } from '../contribute/rate-and-mix.ts'
import { readExactValue } from '../numbers/exact-values.ts'
import { fractionToDecimal, subtractFractions } from '../numbers/fraction.ts'
import { exactGrowthText } from '../numbers/growth.ts'
import { growthColumns, type TextColumn } from '../numbers/growth-columns.ts'
import { printedSum } from '../numbers/printed-sum.ts'
import { pickNumbers } from '../numbers/sorted-order.ts'
import type { MetricForm } from '../plan/metric-form.ts'
import { CONTRIBUTION, CONTRIBUTION_PARTS } from '../request/request.ts'
import type { AggregateFrame } from '../request/source.ts'
import { contributionNames } from './answer.ts'
import { type NamedColumn, viewColumn } from './column-table.ts'

/** The columns of the contributions of a table. */
export interface ContributionColumns {
  readonly columns: readonly NamedColumn[]
  /** The growth of the total less all contributions of the table, exact; null where they are not defined. */
  readonly residual: string | null
}

/** The columns of the total, which contributes its growth, by its rate alone. */
export function totalContribution(form: MetricForm, scope: Total): ContributionColumns {
  const growth = scope.change === null ? null : formatTotalGrowth(scope)
  const mix = growth === null ? null : '0'
  const values = [growth, growth, mix]
  return {
    columns: contributionNames(form).map((name, index) => [name, [values[index]!]]),
    residual: mix,
  }
}

/** The columns of groups, in the order of `rows`. Yields between blocks. */
export function* contributionColumns(
  { frame, measured }: { readonly frame: AggregateFrame; readonly measured: Measured },
  rows: Uint32Array,
  { measurement, scope }: { readonly measurement: Measurement; readonly scope: Total },
): SlicedWork<ContributionColumns> {
  const { form } = measurement
  const contributions = pickNumbers(measured.contribution, rows)
  const texts = decimalTexts(contributions)
  const exact = new Map<number, Decimal>()
  const rates = new Float64Array(form.kind === 'quotient' ? rows.length : 0)
  for (let begin = 0; begin < rows.length; begin += SLICE_ROWS) {
    const some = pickFrameRows(frame, rows.subarray(begin, begin + SLICE_ROWS))
    const parts = contributions.subarray(begin, begin + SLICE_ROWS)
    const amounts = form.kind === 'path' ? null : measureAmounts(measurement, some)
    if (amounts?.kind === 'linear') addExact(exact, begin, { amounts: amounts.amounts, parts })
    if (amounts?.kind === 'quotient')
      rates.set(computeRateContributions(amounts, scope, parts), begin)
    yield
  }
  const getContributionText = (row: number) => {
    const decimal = exact.get(row)
    return decimal === undefined ? texts.at(row) : decimalText(decimal)
  }
  const columns: NamedColumn[] = [[CONTRIBUTION, viewColumn(rows.length, getContributionText)]]
  if (form.kind === 'quotient') columns.push(...partColumns(contributions, rates))
  return { columns, residual: yield* computeResidualText(scope, contributions, exact) }
}

/** Rows before others may work: each is a division of big integers or two. */
const SLICE_ROWS = 256

/** The texts of numbers; none for NaN. */
function decimalTexts(values: Float64Array): TextColumn {
  return growthColumns({ current: values, compare: new Float64Array(values.length) }).growth
}

/** Digits that every double keeps. */
const SAFE_UNITS = 1e15

/** Adds the contributions to a sum that have more digits than their doubles may keep, by row. */
function addExact(
  exact: Map<number, Decimal>,
  begin: number,
  { amounts, parts }: { readonly amounts: Amounts; readonly parts: Float64Array },
): void {
  const most = mostSafe(amounts)
  for (let row = 0; row < parts.length; row++) {
    // NaN is none.
    if (!(Math.abs(parts[row]!) >= most)) continue
    const decimal = exactChange(amounts, row)
    if (decimal !== null) exact.set(begin + row, decimal)
  }
}

/** Changes below this are the decimals that their doubles print; 0 when that is not known. */
function mostSafe({ current, compare, divisors }: Amounts): number {
  if (current.kind === 'double' || compare.kind === 'double') return Number.POSITIVE_INFINITY
  if (divisors.current !== 1n || divisors.compare !== 1n) return 0
  return SAFE_UNITS / 10 ** Math.max(current.scale, compare.scale)
}

function exactChange(amounts: Amounts, row: number): Decimal | null {
  const current = exactAmountAt(amounts, 'current', row)
  const compare = exactAmountAt(amounts, 'compare', row)
  return current && compare && fractionToDecimal(subtractFractions(current, compare))
}

/** How much of contributions to a quotient came from the rates of the groups. */
function computeRateContributions(
  { numerator, denominator }: Extract<MeasuredAmounts, { readonly kind: 'quotient' }>,
  scope: Total,
  parts: Float64Array,
): Float64Array {
  if (scope.amounts?.kind !== 'quotient') return new Float64Array(parts.length).fill(Number.NaN)
  const groups = { numerator, denominator, total: getAmountTotals(scope.amounts.denominator) }
  return rateContributions(groups, parts)
}

/** The two parts of contributions to a quotient: as texts they add up to the contribution. */
function partColumns(contributions: Float64Array, rates: Float64Array): readonly NamedColumn[] {
  const parts = [
    decimalTexts(rates),
    growthColumns({ current: contributions, compare: rates }).growth,
  ]
  return parts.map(({ length, at }, index) => [CONTRIBUTION_PARTS[index]!, viewColumn(length, at)])
}

function formatTotalGrowth({ current, compare, exact }: Total): string | null {
  return exactGrowthText(
    readExactValue({ values: current, exact: exact.current }, 0),
    readExactValue({ values: compare, exact: exact.compare }, 0),
  )
}

function getAmountTotals(amounts: Amounts): WeightedRates['total'] {
  return { current: amountAt(amounts, 'current', 0), compare: amountAt(amounts, 'compare', 0) }
}

function* computeResidualText(
  scope: Total,
  contributions: Float64Array,
  exact: ReadonlyMap<number, Decimal>,
): SlicedWork<string | null> {
  const growth = scope.change === null ? null : formatTotalGrowth(scope)
  if (growth === null) return null
  const sum = yield* sumExactly(contributions, exact)
  return decimalText(subtractDecimals(parseDecimal(growth), sum))
}

/**
 * The exact sum of the contributions of some rows, each as its column prints it: those of sums of whole numbers and decimals
 * have every digit. Yields between blocks.
 */
export function* sumContributions(
  { frame, measured }: { readonly frame: AggregateFrame; readonly measured: Measured },
  rows: Uint32Array,
  measurement: Measurement,
): SlicedWork<Decimal> {
  const contributions = pickNumbers(measured.contribution, rows)
  const exact = new Map<number, Decimal>()
  if (measurement.form.kind === 'linear') {
    for (let begin = 0; begin < rows.length; begin += SLICE_ROWS) {
      const some = pickFrameRows(frame, rows.subarray(begin, begin + SLICE_ROWS))
      const amounts = measureAmounts(measurement, some)
      const parts = contributions.subarray(begin, begin + SLICE_ROWS)
      if (amounts?.kind === 'linear') addExact(exact, begin, { amounts: amounts.amounts, parts })
      yield
    }
  }
  return yield* sumExactly(contributions, exact)
}

/** The sum of the decimals that numbers print as, some of which are known exactly. */
function* sumExactly(
  contributions: Float64Array,
  exact: ReadonlyMap<number, Decimal>,
): SlicedWork<Decimal> {
  const printed = contributions.slice()
  for (const row of exact.keys()) printed[row] = Number.NaN
  let sum = yield* printedSum(printed)
  for (const contribution of exact.values()) sum = addDecimals(sum, contribution)
  return sum
}
