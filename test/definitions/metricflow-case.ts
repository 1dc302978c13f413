import type { MetricQueryRequest } from '@tributary/contract'
import { type ImportedDefinitions, readSql } from '@tributary/definitions'
import { print } from '@tributary/expression'
import { readReference, readTemplate } from '../../packages/definitions/src/dbt/template.ts'

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

/** A case as a query of ours, with the column of the right result for each of ours; or why it cannot be asked. */
export type OwnQuery =
  | { readonly request: MetricQueryRequest; readonly columns: readonly string[] }
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
  if (one.model !== 'SIMPLE_MODEL') return { reason: 'of another model' }
  if (metrics.length === 0) return { reason: 'no metric: the values of dimensions' }
  const names = new Names(imported)
  const missing = metrics.map((name) => names.reasonOf(name)).find((reason) => reason !== null)
  if (missing != null) return { reason: missing }
  try {
    const dimensions = groupBy.map((text) => names.dimension(text, metrics))
    const filters = where.map(
      (text) => names.labelCondition(text, metrics, firstDayFrom) ?? names.condition(text, metrics),
    )
    const range = rest.time_constraint ?? spineOf(one)
    const time = range === null ? null : timeOf(range)
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
  [/filter by the metric/, 'a filter by a metric'],
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
    const reading = readSql(read.sql, {
      dialect: 'DUCKDB',
      resolve: (parts) => {
        const written = parts.map(({ text }) => text).join('.')
        const reference = read.references.get(written)
        if (reference?.kind === 'Metric') return { refused: 'a filter by a metric' }
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
    return print(reading.tree)
  }

  /** The dimension of the datasets of the metrics that dbt calls so. */
  #nameOf(query: string, metrics: readonly string[]): string {
    if (query === 'metric_time') return query
    const { dimensions } = this.#imported.workspace
    const root = dimensions.find(({ code }) => code === query)
    if (root === undefined) throw new Unsaid(`the dimension ${query}`)
    const datasets = new Set(metrics.flatMap((name) => this.#datasetsOf(name)))
    const rootName = root.sameAs ?? root.name
    const same = dimensions.filter((one) => (one.sameAs ?? one.name) === rootName)
    return (same.find(({ dataset }) => datasets.has(dataset)) ?? root).name
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

function timeOf([start, end]: readonly [string, string]): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(start + end.slice(10)))
    throw new Unsaid('a time constraint within a day')
  return `[metric_time] >= "${start}" AND [metric_time] < DateAdd(Date("${end}"), 1, "DAY")`
}
