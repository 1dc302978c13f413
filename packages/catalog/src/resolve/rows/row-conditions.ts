import type { Lookup, RowSet, TableUse } from '@tributary/attribution'
import type { Scope, TypedExpr } from '@tributary/expression'
import { constantNode, mapReferences } from '@tributary/expression/internal'
import type { ResourceRef } from '../../definitions/access.ts'
import type { DatasetDefinition } from '../../definitions/dataset.ts'
import { userAttributeMissing } from '../../definitions/errors.ts'
import type { MetricDefinition } from '../../definitions/metric.ts'
import type { Located } from '../../definitions/temporary-metric.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type Moment, pickMoment, type ScopeAt } from '../catalog/compiled-definitions.ts'
import { findPathEnd, findRelationPath, type RelationPath } from '../catalog/relations.ts'
import { combineConditions } from './conjunction.ts'
import { createColumnScope, createDatasetScope } from './row-scopes.ts'
import { findLookups } from './row-set.ts'

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

/** Rows as a user may see them. */
export interface RestrictedRows {
  readonly rows: RowSet
  /** The definitions whose row conditions the rows have. */
  readonly limitedBy: readonly ResourceRef[]
}

/**
 * The rows of a question with the row conditions of everything that it reads: of its dataset and its metrics for the
 * base, of each dataset that it looks up for that lookup, and of what the conditions look up in turn. So a row that a
 * condition excludes is as if it were not in its table. Throws `CATALOG_USER_ATTRIBUTE_MISSING` when a condition names an
 * attribute that the user does not have.
 */
export function restrictRows(question: ConditionalRows): RestrictedRows {
  const { dataset, rows } = question
  const limitedBy = new Map<string, ResourceRef>()
  const restriction = { question, limitedBy, pending: [] }
  const conditions = [
    ...compileDatasetCondition(restriction, dataset.name),
    ...compileMetricConditions(restriction),
  ]
  const pendingRestriction = { ...restriction, pending: [dataset.name] }
  return {
    rows: {
      base: restrictTo(rows.base, conditions, pendingRestriction),
      lookups: rows.lookups.map((lookup) => restrictLookup(lookup, restriction)),
    },
    limitedBy: [...limitedBy.values()],
  }
}

/** Where conditions are looked for. */
interface Restriction {
  readonly question: ConditionalRows
  /** The resources that limit the rows, by kind and name. */
  readonly limitedBy: Map<string, ResourceRef>
  /** The datasets whose conditions are being looked up: a condition that leads back to one sees all of its rows. */
  readonly pending: readonly string[]
}

function restrictLookup(lookup: Lookup, restriction: Restriction): Lookup {
  const { name } = findDatasetAt(restriction.question, lookup.alias).dataset
  if (restriction.pending.includes(name)) return lookup
  const conditions = compileDatasetCondition(restriction, lookup.alias)
  return restrictTo(lookup, conditions, {
    ...restriction,
    pending: [...restriction.pending, name],
  })
}

function restrictTo<Use extends TableUse>(
  use: Use,
  conditions: readonly TypedExpr[],
  restriction: Restriction,
): Use {
  const condition = combineConditions(conditions)
  if (condition === null) return use
  const { catalog, dataset } = restriction.question
  const depth = findDatasetAt(restriction.question, use.alias).path.length
  const lookups = findLookups(catalog, dataset, [condition], depth)
  const restricted = lookups.map((lookup) => restrictLookup(lookup, restriction))
  return { ...use, visible: { condition, lookups: restricted } }
}

/** The dataset of an alias of a question, and the way to it. */
function findDatasetAt(
  { catalog, dataset }: ConditionalRows,
  alias: string,
): { readonly dataset: DatasetDefinition; readonly path: RelationPath } {
  const path =
    alias === dataset.name ? [] : findRelationPath(catalog.datasets, dataset, alias.split('.'))
  const there = path && findPathEnd(catalog.datasets, dataset, path)
  // Without its definition nobody knows whether there is a condition.
  if (path === undefined || there === undefined) throw new TypeError(`No dataset at "${alias}"`)
  return { dataset: there, path }
}

function compileDatasetCondition(
  { question, limitedBy }: Restriction,
  alias: string,
): readonly TypedExpr[] {
  const { dataset: there, path } = findDatasetAt(question, alias)
  if (there.rows === undefined) return []
  const { catalog, dataset } = question
  const scopeAt: ScopeAt = () => createColumnScope(catalog, dataset, path)
  const place = `row condition at ${alias} of ${dataset.name}`
  limitedBy.set(`DATASET ${there.name}`, { type: 'DATASET', name: there.name })
  return [compileRowCondition(question, { place, text: there.rows, scopeAt, of: there.name })]
}

function compileMetricConditions({ question, limitedBy }: Restriction): readonly TypedExpr[] {
  const { catalog, dataset, metrics } = question
  const conditions: TypedExpr[] = []
  for (const { name, rows } of metrics) {
    if (rows === undefined) continue
    const scopeAt: ScopeAt = (moment) => createDatasetScope(catalog, dataset, moment)
    const place = `row condition over ${dataset.name}`
    limitedBy.set(`METRIC ${name}`, { type: 'METRIC', name })
    conditions.push(compileRowCondition(question, { place, text: rows, scopeAt, of: name }))
  }
  return conditions
}

function compileRowCondition(
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
  const options = { path: `${of}, rows`, expect: 'BOOLEAN', ...pickMoment(moment) } as const
  const typed = catalog.compiled.expression(place, text, scope, options)
  return mapReferences(typed, (reference) => {
    if (reference.table !== null) return reference
    const name = reference.name.slice(PREFIX.length)
    const value = user.get(name)
    if (value === undefined) throw userAttributeMissing(metric, name)
    return constantNode({ type: 'STRING', value })
  })
}
