import type { AggregateRequest, GroupKey, Measure, RowSet } from '@tributary/attribution'
import type { Materialisation } from '@tributary/attribution/internal'
import {
  compile,
  type Grain,
  type Scope,
  type TypedExpr,
  type ValueType,
} from '@tributary/expression'
import fc from 'fast-check'

/** A value of the rows `facts`, looked up in `shops`, by name; a time by its grain. */
export interface Dimension {
  readonly name: 's' | 'region' | 'band' | 'at'
  readonly grain: Grain | null
}

/** A condition on one column: a list of values, or a least number. */
export type Condition =
  | { readonly on: 's' | 'region'; readonly values: readonly string[] }
  | { readonly on: 'n'; readonly least: number }

/** A measure in words. */
export interface MeasureCase {
  readonly aggregate: Measure['aggregate']
  readonly on: 'n' | 'x' | 'p' | 's' | null
  readonly filter: Condition | null
}

/** A measure as it is asked for. */
export interface AskedMeasure extends MeasureCase {
  readonly perDay: 'AVG' | 'SUM' | null
  readonly isOther: boolean
}

/** A plan in words. */
export interface PlanCase {
  readonly form: Materialisation['form']
  readonly dimensions: readonly Dimension[]
  readonly grain: 'DAY' | 'WEEK' | 'MONTH'
  readonly filter: Condition | null
  readonly measures: readonly MeasureCase[]
}

/** Hours since the beginning of the data, the second not included; how its condition is written. */
export interface WindowCase {
  readonly from: number
  readonly to: number
  readonly writing: 'range' | 'between' | 'truncated'
  readonly filter: Condition | null
}

/** A request in words. */
export interface RequestCase {
  readonly filter: Condition | null
  readonly current: WindowCase
  readonly compare: WindowCase
  readonly other: readonly [WindowCase, WindowCase]
  readonly measures: readonly AskedMeasure[]
  readonly groupings: readonly (readonly Dimension[])[]
}

/** 2001-01-01, a Monday. */
export const START: bigint = 978_307_200_000_000n
export const HOUR: bigint = 3_600_000_000n
/** How many hours of data there are. */
export const HOURS: number = 24 * 70

const values = fc.constantFrom(['a'], ['b'], ['a', 'b'], ['a', 'b', 'c'])
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ on: fc.constantFrom('s' as const, 'region' as const), values }),
  fc.record({ on: fc.constant('n' as const), least: fc.integer({ min: -1, max: 2 }) }),
)
const seldom = <T>(of: fc.Arbitrary<T>) =>
  fc
    .option(of, { freq: 1, nil: null })
    .chain((one) => fc.boolean().map((keep) => (keep ? one : null)))

const dimension: fc.Arbitrary<Dimension> = fc.oneof(
  fc.record({
    name: fc.constantFrom('s' as const, 'region' as const, 'band' as const),
    grain: fc.constant(null),
  }),
  fc.record({
    name: fc.constant('at' as const),
    grain: fc.constantFrom<Grain>('HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'),
  }),
)
const dimensions = (maxLength: number, minLength = 0) =>
  fc.uniqueArray(dimension, { minLength, maxLength, selector: nameOf })

const measure: fc.Arbitrary<MeasureCase> = fc
  .record({
    aggregate: fc.constantFrom<Measure['aggregate']>(
      'SUM',
      'SUM',
      'COUNT',
      'COUNT',
      'MIN',
      'MAX',
      'COUNT_DISTINCT',
      'PERCENTILE',
      'VARIANCE',
    ),
    on: fc.constantFrom('n' as const, 'x' as const, 'p' as const, 's' as const, null),
    filter: seldom(condition),
  })
  .filter(({ aggregate, on }) =>
    on === null ? aggregate === 'COUNT' : on !== 's' || aggregate.startsWith('COUNT'),
  )

