import { Decimal as Base } from 'decimal.js'
import fc from 'fast-check'
import type { Order } from './orders.ts'

/** Sixty digits: whatever is compared with a double is exact. */
export const Decimal: typeof Base = Base.clone({ precision: 60 })
export type Decimal = Base

/** An aggregate of the workspace: how its file writes it, and what a row gives. */
export interface Atom {
  readonly name: string
  readonly yaml: string
  readonly aggregate: 'SUM' | 'COUNT' | 'COUNT_DISTINCT' | 'MIN' | 'MAX' | 'PERCENTILE'
  readonly fraction?: number
  readonly value: (row: Order) => Decimal | string | null
  readonly where: (row: Order) => boolean
  /** Only known as a double. */
  readonly inexact?: boolean
}

const number = (value: number | string | null) => (value === null ? null : new Decimal(value))
const always = () => true

export const ATOMS: readonly Atom[] = [
  atom('order_count', 'COUNT', null, () => new Decimal(1)),
  atom('priced', 'COUNT', '[price]', (row) => number(row.price)),
  atom('units', 'SUM', '[quantity]', (row) => number(row.quantity)),
  atom('income', 'SUM', '[price]', (row) => number(row.price)),
  { ...atom('load', 'SUM', '[weight]', (row) => number(row.weight)), inexact: true },
  atom('amount', 'SUM', '[price] * [quantity]', ({ price, quantity }) =>
    price === null || quantity === null ? null : new Decimal(price).times(quantity),
  ),
  {
    ...atom('dear_units', 'SUM', '[quantity]', (row) => number(row.quantity)),
    yaml: `aggregate: SUM, expr: '[quantity]', filters: ['[price] > 100 AND [kind] != "x"']`,
    where: ({ price, kind }) =>
      price !== null && Number(price) > 100 && kind !== null && kind !== 'x',
  },
  atom('shops', 'COUNT_DISTINCT', '[shop]', (row) => row.shop),
  atom('least', 'MIN', '[quantity]', (row) => number(row.quantity)),
  atom('dearest', 'MAX', '[price]', (row) => number(row.price)),
  {
    ...atom('middle', 'PERCENTILE', '[price]', (row) => number(row.price)),
    fraction: 0.5,
    yaml: `aggregate: MEDIAN, expr: '[price]'`,
  },
  {
    ...atom('upper', 'PERCENTILE', '[quantity]', (row) => number(row.quantity)),
    fraction: 0.9,
    yaml: `aggregate: PERCENTILE, fraction: 0.9, expr: '[quantity]'`,
  },
]

function atom(
  name: string,
  aggregate: Atom['aggregate'],
  expr: string | null,
  value: Atom['value'],
): Atom {
  const yaml = `aggregate: ${aggregate}${expr === null ? '' : `, expr: '${expr}'`}`
  return { name, yaml, aggregate, value, where: always }
}

/** A formula of aggregates, in the oracle's own words. */
export type Formula =
  | { readonly kind: 'atom'; readonly name: string }
  | { readonly kind: 'number'; readonly text: string }
  | {
      readonly kind: 'binary'
      readonly op: '+' | '-' | '*' | '/'
      readonly left: Formula
      readonly right: Formula
      /** Written as SafeDivide. */
      readonly safe?: boolean
    }
  | { readonly kind: 'root'; readonly of: Formula }

/** The formula in the expression language. */
export function textOf(formula: Formula): string {
  switch (formula.kind) {
    case 'atom':
      return `[${formula.name}]`
    case 'number':
      return formula.text
    case 'root':
      return `Sqrt(${textOf(formula.of)})`
    case 'binary': {
      const [left, right] = [textOf(formula.left), textOf(formula.right)]
      return formula.safe ? `SafeDivide(${left}, ${right})` : `(${left} ${formula.op} ${right})`
    }
  }
}

/** The names in a formula. */
export function atomsIn(formula: Formula): readonly string[] {
  switch (formula.kind) {
    case 'atom':
      return [formula.name]
    case 'number':
      return []
    case 'root':
      return atomsIn(formula.of)
    case 'binary':
      return [...atomsIn(formula.left), ...atomsIn(formula.right)]
  }
}

/** Aggregates that are added up from group to group, or nearly so. */
const ADDITIVE = [
  'order_count',
  'priced',
  'units',
  'income',
  'load',
  'amount',
  'dear_units',
  'shops',
]
const additive = fc.constantFrom(...ADDITIVE).map((name): Formula => ({ kind: 'atom', name }))
const any = fc.constantFrom(...ATOMS).map(({ name }): Formula => ({ kind: 'atom', name }))
const constant = fc
  .constantFrom('2', '3', '0.5', '100', '7.25')
  .map((text): Formula => ({ kind: 'number', text }))
