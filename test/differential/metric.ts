import fc from 'fast-check'
import type { Grain } from './calendar.ts'
import {
  type Condition,
  conditions,
  conditionText,
  type NameOf,
  type NumberExpression,
  numberText,
} from './condition.ts'

export type Aggregate =
  | 'SUM'
  | 'COUNT'
  | 'COUNT_DISTINCT'
  | 'MIN'
  | 'MAX'
  | 'PERCENTILE'
  | 'VARIANCE'
  | 'STDDEV'

/** One aggregate over rows, as the workspace has it. */
export interface Atom {
  readonly name: string
  readonly aggregate: Aggregate
  /** A number, or the name of a field; null for rows. */
  readonly of: NumberExpression | string | null
  readonly where: readonly Condition[]
  readonly fraction?: number
}

const field = (name: string): NumberExpression => ({ op: 'field', name })
const many: Condition = {
  op: 'numbers',
  left: field('n'),
  is: '>',
  right: { op: 'number', text: '3' },
}
const likeable: Condition = { op: 'in', field: 'kind', values: ['a', '', '(null)'], not: false }

/** The ATOMIC metrics of the workspace. */
export const ATOMS: readonly Atom[] = [
  { name: 'rows', aggregate: 'COUNT', of: null, where: [] },
  { name: 'priced', aggregate: 'COUNT', of: field('price'), where: [] },
  { name: 'kinds', aggregate: 'COUNT', of: 'kind', where: [] },
  { name: 'units', aggregate: 'SUM', of: field('n'), where: [] },
  { name: 'giants', aggregate: 'SUM', of: field('big'), where: [] },
  { name: 'income', aggregate: 'SUM', of: field('price'), where: [] },
  { name: 'crumbs', aggregate: 'SUM', of: field('fine'), where: [] },
  { name: 'load', aggregate: 'SUM', of: field('w'), where: [] },
  { name: 'noise', aggregate: 'SUM', of: field('x'), where: [] },
  {
    name: 'amount',
    aggregate: 'SUM',
    of: { op: '*', left: field('price'), right: field('n') },
    where: [],
  },
  {
    name: 'chosen',
    aggregate: 'SUM',
    of: { op: 'if', when: likeable, yes: field('n'), no: { op: 'number', text: '0' } },
    where: [],
  },
  { name: 'sizes', aggregate: 'SUM', of: field('size'), where: [] },
  { name: 'dear_units', aggregate: 'SUM', of: field('n'), where: [many] },
  { name: 'liked', aggregate: 'COUNT', of: null, where: [likeable, many] },
  { name: 'shops', aggregate: 'COUNT_DISTINCT', of: 'shop', where: [] },
  { name: 'numbers', aggregate: 'COUNT_DISTINCT', of: 'w', where: [] },
  { name: 'days', aggregate: 'COUNT_DISTINCT', of: 'day', where: [many] },
  { name: 'moments', aggregate: 'COUNT_DISTINCT', of: 'moment', where: [] },
  { name: 'flags', aggregate: 'COUNT_DISTINCT', of: 'flag', where: [] },
  { name: 'wholes', aggregate: 'COUNT_DISTINCT', of: 'big', where: [] },
  { name: 'least', aggregate: 'MIN', of: field('fine'), where: [] },
  { name: 'dearest', aggregate: 'MAX', of: field('price'), where: [] },
  { name: 'largest', aggregate: 'MAX', of: field('big'), where: [] },
  { name: 'lightest', aggregate: 'MIN', of: field('w'), where: [] },
  { name: 'middle', aggregate: 'PERCENTILE', of: field('price'), where: [], fraction: 0.5 },
  { name: 'upper', aggregate: 'PERCENTILE', of: field('n'), where: [], fraction: 0.9 },
  { name: 'spread', aggregate: 'VARIANCE', of: field('n'), where: [] },
  { name: 'deviation', aggregate: 'STDDEV', of: field('price'), where: [] },
]

/** A formula over metrics. */
export type Formula =
  | { readonly op: 'metric'; readonly name: string }
  | { readonly op: 'number'; readonly text: string }
  | { readonly op: '+' | '-' | '*' | '/'; readonly left: Formula; readonly right: Formula }
  | { readonly op: 'negate'; readonly of: Formula }
  | {
      /** A quotient, guarded against a denominator of 0 by a function. */
      readonly op: 'safe' | 'nullif' | 'case'
      readonly left: Formula
      readonly right: Formula
    }
  | { readonly op: 'sqrt' | 'ln' | 'exp'; readonly of: Formula }