/** A plan of any kind. */
export const plans: fc.Arbitrary<PlanCase> = fc.record({
  form: fc.constantFrom('AGGREGATED' as const, 'AGGREGATED' as const, 'DETAIL' as const),
  dimensions: dimensions(4),
  grain: fc.constantFrom('DAY' as const, 'DAY' as const, 'WEEK' as const, 'MONTH' as const),
  filter: seldom(condition),
  measures: fc.array(measure, { minLength: 1, maxLength: 4 }),
})

const window: fc.Arbitrary<WindowCase> = fc
  .record({
    from: fc.constantFrom(0, 24 * 7, 24 * 31, 24 * 14, 24 * 14 + 6),
    days: fc.constantFrom(1, 7, 28, 31),
    writing: fc.constantFrom('range' as const, 'between' as const, 'truncated' as const),
    filter: seldom(condition),
  })
  .map(({ from, days, writing, filter }) => ({ from, to: from + 24 * days, writing, filter }))

/** A request that has something in common with a plan, so that it can often be answered from it. */
export function requests(plan: PlanCase): fc.Arbitrary<RequestCase> {
  const near = <T>(own: readonly T[], any: fc.Arbitrary<T>) =>
    own.length === 0 ? any : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...own) }, any)
  const asked = fc
    .record({
      measure: near(plan.measures, measure),
      extra: seldom(condition),
      perDay: fc.constantFrom(null, null, null, 'AVG' as const, 'SUM' as const),
      isOther: fc.constantFrom(false, false, true),
    })
    .map(
      ({ measure, extra, ...how }): AskedMeasure => ({
        ...measure,
        filter: measure.filter ?? extra,
        ...how,
      }),
    )
  const filter =
    plan.filter === null
      ? seldom(condition)
      : near<Condition | null>([plan.filter], seldom(condition))
  return fc.record({
    filter,
    current: window,
    compare: window,
    other: fc.tuple(window, window),
    measures: fc.array(asked, { minLength: 1, maxLength: 3 }),
    groupings: fc.array(
      fc.uniqueArray(near(plan.dimensions, dimension), { maxLength: 3, selector: nameOf }),
      { minLength: 1, maxLength: 3 },
    ),
  })
}

export function nameOf({ name, grain }: Dimension): string {
  return grain === null ? name : `${name}__${grain.toLowerCase()}`
}

const TYPES: Readonly<Record<string, ValueType>> = {
  at: 'TIMESTAMP',
  s: 'STRING',
  n: 'INT',
  x: 'DOUBLE',
  p: 'DECIMAL',
  shop: 'STRING',
}

/** The rows under aliases of any name. */
export function rowsAs(base: string, lookup: string): RowSet {
  const text = (table: string, name: string): TypedExpr => ({
    kind: 'reference',
    type: 'STRING',
    table,
    name,
  })
  const table = ['memory', 'main', 'shops']
  const on = [{ left: text(base, 'shop'), right: text(lookup, 'code') }]
  return {
    base: { table: ['memory', 'main', 'facts'], alias: base },
    lookups: [{ table, alias: lookup, on }],
  }
}

/** Reads expressions about the rows. */
export function reader({ base, lookups }: RowSet): (text: string) => TypedExpr {
  const scope: Scope = {
    resolve: (name) => {
      const column = name.kind === 'field' ? name.name : name.column
      const type = TYPES[column] ?? 'STRING'
      const table = column === 'region' ? lookups[0]!.alias : base.alias
      return { found: { kind: 'reference', type, table, name: column } }
    },
    names: () => Object.keys(TYPES),
  }
  return (text) => compile(text, scope, { path: text })
}

export function dimensionText({ name, grain }: Dimension): string {
  if (name === 'band') return 'If([n] > 0, "hi", "lo")'
  if (grain === null) return `[${name}]`
  const period = `DateTrunc([at], "${grain}")`
  return grain === 'HOUR' ? period : `Cast(${period}, "Date")`
}

