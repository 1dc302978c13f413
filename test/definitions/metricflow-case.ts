import { createCatalog, dimensionsOfMetric } from '@tributary/catalog'
import type { DimensionValuesRequest, MetricQueryRequest } from '@tributary/contract'
import { type ImportedDefinitions, readSql } from '@tributary/definitions'
import { print } from '@tributary/expression'
import {
  type ElementReference,
  readReference,
  readTemplate,
} from '../../packages/definitions/src/dbt/manifest/template.ts'
import {
  type MetricCondition,
  printCondition,
  replaceMetricConditions,
} from '../../packages/definitions/src/dbt/metrics/metric-conditions.ts'

/** A query of MetricFlow's tests, and SQL whose result is right. */
export interface MetricFlowCase {
  readonly name: string
  readonly model: string
  readonly spec: {
    readonly metrics?: readonly string[]
    readonly group_by?: readonly string[]
    readonly where?: readonly string[]
    readonly time_constraint?: readonly [string, string]
    readonly order_by?: readonly string[]
    readonly limit?: number
    readonly apply_group_by?: boolean
  }
  readonly check_query: string
  readonly min_max_only: boolean
}

/**
 * A case as a query of ours, with the column of the right result for each column of ours; one without a metric as the values
 * of a dimension, or of several in the rows of a metric that is not shown; or why it cannot be asked.
 */
export type OwnQuery =
  | {
      readonly request: MetricQueryRequest
      readonly columns: readonly string[]
      readonly isShown?: false
    }
  | { readonly values: DimensionValuesRequest; readonly columns: readonly string[] }
  | { readonly reason: string }

/** The first day of the first period of a granularity of its own with this label or a later one. */
export type FirstDayFrom = (label: string) => string

/** Writes a case as a query of an imported workspace. */
export function ownQuery(
  one: MetricFlowCase,
  imported: ImportedDefinitions,
  firstDayFrom: FirstDayFrom,
): OwnQuery {
  const { metrics = [], group_by: groupBy = [], where = [], ...rest } = one.spec
  const names = new Names(imported)
  const missing = metrics.map((name) => names.reasonOf(name)).find((reason) => reason !== null)
  if (missing != null) return { reason: missing }
  try {
    const dimensions = groupBy.map((text) => names.dimension(text, metrics))
    const filters = where.map(
      (text) => names.labelCondition(text, metrics, firstDayFrom) ?? names.condition(text, metrics),
    )
    if (metrics.length === 0) {
      const isTime = (text: string): boolean => text.startsWith("TimeDimension('metric_time'")
      if (groupBy.some(isTime)) return ownTimes(one, dimensions, imported)
      return ownValues(dimensions, filters, imported)
    }
    const range = rest.time_constraint ?? spineOf(one)
    const time = range === null ? null : timeOf(range, groupBy)
    return {
      request: {
        metrics: [...metrics],
        dimensions: dimensions.map(({ name }) => name),
        filters,
        ...(time !== null && { timeConstraint: time }),
        ...(rest.limit !== undefined && {
          limit: rest.limit,
          orders: metrics.map((metric) => ({ [metric]: 'ASC' })),
        }),
      } as MetricQueryRequest,
      columns: [...dimensions.map(({ column }) => column), ...metrics],
    }
  } catch (error) {
    if (!(error instanceof Unsaid)) throw error
    return { reason: error.message }
  }
}

interface Column {
  readonly name: string
  readonly column: string
}

/** Times that are those of no metric, as the values of the dimension of the table of times that they are taken from. */
function ownTimes(
  { check_query: sql, spec }: MetricFlowCase,
  dimensions: readonly Column[],
  { workspace }: ImportedDefinitions,
): OwnQuery {
  const [time, ...others] = dimensions as [Column, ...Column[]]
  if (others.length > 0) return { reason: 'no metric: times of no rows beside other dimensions' }
  const [, table] = /main\.(\w*time_spine\w*)/.exec(sql) ?? []
  const there = workspace.dimensions.find(({ dataset }) => dataset === table)
  if (there === undefined) return { reason: 'no table of times' }
  const { time_constraint: range } = spec
  return {
    values: {
      dimension: time.name.replace('metric_time', there.name),
      ...(range !== undefined && { timeConstraint: timeOf(range, spec.group_by ?? []) }),
      limit: 1000,
    },
    columns: [time.column],
  }
}

