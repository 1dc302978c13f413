import type { RowSet } from '@tributary/attribution'
import type { Scope, TypedExpr } from '@tributary/expression'
import { constantNode, mapReferences } from '@tributary/expression/internal'
import type { ResourceRef } from '../definitions/access.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { userAttributeMissing } from '../definitions/errors.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import type { Catalog } from './catalog.ts'
import { type Moment, momentOf, type ScopeAt } from './compiled-definitions.ts'
import { endOf, pathNamed } from './relations.ts'
import { columnScope, datasetScope } from './row-scopes.ts'

/** The attributes of the user who asks a question: values by name. */
export type UserAttributes = ReadonlyMap<string, string>

const PREFIX = 'user.'

/** `scope`, in which `[user.NAME]` is an attribute of the user who asks: a STRING. */
export function withUserAttributes(scope: Scope): Scope {
  return {
    ...scope,
    resolve(name) {
      if (name.kind !== 'field' || !isAttribute(name.name)) return scope.resolve(name)
      return { found: { kind: 'reference', type: 'STRING', table: null, name: name.name } }
    },
  }
}

function isAttribute(name: string): boolean {
  return name.length > PREFIX.length && name.startsWith(PREFIX)
}

/** A question whose row conditions are looked for. */
export interface ConditionalRows extends Moment {
  readonly catalog: Catalog
  /** The metric as it was asked for; error messages name it. */
  readonly metric: Located
  readonly dataset: DatasetDefinition
  /** Every metric that the question computes, at whatever level. */
  readonly metrics: Iterable<MetricDefinition>
  /** The tables that it reads. */
  readonly rows: RowSet
  readonly user: UserAttributes
}

/** A condition with the definition that states it. */
export interface RowCondition {
  readonly of: ResourceRef
  readonly condition: TypedExpr
}

/**
 * The row conditions of everything that a question reads: its dataset, the datasets that it looks up, and its metrics.
 * Throws `CATALOG_USER_ATTRIBUTE_MISSING` when one names an attribute that the user does not have.
 */
export function rowConditions(question: ConditionalRows): readonly RowCondition[] {
  const { catalog, dataset, metrics, rows } = question
  const found: RowCondition[] = []
  for (const alias of [rows.base.alias, ...rows.lookups.map((lookup) => lookup.alias)]) {
    const path =
      alias === dataset.name ? [] : pathNamed(catalog.datasets, dataset, alias.split('.'))
    const there = path && endOf(catalog.datasets, dataset, path)
    // Without its definition nobody knows whether there is a condition.
    if (path === undefined || there === undefined) throw new TypeError(`No dataset at "${alias}"`)
    if (there.rows === undefined) continue
    const scopeAt: ScopeAt = () => columnScope(catalog, dataset, path)
    const place = `row condition at ${alias} of ${dataset.name}`
    const condition = compiled(question, { place, text: there.rows, scopeAt, of: there.name })
    found.push({ of: { type: 'DATASET', name: there.name }, condition })
  }
  for (const metric of metrics) {
    if (metric.rows === undefined) continue
    const scopeAt: ScopeAt = (moment) => datasetScope(catalog, dataset, moment)
    const place = `row condition over ${dataset.name}`
    const condition = compiled(question, { place, text: metric.rows, scopeAt, of: metric.name })
    found.push({ of: { type: 'METRIC', name: metric.name }, condition })
  }
  return found
}

function compiled(
  { catalog, metric, user, ...moment }: ConditionalRows,
  {
    place,
    text,
    scopeAt,
    of,
  }: {
    readonly place: string
    readonly text: string
    readonly scopeAt: ScopeAt
    readonly of: string
  },
): TypedExpr {
  const scope: ScopeAt = (at) => withUserAttributes(scopeAt(at))
  const options = { path: `${of}, rows`, expect: 'BOOLEAN', ...momentOf(moment) } as const
  const typed = catalog.compiled.expression(place, text, scope, options)
  return mapReferences(typed, (reference) => {
    if (reference.table !== null) return reference
    const name = reference.name.slice(PREFIX.length)
    const value = user.get(name)
    if (value === undefined) throw userAttributeMissing(metric, name)
    return constantNode({ type: 'STRING', value })
  })
}