export function conditionText(condition: Condition): string {
  if (condition.on === 'n') return `[n] >= ${condition.least}`
  const members = condition.values.map((one) => `"${one}"`).join(', ')
  return `[${condition.on}] IN (${members})`
}

function timeText(hours: number, microseconds = 0n): string {
  const time = new Date(Number((START + BigInt(hours) * HOUR) / 1000n)).toISOString().slice(0, 19)
  return microseconds === 0n ? time.replace('T', ' ') : previousMicrosecond(hours)
}

function previousMicrosecond(hours: number): string {
  const before = new Date(Number((START + BigInt(hours) * HOUR) / 1000n) - 1000).toISOString()
  return `${before.slice(0, 19).replace('T', ' ')}.999999`
}

export function windowText({ from, to, writing, filter }: WindowCase): string {
  const [first, end] = [timeText(from), timeText(to)]
  const times = {
    range: `[at] >= "${first}" AND [at] < "${end}"`,
    between: `[at] BETWEEN "${first}" AND "${timeText(to, 1n)}"`,
    truncated: `DateTrunc([at], "HOUR") >= "${first}" AND NOT DateTrunc([at], "HOUR") >= "${end}"`,
  }
  return filter === null ? times[writing] : `${conditionText(filter)} AND ${times[writing]}`
}

function measureOf(
  read: (text: string) => TypedExpr,
  { aggregate, on, filter }: MeasureCase,
  name: string,
): Measure {
  return {
    name,
    aggregate,
    argument: on === null ? null : read(`[${on}]`),
    filter: filter === null ? null : read(conditionText(filter)),
    ...(aggregate === 'PERCENTILE' ? { fraction: 0.5 } : {}),
  }
}

/** The table that a plan makes. */
export function materialisationOf(plan: PlanCase, table: readonly string[]): Materialisation {
  const rows = rowsAs('f', 'shops_of_f')
  const read = reader(rows)
  const period: Dimension = { name: 'at', grain: plan.grain }
  const own = plan.dimensions.find((one) => nameOf(one) === nameOf(period))
  const isDetail = plan.form === 'DETAIL'
  return {
    table,
    form: plan.form,
    rows,
    filter: plan.filter && read(conditionText(plan.filter)),
    dimensions: plan.dimensions.map((one) => ({
      column: nameOf(one),
      value: read(dimensionText(one)),
    })),
    partition: {
      column: own === undefined ? 'partition' : nameOf(own),
      grain: plan.grain,
      time: read('[at]'),
      value: read(dimensionText(period)),
    },
    measures: plan.measures.map((measure, i) => ({
      measure: measureOf(read, measure, `leaf_${i}`),
      column: isDetail ? null : `leaf_${i}`,
      argument: isDetail && measure.on !== null ? `argument_${i}` : null,
      filter: isDetail && measure.filter !== null ? `filter_${i}` : null,
    })),
    rowCount: isDetail ? null : 'row_count',
  }
}

/** A request under other aliases than the plan's. */
export function requestOf(asked: RequestCase): AggregateRequest {
  const rows = rowsAs('sales', 'shop')
  const read = reader(rows)
  const day = read('DateTrunc([at], "DAY")')
  const pair = (current: WindowCase, compare: WindowCase) => ({
    current: read(windowText(current)),
    compare: read(windowText(compare)),
  })
  return {
    rows,
    filter: asked.filter && read(conditionText(asked.filter)),
    windows: pair(asked.current, asked.compare),
    otherWindows: [pair(...asked.other)],
    measures: asked.measures.map((measure, i) => ({
      ...measureOf(read, measure, `asked_${i}`),
      ...(measure.isOther ? { otherWindow: 0 } : {}),
      ...(measure.perDay === null ? {} : { nested: { per: [day], aggregate: measure.perDay } }),
    })),
    groupings: asked.groupings.map((keys) =>
      keys.map((one): GroupKey => ({ name: nameOf(one), value: read(dimensionText(one)) })),
    ),
    time: read('[at]'),
  }
}