/** A formula in the expression language. */
export function formulaText(formula: Formula, nameOf: NameOf): string {
  const text = (part: Formula) => formulaText(part, nameOf)
  switch (formula.op) {
    case 'metric':
      return `[${nameOf(formula.name)}]`
    case 'number':
      return formula.text
    case 'negate':
      return `(-${text(formula.of)})`
    case 'safe':
      return `SafeDivide(${text(formula.left)}, ${text(formula.right)})`
    case 'nullif':
      return `(${text(formula.left)} / NullIf(${text(formula.right)}, 0))`
    case 'case': {
      const [left, right] = [text(formula.left), text(formula.right)]
      return `Case(${right} = 0, NULL, ${left} / ${right})`
    }
    case 'sqrt':
    case 'ln':
    case 'exp':
      return `${{ sqrt: 'Sqrt', ln: 'Ln', exp: 'Exp' }[formula.op]}(${text(formula.of)})`
    default:
      return `(${text(formula.left)} ${formula.op} ${text(formula.right)})`
  }
}

/** A metric of the workspace that is made of others. */
export type Made =
  | { readonly name: string; readonly metric: string; readonly filters: readonly Condition[] }
  | { readonly name: string; readonly formula: Formula }

const metric = (name: string): Formula => ({ op: 'metric', name })
const over = (left: Formula, right: Formula): Formula => ({ op: '/', left, right })

/** The DERIVED and COMPOSITE metrics of the workspace. */
export const MADE: readonly Made[] = [
  { name: 'average_units', formula: over(metric('units'), metric('rows')) },
  { name: 'average_price', formula: over(metric('income'), metric('priced')) },
  {
    name: 'abroad',
    metric: 'average_price',
    filters: [{ op: 'text', field: 'region', is: '!=', value: 'a' }],
  },
  {
    name: 'abroad_rare',
    metric: 'abroad',
    filters: [{ op: 'null', field: 'opened', not: true }],
  },
  {
    name: 'missed',
    formula: {
      op: '-',
      left: { op: 'number', text: '1' },
      right: over(metric('liked'), metric('rows')),
    },
  },
]

/** A statistical period, as text and what it gives for the last moment of a window. */
export type Period =
  | { readonly op: 'last'; readonly count: number; readonly grain: Grain }
  | { readonly op: 'toDate'; readonly within: Grain }
  | { readonly op: 'relative'; readonly count: number; readonly grain: Grain }
  | {
      readonly op: 'part'
      readonly part: 'start' | 'end'
      readonly count: number
      readonly within: Grain
    }

/** The period in the words of the specification. */
export function periodText(period: Period): string {
  switch (period.op) {
    case 'last':
      return `to_date ${1 - period.count} ${period.grain.toLowerCase()} of 0 ${period.grain.toLowerCase()}`
    case 'toDate':
      return `grain_to_date 0 ${period.within.toLowerCase()} of 0 day`
    case 'relative':
      return `relative_date ${period.count} ${period.grain.toLowerCase()} of 0 day`
    case 'part':
      return `specify_date ${period.part} day of ${period.count} ${period.within.toLowerCase()}`
  }
}

/** The same window in another period. */
export interface SamePeriod {
  readonly grain: 'YEAR' | 'QUARTER' | 'MONTH' | 'WEEK' | 'DAY'
  readonly count: number
  readonly part: 'same' | 'start' | 'end'
  readonly method: 'value' | 'growthvalue' | 'growth' | 'decrease' | 'decreaserate'
}

const LETTERS = { YEAR: 'y', QUARTER: 'q', MONTH: 'm', WEEK: 'w', DAY: 'd' } as const

/** The indirection in the words of the specification. */
export function samePeriodText({ grain, count, part, method }: SamePeriod): string {
  const letter = LETTERS[grain]
  const word = {
    same: `${letter}o${letter}`,
    start: `${letter}oso${letter}`,
    end: `${letter}oeo${letter}`,
  }[part]
  return `sameperiod__${count}_${word}__${method}`
}

export type Second = 'SUM' | 'COUNT' | 'COUNT_DISTINCT' | 'AVG' | 'MIN' | 'MAX'

