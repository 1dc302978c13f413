import { assertNever, TributaryError } from '@tributary/core'
import type { SlicedWork } from '@tributary/core/internal'
import type { Column, Scope, TypedExpr } from '@tributary/expression'
import type { DatasetDefinition, OriginDataType } from '../definitions/dataset.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { toOriginDataType } from '../resolve/catalog/columns.ts'
import { createMetricScope } from '../resolve/metrics/metric-scope.ts'
import { resolveMetric } from '../resolve/metrics/resolve-metric.ts'
import { createDatasetScope, createTimeScope } from '../resolve/rows/row-scopes.ts'
import { resultScope } from '../view/view-conditions.ts'

/**
 * The role of an expression in a question about a metric: a condition on rows, on their time, on the values of the metric, or a
 * formula in its place.
 */
export type ExpressionContext = 'filter' | 'time' | 'result' | 'formula'

/** The names that an expression may use, and the type that it must have. */
export interface ExpressionScope {
  readonly scope: Scope
  readonly expect: 'BOOLEAN' | 'NUMBER'
}

/**
 * The scope of an expression of a question about a metric. For a metric over several datasets a condition on rows has the
 * names that all of them have. `now` is the present in local time. Throws what {@link resolveMetric} throws.
 */
export function expressionScope(
  catalog: Catalog,
  metric: MetricDefinition,
  { context, now }: { readonly context: ExpressionContext; readonly now: bigint },
): ExpressionScope {
  const located = { text: metric.name, path: 'metric' }
  const { datasets, formula } = resolveMetric(catalog, located, { now })
  const shared = (scopeOf: (dataset: DatasetDefinition) => Scope): Scope =>
    sharedScope(datasets.map(scopeOf))
  switch (context) {
    case 'filter':
      return {
        scope: shared((dataset) => createDatasetScope(catalog, dataset, { now })),
        expect: 'BOOLEAN',
      }
    case 'time':
      return { scope: shared((dataset) => createTimeScope(catalog, dataset)), expect: 'BOOLEAN' }
    case 'result': {
      const question = { metricDefinitions: new Map() }
      const findMetricName = (text: string) =>
        catalog.metrics.find(text)[0] === metric ? metric.name : null
      const scopeAt = resultScope(
        { catalog, question, typeOf: () => formula.type },
        [metric],
        findMetricName,
      )
      const scope = { ...scopeAt('text'), describe: () => describe(metric) }
      return { scope, expect: 'BOOLEAN' }
    }
    case 'formula':
      return { scope: formulaScope(catalog, now), expect: 'NUMBER' }
    default:
      return assertNever(context)
  }
}

/** The names that mean something in every scope; what they mean in the first. */
function sharedScope(scopes: readonly Scope[]): Scope {
  const [first, ...remainingScopes] = scopes as [Scope, ...Scope[]]
  if (remainingScopes.length === 0) return first
  return {
    ...first,
    resolve: (name) =>
      scopes.map((scope) => scope.resolve(name)).find((resolution) => 'problem' in resolution) ??
      first.resolve(name),
    names: () => {
      const nameSets = remainingScopes.map((scope) => new Set(scope.names()))
      return [...first.names()].filter((name) => nameSets.every((names) => names.has(name)))
    },
    columns: () => [],
  }
}

/** The metrics, each by the formula that it comes to. */
function formulaScope(catalog: Catalog, now: bigint): Scope {
  const formulas = new Map<MetricDefinition, TypedExpr | string>()
  const resolveFormulaOnce = (metric: MetricDefinition): TypedExpr | string => {
    const cachedFormula = formulas.get(metric) ?? resolvedTo(catalog, metric, now)
    formulas.set(metric, cachedFormula)
    return cachedFormula
  }
  const wholly = createMetricScope(catalog, {
    formulaOf: (metric) => resolveFormulaOnce(metric) as TypedExpr,
    temporary: () => null,
  })
  return {
    resolve(name) {
      const fits = name.kind === 'field' ? catalog.metrics.find(name.name) : []
      const formula = fits.length === 1 ? resolveFormulaOnce(fits[0]!) : null
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

/** The formula of a metric; for one that cannot be used the reason. */
function resolvedTo(catalog: Catalog, metric: MetricDefinition, now: bigint): TypedExpr | string {
  try {
    return resolveMetric(catalog, { text: metric.name, path: 'text' }, { now }).formula
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

/** The names of a scope. */
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
    const field = describeField(scope, name)
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

function describeField(scope: Scope, name: string): ScopeField | null {
  const field = { kind: 'field', name, span: { start: 0, end: name.length } } as const
  const resolution = scope.resolve(field)
  if ('problem' in resolution) return null
  const { description = '', values } = scope.describe?.(field) ?? {}
  return {
    name,
    type: toOriginDataType(resolution.found.type),
    description,
    ...(values !== undefined &&
      values.length > 0 && {
        values: values.map(({ value, description: meaning = '' }) => {
          return { value, description: meaning }
        }),
      }),
  }
}
