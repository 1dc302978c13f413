import type { CauseDimension, CausesInput } from '../causes/leaves/types.ts'
import { OTHER_VALUES } from '../causes/report/dimension-moves.ts'
import {
  amountColumn,
  linearAmounts,
  type MeasureDivisors,
  meanAmounts,
} from '../contribute/amounts.ts'
import { compareCodePoints } from '../numbers/code-points.ts'
import type { AdditiveForm, AffineForm } from '../plan/metric-form.ts'
import type { Divisors } from '../plan/reach.ts'
import type { Grouping } from '../request/request.ts'
import type { AggregateFrame, MeasureColumns } from '../request/source.ts'

/** Values of a dimension that are searched. */
const MOST_VALUES = 1000

/** A dimension with more values than are searched: the largest are, the others are one value. */
export interface CutDimension {
  readonly dimension: string
  readonly values: number
  readonly kept: number
}

/** The aggregates that the leaves of a search are computed from. */
export interface CauseColumns {
  readonly form: AdditiveForm
  readonly divisors: MeasureDivisors
  /** The columns of the frame by measure: those of the question, then those of each pair of earlier windows. */
  readonly pairs: readonly ReadonlyMap<string, MeasureColumns>[]
  /** Earlier windows that the data covers. */
  readonly windows: number
}

const WHOLE: Divisors = { current: 1n, compare: 1n }

/** The measures to search, from a frame that is grouped by all dimensions. */
export function createCausesInput(
  frame: AggregateFrame,
  { keys }: Grouping,
  { form, divisors, pairs, windows }: CauseColumns,
): CausesInput & { readonly cut: readonly CutDimension[] } {
  const [above, below] =
    form.kind === 'linear' ? [form.form, null] : [form.numerator, form.denominator]
  const column = (affine: AffineForm, window: number) => {
    const isOwn = window < 2
    const pair = Math.floor(window / 2)
    const amounts = isOwn
      ? meanAmounts(affine, pairs[pair]!, divisors)
      : linearAmounts(affine, pairs[pair]!, WHOLE)
    return amountColumn(amounts, window % 2 === 0 ? 'current' : 'compare')
  }
  const earlier = Array.from({ length: windows }, (_, index) => index + 2)
  const [current, compare] = [column(above, 0), column(above, 1)]
  const dimensions = keys.map(({ name }, key) =>
    encodeCauseDimension(
      name,
      frame.keys[key]!,
      (row) => Math.abs(current[row]!) + Math.abs(compare[row]!),
    ),
  )
  return {
    dimensions,
    cut: dimensions.flatMap(({ name: dimension, found: valueCount, values }) =>
      valueCount > MOST_VALUES ? [{ dimension, values: valueCount, kept: values.length - 1 }] : [],
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

function encodeCauseDimension(
  name: string,
  texts: readonly (string | null)[],
  sizeOf: (row: number) => number,
): CauseDimension & { readonly found: number } {
  const numberByValue = new Map<string, number>()
  const sizes: number[] = []
  const numbers = new Uint32Array(texts.length)
  for (let row = 0; row < texts.length; row++) {
    const value = texts[row] ?? NO_VALUE
    let number = numberByValue.get(value)
    if (number === undefined) {
      number = sizes.length
      numberByValue.set(value, number)
      sizes.push(0)
    }
    numbers[row] = number
    sizes[number]! += sizeOf(row)
  }
  // Groups come in any order: which of equally large values are searched must not depend on it.
  const order = [...numberByValue].sort(
    ([a, first], [b, second]) => sizes[second]! - sizes[first]! || compareCodePoints(a, b),
  )
  const values = order.slice(0, MOST_VALUES).map(([value]) => value)
  if (sizes.length > MOST_VALUES) values.push(OTHER_VALUES)
  const codes = new Uint32Array(sizes.length).fill(values.length - 1)
  for (const [code, [, number]] of order.slice(0, MOST_VALUES).entries()) codes[number] = code
  return { name, values, codes: numbers.map((number) => codes[number]!), found: sizes.length }
}
