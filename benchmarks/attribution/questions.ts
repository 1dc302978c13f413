import { DIMENSIONS, NUMBERS } from '../data/sales.ts'
import type { Term } from './conditions.ts'
import type { BenchMeasure } from './measures.ts'

/** A question as all engines are asked it. */
export interface BenchQuestion {
  readonly name: string
  readonly measures: Readonly<Record<string, BenchMeasure>>
  /** Formulas over the measures, one a metric. */
  readonly metrics: readonly string[]
  /** One table for each; two names are a combination. */
  readonly dimensions: readonly (readonly string[])[]
  readonly current: readonly Term[]
  readonly compare: readonly Term[]
  readonly filter?: readonly Term[]
}

/** The days from one on and before another. */
export function days(from: string, to: string): readonly Term[] {
  return [
    { column: 'day', op: '>=', values: [from] },
    { column: 'day', op: '<', values: [to] },
  ]
}

const month = {
  current: days('2024-06-01', '2024-07-01'),
  compare: days('2024-05-01', '2024-06-01'),
}
const year = {
  current: days('2024-01-01', '2025-01-01'),
  compare: days('2023-01-01', '2024-01-01'),
}

const sum = (column: string): BenchMeasure => ({ aggregate: 'sum', column })
const d1 = (value: number): Term => ({ column: 'd1', op: '=', values: [`value ${value}`] })
const rows: BenchMeasure = { aggregate: 'count', column: null }
const alone = (name: string): readonly string[] => [name]
const dimensions = DIMENSIONS.map(alone)

const ten = {
  measures: {
    amount: sum('amount'),
    cost: sum('cost'),
    quantity: sum('quantity'),
    rows,
    large: { ...rows, where: [{ column: 'quantity', op: '>', values: [3] }] },
    least: { aggregate: 'min', column: 'amount' },
    most: { aggregate: 'max', column: 'amount' },
  },
  metrics: [
    '[amount]',
    '[cost]',
    '[quantity]',
    '[rows]',
    '[large]',
    '[least]',
    '[most]',
    '[amount] / [rows]',
    '[cost] / [amount]',
    '[amount] / [quantity]',
  ],
  dimensions,
} as const

/** Fifty measures: three columns by sixteen parts, all amounts and all rows. */
const fifty: Readonly<Record<string, BenchMeasure>> = {
  all: sum('amount'),
  rows,
  ...Object.fromEntries(
    ['amount', 'cost', 'quantity'].flatMap((column) =>
      Array.from({ length: 16 }, (_, part): [string, BenchMeasure] => [
        `${column}${part}`,
        { ...sum(column), where: [d1(part)] },
      ]),
    ),
  ),
}

/** A thousand composites over the fifty. */
const thousand = Array.from({ length: 1000 }, (_, index) => {
  const names = Object.keys(fifty)
  const one = names[index % names.length]!
  const other = names[(index * 7 + 1 + Math.floor(index / names.length)) % names.length]!
  const operator = ['/', '+', '-'][index % 3]!
  return `[${one}] ${operator} [${other === one ? 'rows' : other}]`
})

/** Forty amounts: expressions over three columns. */
const expressions = Array.from(
  { length: 40 },
  (_, index) => `amount * ${1 + (index % 8)} - cost * ${1 + Math.floor(index / 8)}`,
)

/** Four hundred filters, each of a value of a dimension and a bound of a measure. */
const filters = Array.from({ length: 400 }, (_, index): readonly Term[] => [
  { column: index < 200 ? 'd1' : 'd2', op: '=', values: [`value ${index % 20}`] },
  { column: 'amount', op: '>=', values: [Math.floor((index % 200) / 20) * 90] },
])

/** Five hundred measures, as catalogs have them: an expression each, a filter each, and distinct counts of some filters. */
const various: Readonly<Record<string, BenchMeasure>> = {
  rows,
  ...Object.fromEntries(
    expressions.map((expression, index) => [`measure${index}`, sum(expression)]),
  ),
  ...Object.fromEntries(
    filters.map((where, index) => [`part${index}`, { ...sum(NUMBERS[index % 3]!), where }]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, index): [string, BenchMeasure] => [
      `customers${index}`,
      { aggregate: 'distinct', column: 'customer', where: filters[index * 6]! },
    ]),
  ),
}

/** A thousand metrics of six forms: a part, its mean, its share, a difference, a product of two rates, a rate of customers. */
const variousMetrics = Array.from({ length: 1000 }, (_, index) => {
  const part = `[part${index % 400}]`
  const amount = `[measure${index % 40}]`
  const customers = `[customers${Math.floor(index / 6) % 60}]`
  return [
    part,
    `${part} / [rows]`,
    `${part} / ${amount}`,
    `${amount} - ${part}`,
    `${part} / [rows] * (${amount} / [rows])`,
    `${customers} / [rows]`,
  ][index % 6]!
})

const plain = { measures: { amount: sum('amount') }, metrics: ['[amount]'], dimensions }

/** What the sales are asked. */
export const SALES_QUESTIONS: readonly BenchQuestion[] = [
  { name: 'SUM, month', ...plain, ...month },
  { name: 'SUM, year', ...plain, ...year },
  { name: 'ten metrics, month', ...ten, ...month },
  { name: 'ten metrics, year', ...ten, ...year },
  {
    name: 'COUNT_DISTINCT, month',
    measures: { customers: { aggregate: 'distinct', column: 'customer' } },
    metrics: ['[customers]'],
    dimensions,
    ...month,
  },
  {
    name: 'ratio, month',
    measures: { amount: sum('amount'), cost: sum('cost') },
    metrics: ['[cost] / [amount]'],
    dimensions,
    ...month,
  },
  {
    name: 'three-term filter, year',
    ...plain,
    ...year,
    filter: [
      { column: 'd1', op: 'IN', values: ['value 1', 'value 3', 'value 5'] },
      { column: 'quantity', op: '>', values: [3] },
      { column: 'amount', op: '>=', values: [100] },
    ],
  },
  { name: 'combination of two, month', ...plain, dimensions: [['d2', 'd3']], ...month },
  {
    name: 'peers, year',
    ...plain,
    current: [d1(0), ...year.current],
    compare: [d1(1), ...year.current],
  },
  {
    name: 'a thousand metrics, month',
    measures: fifty,
    metrics: thousand,
    dimensions: DIMENSIONS.slice(0, 4).map(alone),
    ...month,
  },
  {
    name: 'a thousand various metrics, month',
    measures: various,
    metrics: variousMetrics,
    dimensions: DIMENSIONS.slice(0, 4).map(alone),
    ...month,
  },
]

const june = {
  current: days('2001-06-01', '2001-07-01'),
  compare: days('2001-05-01', '2001-06-01'),
  dimensions: [['origin'], ['destination']],
}

/** What the real flights are asked. */
export const FLIGHTS_QUESTIONS: readonly BenchQuestion[] = [
  {
    name: 'average delay, month',
    measures: { delay: sum('delay'), flights: rows },
    metrics: ['[delay] / [flights]'],
    ...june,
  },
  {
    name: 'routes, month',
    measures: { flights: rows },
    metrics: ['[flights]'],
    ...june,
    dimensions: [['origin', 'destination']],
  },
]