const counts: Formula = { kind: 'atom', name: 'order_count' }
// At zero a root is infinitely steep.
const positive: Formula = {
  kind: 'binary',
  op: '+',
  left: counts,
  right: { kind: 'number', text: '2' },
}

const binary = (
  op: fc.Arbitrary<'+' | '-' | '*' | '/'>,
  left: fc.Arbitrary<Formula>,
  right: fc.Arbitrary<Formula>,
): fc.Arbitrary<Formula> => fc.record({ kind: fc.constant('binary' as const), op, left, right })

const linear: fc.Arbitrary<Formula> = fc.oneof(
  additive,
  // A denominator that is zero below nothing at all is no pole.
  binary(fc.constantFrom('+', '-'), additive, additive).filter(
    (one) => one.kind !== 'binary' || textOf(one.left) !== textOf(one.right),
  ),
  binary(fc.constantFrom('*', '/'), additive, constant),
  binary(fc.constant('-'), binary(fc.constant('*'), additive, constant), additive),
)
const quotient: fc.Arbitrary<Formula> = fc.oneof(
  binary(fc.constant('/'), linear, linear),
  binary(fc.constant('/'), linear, additive).map((one) => ({ ...one, safe: true }) as Formula),
  binary(fc.constant('-'), constant, binary(fc.constant('/'), linear, additive)),
)
const smooth: fc.Arbitrary<Formula> = fc.oneof(
  binary(fc.constant('*'), linear, linear),
  // A factor that is zero where the denominator is would fill the gap.
  binary(fc.constantFrom('+', '-', '*'), quotient, linear).filter(
    (one) =>
      one.kind === 'binary' && !atomsIn(one.left).some((name) => atomsIn(one.right).includes(name)),
  ),
  binary(fc.constant('+'), quotient, quotient),
  binary(fc.constant('+'), linear, constant),
  binary(fc.constant('*'), linear, binary(fc.constant('+'), fc.constant(counts), constant)).map(
    (one): Formula => ({
      kind: 'binary',
      op: '*',
      left: one,
      right: { kind: 'root', of: positive },
    }),
  ),
)

/** Formulas of every form, most of them such that their change can be split. */
export const formulas: fc.Arbitrary<Formula> = fc.oneof(
  { arbitrary: linear, weight: 3 },
  { arbitrary: quotient, weight: 4 },
  { arbitrary: smooth, weight: 4 },
  { arbitrary: any, weight: 3 },
  { arbitrary: binary(fc.constantFrom('+', '-', '/'), any, any), weight: 2 },
)

/** A formula's value; null where it has none. */
export function resultOf(formula: Formula, at: (name: string) => Decimal | null): Decimal | null {
  switch (formula.kind) {
    case 'atom':
      return at(formula.name)
    case 'number':
      return new Decimal(formula.text)
    case 'root': {
      const value = resultOf(formula.of, at)
      return value === null || value.isNegative() ? null : value.sqrt()
    }
    case 'binary': {
      const [left, right] = [resultOf(formula.left, at), resultOf(formula.right, at)]
      if (left === null || right === null) return null
      switch (formula.op) {
        case '+':
          return settled(left.plus(right))
        case '-':
          return settled(left.minus(right))
        case '*':
          return left.times(right)
        case '/':
          return right.isZero() ? null : left.div(right)
      }
    }
  }
}

/** Sixty digits of a third less sixty digits of two sixths are nothing. */
function settled(value: Decimal): Decimal {
  return value.abs().lessThan(1e-40) ? new Decimal(0) : value
}

/** Whether a formula is a sum of multiples of aggregates and nothing beside. */
export function isLinear(formula: Formula): boolean {
  return degreeOf(formula) === 1 && resultOf(formula, () => new Decimal(0))?.isZero() === true
}

/** Whether a formula is one linear form over another, perhaps with a constant added. */
export function isQuotient(formula: Formula): boolean {
  if (formula.kind !== 'binary') return false
  const { op, left, right } = formula
  if (op === '/') return isLinear(left) && isLinear(right)
  return op === '-' && left.kind === 'number' && isQuotient(right)
}

/** 0 for a constant, 1 for what is straight in every aggregate, 2 for anything else. */
function degreeOf(formula: Formula): 0 | 1 | 2 {
  switch (formula.kind) {
    case 'atom':
      return 1
    case 'number':
      return 0
    case 'root':
      return 2
    case 'binary': {
      const [left, right] = [degreeOf(formula.left), degreeOf(formula.right)]
      if (formula.op === '+' || formula.op === '-') return Math.max(left, right) as 0 | 1 | 2
      if (formula.op === '/') return right === 0 ? left : 2
      return left === 0 ? right : right === 0 ? left : 2
    }
  }
}