/** The values of dimensions without a metric: of several in the rows of a count over the dataset of one of them. */
function ownValues(
  dimensions: readonly Column[],
  filters: readonly string[],
  { workspace }: ImportedDefinitions,
): OwnQuery {
  const columns = dimensions.map(({ column }) => column)
  const [first, ...others] = dimensions.map(({ name }) => name)
  if (others.length === 0) return { values: { dimension: first!, filters, limit: 1000 }, columns }
  const catalog = createCatalog(workspace)
  const plain = dimensions.map(({ name }) => name.replace(/__\w+$/, ''))
  const own = plain.map((name) => catalog.dimension(name, 'case').dataset)
  const counted = workspace.metrics.find(
    (metric) =>
      metric.type === 'ATOMIC' &&
      metric.aggregate === 'COUNT' &&
      metric.filters.length === 0 &&
      own.includes(metric.dataset) &&
      plain.every((name) =>
        dimensionsOfMetric(catalog, metric.name).some((there) => there.name === name),
      ),
  )
  if (counted === undefined) return { reason: 'no metric: dimensions of no dataset' }
  return {
    request: { metrics: [counted.name], dimensions: [first!, ...others], filters },
    columns,
    isShown: false,
  }
}

/** What cannot be asked. */
class Unsaid extends Error {}

const GRAINS = new Set([
  ...['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'],
  'alien_day',
])

const FROM_LABEL =
  /^CAST\(\{\{ (TimeDimension\('\w+', 'alien_day'\)) \}\} AS TIMESTAMP\) >= CAST\('([\d-]+)' AS TIMESTAMP\)$/