/** A metric of a request. */
export interface Temporary {
  readonly key: string
  /** A metric of the workspace, or the key of another; a formula of such in its place. */
  readonly of: string | Formula
  readonly filters: readonly Condition[]
  readonly tag: string | null
  readonly grain: Grain | null
  readonly period: Period | null
  readonly same: SamePeriod | null
  /** A second step of aggregation, over the values of dimensions or over periods. */
  readonly step:
    | { readonly aggregate: Second; readonly dimensions: readonly string[] }
    | { readonly aggregate: Second; readonly grain: Grain }
    | null
  /** The dimensions that it is computed with, or not. */
  readonly specify: {
    readonly type: 'INCLUDE' | 'EXCLUDE'
    readonly dimensions: readonly string[]
  } | null
}

// Random metrics.

/** Aggregates that add up from group to group, or nearly so. */
export const ADDITIVE: readonly string[] = [
  ...['rows', 'priced', 'kinds', 'units', 'giants', 'income', 'crumbs', 'load', 'noise'],
  ...[
    'amount',
    'chosen',
    'sizes',
    'dear_units',
    'liked',
    'shops',
    'numbers',
    'days',
    'moments',
    'wholes',
  ],
]
const additive = fc.constantFrom(...ADDITIVE).map(metric)
const any = fc.constantFrom(...ATOMS).map(({ name }) => metric(name))
const constant = fc
  .constantFrom('2', '3', '0.5', '100', '7.25', '0.000001')
  .map((text): Formula => ({ op: 'number', text }))

const binary = (
  op: '+' | '-' | '*' | '/',
  left: fc.Arbitrary<Formula>,
  right: fc.Arbitrary<Formula>,
): fc.Arbitrary<Formula> => fc.record({ op: fc.constant(op), left, right })

const linear: fc.Arbitrary<Formula> = fc.oneof(
  { weight: 4, arbitrary: additive },
  { weight: 1, arbitrary: binary('+', additive, additive) },
  { weight: 1, arbitrary: binary('-', additive, additive) },
  { weight: 1, arbitrary: binary('*', additive, constant) },
  { weight: 1, arbitrary: binary('/', additive, constant) },
  { weight: 1, arbitrary: binary('-', binary('*', constant, additive), additive) },
  { weight: 1, arbitrary: additive.map((of): Formula => ({ op: 'negate', of })) },
)
const quotient: fc.Arbitrary<Formula> = fc.oneof(
  { weight: 4, arbitrary: binary('/', linear, linear) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constantFrom('safe' as const, 'nullif' as const, 'case' as const),
      left: linear,
      right: linear,
    }),
  },
  { weight: 1, arbitrary: binary('-', constant, binary('/', linear, additive)) },
  { weight: 1, arbitrary: binary('*', constant, binary('/', linear, additive)) },
)
const positive = fc
  .constantFrom('rows', 'priced', 'kinds', 'liked')
  .map((name): Formula => ({ op: '+', left: metric(name), right: { op: 'number', text: '2' } }))
const curve = fc
  .tuple(fc.constantFrom('sqrt' as const, 'ln' as const), positive)
  .map(([op, of]): Formula => ({ op, of }))
const smooth: fc.Arbitrary<Formula> = fc.oneof(
  binary('*', linear, linear),
  binary('+', quotient, linear),
  binary('+', quotient, quotient),
  binary('-', linear, constant),
  binary('*', linear, curve),
  binary('/', linear, curve),
  curve,
  fc.record({
    op: fc.constant('exp' as const),
    of: binary('/', additive, binary('*', positive, constant)),
  }),
)

/** Formulas of every form, most of them such that their change can be split. */
export const formulas: fc.Arbitrary<Formula> = fc.oneof(
  { arbitrary: linear, weight: 3 },
  { arbitrary: quotient, weight: 4 },
  { arbitrary: smooth, weight: 4 },
  { arbitrary: any, weight: 2 },
  { arbitrary: binary('+', any, any), weight: 1 },
  { arbitrary: binary('/', any, any), weight: 1 },
)

/** Kinds of days, of the workspace. */
export const TAGS: Readonly<
  Record<string, { readonly condition: string; readonly days: readonly number[] }>
> = {
  weekend: { condition: 'DayOfWeek([metric_time]) >= 6', days: [6, 7] },
  midweek: { condition: 'IN(DayOfWeek([metric_time]), 3, 4)', days: [3, 4] },
}

