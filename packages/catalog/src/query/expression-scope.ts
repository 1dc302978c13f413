import { assertNever, TributaryError } from '@tributary/core'
import type { SlicedWork } from '@tributary/core/internal'
import type { Column, Scope, TypedExpr } from '@tributary/expression'
import type { DatasetDefinition, OriginDataType } from '../definitions/dataset.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { Catalog } from '../resolve/catalog.ts'
import { originDataTypeOf } from '../resolve/columns.ts'
import { metricScope } from '../resolve/metric-scope.ts'
import { resolveMetric } from '../resolve/resolve-metric.ts'
import { datasetScope, timeScope } from '../resolve/row-scopes.ts'
import { resultScope } from '../view/view-conditions.ts'

/**
 * What an expression is of a question about a metric: a condition on rows, on their time, on the values of the metric, or a
 * formula in its place.
 */
export type ExpressionContext = 'filter' | 'time' | 'result' | 'formula'

/** The names that an expression may use, and the type that it must have. */
export interface ExpressionScope {
  readonly scope: Scope
  readonly expect: 'BOOLEAN' | 'NUMBER'
  /** Where the rows of the metric are. */
  readonly dataset: DatasetDefinition
}

/**
 * The scope of an expression of a question about a metric. A formula may use the metrics of the same dataset. `now` is the
 * present in local time. Throws what {@link resolveMetric} throws.
 */
export function expressionScope(
  catalog: Catalog,
  metric: MetricDefinition,
  { context, now }: { readonly context: ExpressionContext; readonly now: bigint },
): ExpressionScope {
  const { dataset, formula } = resolveMetric(
    catalog,
    { text: metric.name, path: 'metric' },
    { now },
  )
  switch (context) {
    case 'filter':
      return { scope: datasetScope(catalog, dataset, { now }), expect: 'BOOLEAN', dataset }
    case 'time':
      return { scope: timeScope(catalog, dataset), expect: 'BOOLEAN', dataset }
    case 'result': {
      const question = { metricDefinitions: new Map() }
      const nameOf = (text: string) =>
        catalog.metrics.find(text)[0] === metric ? metric.name : null
      const scopeAt = resultScope(
        { catalog, question, typeOf: () => formula.type },
        [metric],
        nameOf,
      )
      const scope = { ...scopeAt('text'), describe: () => describe(metric) }
      return { scope, expect: 'BOOLEAN', dataset }
    }
    case 'formula':
      return { scope: formulaScope(catalog, dataset, now), expect: 'NUMBER', dataset }
    default:
      return assertNever(context)
  }
}

/** The metrics of a dataset, each by the formula that it comes to. */
function formulaScope(catalog: Catalog, dataset: DatasetDefinition, now: bigint): Scope {
  const formulas = new Map<MetricDefinition, TypedExpr | string>()
  const formulaOf = (metric: MetricDefinition): TypedExpr | string => {
    const known = formulas.get(metric) ?? resolvedIn(catalog, dataset, { metric, now })
    formulas.set(metric, known)
    return known
  }
  const wholly = metricScope(catalog, {
    formulaOf: (metric) => formulaOf(metric) as TypedExpr,
    temporary: () => null,
  })
  return {
    resolve(name) {
      const fits = name.kind === 'field' ? catalog.metrics.find(name.name) : []
      const formula = fits.length === 1 ? formulaOf(fits[0]!) : null
      if (typeof formula === 'string') return { problem: { kind: 'misplaced', message: formula } }
      return wholly.resolve(name)
    },
    names: wholly.names,
    describe: (name) => {
      const metric = name.kind === 'field' ? catalog.metrics.byName(name.name) : undefined
      return metric === undefined ? null : describe(metric)
    },
    calendar: catalog.workspace.calendar,
  }
}

/** The formula of a metric of the dataset; for another metric why it cannot be used. */
function resolvedIn(
  catalog: Catalog,
  dataset: DatasetDefinition,
  { metric, now }: { readonly metric: MetricDefinition; readonly now: bigint },
): TypedExpr | string {
  try {
    const resolved = resolveMetric(catalog, { text: metric.name, path: 'text' }, { now })
    if (resolved.dataset === dataset) return resolved.formula
    return `The metric "${metric.name}" is of another dataset; all metrics of a formula must be of one`
  } catch (error) {
    if (error instanceof TributaryError) return error.message
    throw error
  }
}

function describe({ description, displayName }: MetricDefinition): { description: string } {
  return { description: description === '' ? displayName : description }
}

/** A name that can stand in brackets. */
export interface ScopeField {
  readonly name: string
  readonly type: OriginDataType
  readonly description: string
  /** Values that the workspace lists, with their meanings. */
  readonly values?: readonly { readonly value: string; readonly description: string }[]
}

/** What a scope has. */
export interface ScopeContents {
  readonly fields: readonly ScopeField[]
  readonly columns: readonly Pick<Column, 'dataset' | 'column'>[]
  /** Whether there is more than was asked for. */
  readonly more: boolean
}

/** The names of a scope that mean something, each once and at most so many of each kind. */
export function* scopeContents(scope: Scope, most: number): SlicedWork<ScopeContents> {
  const fields: ScopeField[] = []
  for (const name of new Set(scope.names())) {
    const field = fieldOf(scope, name)
    if (field !== null) fields.push(field)
    if (fields.length > most) break
    yield
  }
  const columns: Pick<Column, 'dataset' | 'column'>[] = []
  for (const column of scope.columns?.() ?? []) {
    columns.push(column)
    if (columns.length > most) break
    yield
  }
  return {
    fields: fields.slice(0, most),
    columns: columns.slice(0, most),
    more: fields.length > most || columns.length > most,
  }
}

function fieldOf(scope: Scope, name: string): ScopeField | null {
  const field = { kind: 'field', name, span: { start: 0, end: name.length } } as const
  const resolution = scope.resolve(field)
  if ('problem' in resolution) return null
  const { description = '', values } = scope.describe?.(field) ?? {}
  return {
    name,
    type: originDataTypeOf(resolution.found.type),
    description,
    ...(values !== undefined &&
      values.length > 0 && {
        values: values.map(({ value, description: meaning = '' }) => {
          return { value, description: meaning }
        }),
      }),
  }
}
