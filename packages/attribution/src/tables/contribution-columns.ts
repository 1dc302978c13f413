import type { Decimal } from '@tributary/expression'
import {
  decimalOf,
  decimalText,
  parseDecimal,
  subtractDecimals,
} from '@tributary/expression/internal'
import { type Amounts, amountAt, exactAmountAt } from '../contribute/amounts.ts'
import type { Measured, MeasuredAmounts, Total } from '../contribute/measure.ts'
import { rateContribution, type WeightedRates } from '../contribute/rate-and-mix.ts'
import { fractionToDecimal, subtractFractions } from '../numbers/fraction.ts'
import { growthText } from '../numbers/growth.ts'
import { BLOCK, growthColumns, type TextBlocks, textAt } from '../numbers/growth-columns.ts'
import type { MetricForm } from '../plan/metric-form.ts'
import { CONTRIBUTION, CONTRIBUTION_PARTS } from '../request/request.ts'
import { type NamedColumn, viewColumn } from './column-table.ts'
import { pickNumbers } from './order-rows.ts'

/** The columns of the contributions of a table. */
export interface ContributionColumns {
  readonly columns: readonly NamedColumn[]
  /** The growth of the total less all contributions of the table, exact; null where they are not defined. */
  readonly residual: string | null
}

/** The names of the columns of contributions to a metric of this form. */
export function contributionNames({ kind }: MetricForm): readonly string[] {
  return kind === 'quotient' ? [CONTRIBUTION, ...CONTRIBUTION_PARTS] : [CONTRIBUTION]
}

/** The columns of the total, which contributes its growth, by its rate alone. */
export function totalContribution(form: MetricForm, scope: Total): ContributionColumns {
  const growth = scope.change === null ? null : growthOf(scope)
  const mix = growth === null ? null : '0'
  const values = [growth, growth, mix]
  return {
    columns: contributionNames(form).map((name, index) => [name, [values[index]!]]),
    residual: mix,
  }
}

/** The columns of groups, in the order of `rows`. Yields between blocks. */
export function* contributionColumns(
  { contribution, amounts }: Measured,
  rows: Uint32Array,
  { form, scope }: { readonly form: MetricForm; readonly scope: Total },
): Generator<void, ContributionColumns> {
  const contributions = pickNumbers(contribution, rows)
  const texts = yield* decimalTexts(contributions)
  const exact = yield* exactContributions(amounts, rows, contributions)
  const textOf = (row: number) => {
    const decimal = exact.get(row)
    return decimal === undefined ? textAt(texts, row) : decimalText(decimal)
  }
  const columns: NamedColumn[] = [[CONTRIBUTION, viewColumn(rows.length, textOf)]]
  if (form.kind === 'quotient')
    columns.push(...(yield* partColumns(amounts, rows, { contributions, scope })))
  return { columns, residual: yield* residualOf(scope, contributions, exact) }
}

/** The texts of numbers; none for NaN. */
function* decimalTexts(values: Float64Array): Generator<void, TextBlocks> {
  return (yield* growthColumns({ current: values, compare: new Float64Array(values.length) }))
    .growth
}

/** Digits that every double keeps. */
const SAFE_UNITS = 1e15

/** The contributions to a sum, by row, that have more digits than their doubles may keep. */
function* exactContributions(
  measured: MeasuredAmounts | null,
  rows: Uint32Array,
  contributions: Float64Array,
): Generator<void, ReadonlyMap<number, Decimal>> {
  const exact = new Map<number, Decimal>()
  if (measured?.kind !== 'linear') return exact
  const { amounts } = measured
  const most = mostSafe(amounts)
  for (const [index, row] of rows.entries()) {
    if (index % BLOCK === 0) yield
    if (Math.abs(contributions[index]!) < most) continue
    const decimal = exactChange(amounts, row)
    if (decimal !== null) exact.set(index, decimal)
  }
  return exact
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

/** The two parts of contributions to a quotient: as texts they add up to the contribution. */
function* partColumns(
  measured: MeasuredAmounts | null,
  rows: Uint32Array,
  { contributions, scope }: { readonly contributions: Float64Array; readonly scope: Total },
): Generator<void, readonly NamedColumn[]> {
  const rates = new Float64Array(rows.length).fill(Number.NaN)
  if (measured?.kind === 'quotient' && scope.amounts?.kind === 'quotient') {
    const { numerator, denominator } = measured
    const groups = { numerator, denominator, total: totalsOf(scope.amounts.denominator) }
    for (const [index, row] of rows.entries()) {
      if (index % BLOCK === 0) yield
      rates[index] = rateContribution(groups, row, contributions[index]!)
    }
  }
  const parts = [
    yield* decimalTexts(rates),
    (yield* growthColumns({ current: contributions, compare: rates })).growth,
  ]
  return parts.map((texts, index) => [
    CONTRIBUTION_PARTS[index]!,
    viewColumn(rows.length, (row) => textAt(texts, row)),
  ])
}

function growthOf({ current, compare }: Total): string | null {
  const orNull = (value: number) => (Number.isNaN(value) ? null : value)
  return growthText(orNull(current[0]!), orNull(compare[0]!))
}

function totalsOf(amounts: Amounts): WeightedRates['total'] {
  return { current: amountAt(amounts, 'current', 0), compare: amountAt(amounts, 'compare', 0) }
}

function* residualOf(
  scope: Total,
  contributions: Float64Array,
  exact: ReadonlyMap<number, Decimal>,
): Generator<void, string | null> {
  const growth = scope.change === null ? null : growthOf(scope)
  if (growth === null) return null
  let rest = parseDecimal(growth)
  for (const [row, contribution] of contributions.entries()) {
    if (row % BLOCK === 0) yield
    if (Number.isNaN(contribution)) continue
    rest = subtractDecimals(rest, exact.get(row) ?? decimalOf(contribution))
  }
  return decimalText(rest)
}