/** Null nine times of ten. */
const rarely = <T>(one: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: one })

const grains = fc.constantFrom<Grain>('DAY', 'WEEK', 'MONTH')
const periods: fc.Arbitrary<Period> = fc.oneof(
  fc.record({
    op: fc.constant('last' as const),
    count: fc.integer({ min: 1, max: 9 }),
    grain: fc.constantFrom<Grain>('DAY', 'WEEK', 'MONTH'),
  }),
  fc.record({
    op: fc.constant('toDate' as const),
    within: fc.constantFrom<Grain>('WEEK', 'MONTH', 'QUARTER', 'YEAR'),
  }),
  fc.record({
    op: fc.constant('relative' as const),
    count: fc.integer({ min: -3, max: 0 }),
    grain: fc.constantFrom<Grain>('DAY', 'WEEK', 'MONTH', 'YEAR'),
  }),
  fc.record({
    op: fc.constant('part' as const),
    part: fc.constantFrom('start' as const, 'end' as const),
    count: fc.integer({ min: -2, max: 0 }),
    within: fc.constantFrom<Grain>('WEEK', 'MONTH', 'QUARTER'),
  }),
)
const samePeriods: fc.Arbitrary<SamePeriod> = fc
  .record({
    grain: fc.constantFrom(
      'YEAR' as const,
      'QUARTER' as const,
      'MONTH' as const,
      'WEEK' as const,
      'DAY' as const,
    ),
    count: fc.integer({ min: -3, max: 1 }),
    part: fc.constantFrom('same' as const, 'same' as const, 'start' as const, 'end' as const),
    method: fc.constantFrom(
      'value' as const,
      'growthvalue' as const,
      'growth' as const,
      'decrease' as const,
      'decreaserate' as const,
    ),
  })
  .map((one) => (one.grain === 'DAY' ? { ...one, part: 'same' as const } : one))

const seconds = fc.constantFrom<Second>('SUM', 'COUNT', 'COUNT_DISTINCT', 'AVG', 'MIN', 'MAX')
const steps: fc.Arbitrary<NonNullable<Temporary['step']>> = fc.oneof(
  fc.record({
    aggregate: seconds,
    dimensions: fc.uniqueArray(fc.constantFrom('shop', 'kind', 'region', 'band'), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  fc.record({ aggregate: seconds, grain: grains }),
)

/** The names of all metrics of the workspace. */
export const METRICS: readonly string[] = [...ATOMS, ...MADE].map(({ name }) => name)

/** A temporary metric; `others` are the keys that it may refer to. */
export function temporaries(key: string, others: readonly string[]): fc.Arbitrary<Temporary> {
  const names = fc.constantFrom(...METRICS, ...others, ...others, ...others)
  return fc
    .record({
      key: fc.constant(key),
      of: fc.oneof(
        { weight: 2, arbitrary: names },
        { weight: 5, arbitrary: formulas },
        ...(others.length === 0
          ? []
          : [
              {
                weight: 2,
                arbitrary: binary('/', fc.constantFrom(...others).map(metric), additive),
              },
            ]),
      ),
      filters: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(conditions, { minLength: 1, maxLength: 2 }) },
      ),
      tag: rarely(fc.constantFrom(...Object.keys(TAGS))),
      grain: rarely(grains),
      period: rarely(periods),
      same: rarely(samePeriods),
      step: rarely(steps),
      specify: rarely(
        fc.record({
          type: fc.constantFrom('INCLUDE' as const, 'EXCLUDE' as const),
          dimensions: fc.uniqueArray(fc.constantFrom('shop', 'kind', 'region', 'band'), {
            minLength: 1,
            maxLength: 3,
          }),
        }),
      ),
    })
    .map((one) =>
      // A second step is over one aggregate.
      one.step === null || typeof one.of === 'string' ? one : { ...one, of: 'units' },
    )
}

/** What an atom aggregates, as a workspace writes it. */
export function atomText({ of }: Atom): string | null {
  if (of === null) return null
  return typeof of === 'string' ? `[${of}]` : numberText(of)
}

/** Conditions as a workspace writes them. */
export const textsOf = (all: readonly Condition[], nameOf?: NameOf): readonly string[] =>
  all.map((one) => conditionText(one, nameOf))
