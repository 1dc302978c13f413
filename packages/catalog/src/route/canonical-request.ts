import type { AggregateRequest, Measure, RowSet } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import { splitConjuncts } from '../resolve/rows/conjunction.ts'
import { type Canonical, canonicalizeRows } from './canonical-form.ts'

/** A request whose expressions are in canonical form, its conditions taken apart. */
export interface CanonicalRequest {
  readonly request: AggregateRequest
  readonly filter: readonly TypedExpr[]
  /** The conditions on the visible rows of the base. */
  readonly visible: readonly TypedExpr[]
  /** The request's own windows first, then its others. */
  readonly pairs: readonly CanonicalPair[]
  readonly measures: readonly CanonicalMeasure[]
  readonly groupings: readonly (readonly CanonicalKey[])[]
  readonly time: TypedExpr | null
}

/** The conditions of a pair of windows. */
export interface CanonicalPair {
  readonly current: readonly TypedExpr[]
  readonly compare: readonly TypedExpr[]
}

/** A measure in its parts. */
export interface CanonicalMeasure {
  readonly measure: Measure
  readonly argument: TypedExpr | null
  readonly filter: readonly TypedExpr[]
  /** The keys of its first step; empty for a measure of one step. */
  readonly per: readonly TypedExpr[]
}

/** A column to group by. */
export interface CanonicalKey {
  readonly name: string
  readonly value: TypedExpr
}

/** The canonical form of a request. */
export function toCanonicalRequest(request: AggregateRequest): CanonicalRequest {
  const canonical = canonicalizeRows(request.rows)
  const conditions = splitCanonical(canonical)
  return {
    request,
    filter: conditions(request.filter),
    visible: listVisibleConditions(request.rows),
    pairs: [request.windows, ...(request.otherWindows ?? [])].map(({ current, compare }) => ({
      current: conditions(current),
      compare: conditions(compare),
    })),
    measures: request.measures.map((measure) => toCanonicalMeasure(measure, canonical)),
    groupings: request.groupings.map((keys) =>
      keys.map(({ name, value }) => ({ name, value: canonical(value) })),
    ),
    time: request.time && canonical(request.time),
  }
}

function listVisibleConditions({ base }: RowSet): readonly TypedExpr[] {
  const { visible } = base
  if (visible === undefined) return []
  return splitCanonical(canonicalizeRows({ base, lookups: visible.lookups }))(visible.condition)
}

/** The canonical form of a measure. */
export function toCanonicalMeasure(measure: Measure, canonical: Canonical): CanonicalMeasure {
  return {
    measure,
    argument: measure.argument && canonical(measure.argument),
    filter: splitCanonical(canonical)(measure.filter),
    per: measure.nested?.per.map(canonical) ?? [],
  }
}

/** The conditions that a canonical form of a condition joins. */
export function splitCanonical(
  canonical: Canonical,
): (condition: TypedExpr | null) => readonly TypedExpr[] {
  return (condition) => splitConjuncts(condition && canonical(condition))
}