/** Reports of metrics that are left out or questions, by kind. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/granularity of its own/, 'a granularity of its own'],
]

class Names {
  readonly #imported: ImportedDefinitions

  constructor(imported: ImportedDefinitions) {
    this.#imported = imported
  }

  /** Why a metric is none of the workspace; null where it is one. */
  reasonOf(name: string): string | null {
    const { workspace, report } = this.#imported
    if (workspace.metrics.some((one) => one.name === name)) return null
    const finding = report.findings.find(
      (one) => one.name === name && /QUESTION|LEFT_OUT/.test(one.status),
    )
    const message = finding?.message ?? ''
    return KINDS.find(([pattern]) => pattern.test(message))?.[1] ?? message
  }

  dimension(text: string, metrics: readonly string[]) {
    const reference = readReference(text)
    if (reference === null) throw new Unsaid(`the group ${text}`)
    const { parts, grain, kind, datePart } = reference
    const query = parts.join('__')
    if (datePart !== null) {
      const column = `${query}__extract_${datePart}`
      return { name: this.#nameOf(column, metrics), column }
    }
    // The times of the cases are whole milliseconds.
    if (grain === 'millisecond') {
      return { name: this.#nameOf(query, metrics), column: `${query}__millisecond` }
    }
    const by = kind === 'TimeDimension' ? (grain ?? 'day') : grain
    if (by !== null && !GRAINS.has(by)) throw new Unsaid(`by ${by}`)
    const suffix = by === null ? '' : `__${by}`
    return { name: `${this.#nameOf(query, metrics)}${suffix}`, column: `${query}${suffix}` }
  }

  /** A condition on the labels of periods as one on their first days. */
  labelCondition(
    template: string,
    metrics: readonly string[],
    firstDayFrom: FirstDayFrom,
  ): string | null {
    const [, time, label] = FROM_LABEL.exec(template) ?? []
    if (time === undefined) return null
    return `[${this.dimension(time, metrics).name}] >= "${firstDayFrom(label!)}"`
  }

  condition(template: string, metrics: readonly string[]): string {
    const read = readTemplate(template)
    if ('refused' in read) throw new Unsaid(read.refused)
    const conditions = new Map<string, ElementReference>()
    const reading = readSql(read.sql, {
      dialect: 'DUCKDB',
      resolve: (parts) => {
        const written = parts.map(({ text }) => text).join('.')
        const reference = read.references.get(written)
        if (reference?.kind === 'Metric') {
          conditions.set(written, reference)
          return {
            tree: { kind: 'field', name: written, span: { start: 0, end: 0 } },
            type: 'UNKNOWN',
          }
        }
        const text =
          reference === undefined
            ? `TimeDimension('${written.replace(/__day$/, '')}', 'day')`
            : null
        const name =
          reference === undefined
            ? this.dimension(text!, metrics).name
            : this.dimension(
                `${reference.kind}('${reference.parts.join('__')}'${reference.grain === null ? '' : `, '${reference.grain}'`})`,
                metrics,
              ).name
        return { tree: { kind: 'field', name, span: { start: 0, end: 0 } }, type: 'UNKNOWN' }
      },
    })
    if (reading.tree === null) throw new Unsaid(reading.refusal.message)
    const replaced = replaceMetricConditions(reading.tree, conditions, (condition) => {
      const name = this.#membershipOf(condition)
      return { tree: { kind: 'field', name, span: { start: 0, end: 0 } } }
    })
    if ('refused' in replaced) throw new Unsaid(replaced.refused)
    return print(replaced.tree)
  }

  /** The dimension that a condition on metrics is. */
  #membershipOf(condition: MetricCondition): string {
    const text = printCondition(condition, (metric) => metric)
    const { dimensions } = this.#imported.workspace
    const found = dimensions.find(({ value, sameAs }) => {
      return value.type === 'HAVING' && value.condition === text && sameAs === undefined
    })
    if (found === undefined) throw new Unsaid(`the condition ${text}`)
    return found.name
  }

  /** The dimension of the datasets of the metrics that dbt calls so. */
  #nameOf(query: string, metrics: readonly string[]): string {
    if (query === 'metric_time') return query
    const { dimensions } = this.#imported.workspace
    const root = dimensions.find(({ code }) => code === query) ?? this.#onlyWayTo(query, metrics)
    if (root === undefined) throw new Unsaid(`the dimension ${query}`)
    const datasets = new Set(metrics.flatMap((name) => this.#datasetsOf(name)))
    const rootName = root.sameAs ?? root.name
    const same = dimensions.filter((one) => (one.sameAs ?? one.name) === rootName)
    return (same.find(({ dataset }) => datasets.has(dataset)) ?? root).name
  }

  /** The dimension `user__state` for `listing__user__state`, where no other way leads there. */
  #onlyWayTo(query: string, [metric]: readonly string[]) {
    const [parts, { workspace }] = [query.split('__'), this.#imported]
    if (metric === undefined || parts.length < 3) return undefined
    const wanted = parts.slice(-2).join('__')
    const there = dimensionsOfMetric(createCatalog(workspace), metric)
    return workspace.dimensions.find(
      ({ code, name }) => code === wanted && there.some((one) => one.name === name),
    )
  }

  #datasetsOf(name: string): readonly string[] {
    const metric = this.#imported.workspace.metrics.find((one) => one.name === name)
    if (metric === undefined) return []
    if (metric.type === 'ATOMIC') return [metric.dataset]
    if (metric.type === 'DERIVED') return this.#datasetsOf(metric.metric)
    return Array.from(metric.expr.matchAll(/\[(\w+)\]/g), ([, one]) => one!).flatMap((one) =>
      this.#datasetsOf(one),
    )
  }
}

/** The range of the time spine that a query takes periods from. */
function spineOf({ check_query: sql, spec }: MetricFlowCase): readonly [string, string] | null {
  const isByTime = spec.group_by?.some((text) => text.startsWith('TimeDimension'))
  if (isByTime !== true || !sql.includes('time_spine')) return null
  return sql.includes('time_spine_hour')
    ? ['2019-12-28', '2020-01-03']
    : ['2015-01-01', '2025-12-31']
}

/** A range of days, or of the hours or seconds that it touches. */
function timeOf([start, end]: readonly [string, string], groupBy: readonly string[]): string {
  if (/^\d{4}-\d\d-\d\d$/.test(start + end.slice(10))) {
    return `[metric_time] >= "${start}" AND [metric_time] < DateAdd(Date("${end}"), 1, "DAY")`
  }
  const [unit, length, rest] = groupBy.every((text) => text.includes("'hour'"))
    ? (['HOUR', 13, ':00:00'] as const)
    : (['SECOND', 19, ''] as const)
  if (unit === 'SECOND' && !groupBy.every((text) => text.includes("'second'"))) {
    throw new Unsaid('a time constraint within a day')
  }
  const [from, last] = [start, end].map((time) => `${time.slice(0, length)}${rest}`)
  return `[metric_time] >= "${from}" AND [metric_time] < DateAdd(Cast("${last}", "Timestamp"), 1, "${unit}")`
}
