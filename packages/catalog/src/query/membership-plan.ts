import type { QueryPart, QueryRequest } from '@tributary/attribution/internal'
import { valueOfNothing } from '@tributary/attribution/internal'
import type { SlicedWork } from '@tributary/core/internal'
import { compile, evaluate, type TypedExpr, type ValueType } from '@tributary/expression'
import { callNode, constantNode } from '@tributary/expression/internal'
import { createFactContexts, createQuestionContext } from '../plan/attribution-question.ts'
import type { PlanAttributionOptions } from '../plan/plan-attribution.ts'
import { planDimension } from '../plan/plan-groupings.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { createMetricScope } from '../resolve/metrics/metric-scope.ts'
import { listFieldNames } from '../resolve/names/expression-names.ts'
import { planParts } from './plan-parts.ts'
import { toAttributionQuestion } from './to-attribution-question.ts'

/** A question for the keys that a dimension with `having` is about. */
export interface MembershipPlan {
  /** Its rows have one key, the first column of the answer. */
  readonly request: QueryRequest
  readonly keyType: ValueType
  /**
   * Whether the keys of the answer fulfil the condition, or are those that do not: where the condition is TRUE without any row
   * (`[orders] < 3`), all others fulfil it.
   */
  readonly isOfMembers: boolean
}

/** A question for the members of a dimension with a condition on a metric. */
export interface MembershipQuestion {
  /** The name of a dimension with `having`. */
  readonly dimension: string
  /** The present, in microseconds since 1970 in the tenant's local time. */
  readonly now: bigint
  /** The most keys of the answer. */
  readonly limit: number
}

/**
 * The question that a dimension with `having` stands for: the keys whose metrics fulfil the condition, of all time. What
 * definitions refer to is looked up among all of them; rows are those that the user may see.
 */
export function* membershipPlan(
  { unrestricted: catalog }: Catalog,
  { dimension, now, limit }: MembershipQuestion,
  options: Pick<PlanAttributionOptions, 'user' | 'limited'> = {},
): SlicedWork<MembershipPlan> {
  const { value } = catalog.dimension(dimension)
  if (value.type !== 'HAVING') throw new TypeError(`The dimension "${dimension}" has no condition`)
  const { per, condition } = value
  const path = `dimension ${dimension}, having`
  const named = listFieldNames(condition, catalog.workspace.calendar).map(
    (fieldName) => catalog.metric(fieldName).name,
  )
  const metrics = [...new Set(named)].map((text) => ({ text, path }))
  const question = { ...NO_CONDITIONS, metrics, dimensions: [], now }
  const baseContext = createQuestionContext(catalog, toAttributionQuestion(question))
  const contexts = metrics.map((metric) =>
    createFactContexts(baseContext, baseContext.resolve(metric)),
  )
  const key = { text: per, path: `dimension ${dimension}, per` }
  const parts = yield* planParts(contexts, {
    question,
    names: metrics.map(({ text }) => text),
    ...options,
    keysOf: (context) => [{ name: KEY, value: planDimension(context, key).value }],
  })
  const scope = createMetricScope(catalog, {
    temporary: () => null,
    formulaOf: ({ name }): TypedExpr => {
      const { type } = baseContext.resolve({ text: name, path }).formula
      return { kind: 'reference', type, table: null, name }
    },
  })
  const typed = compile(condition, scope, { path, expect: 'BOOLEAN', now })
  const nothing = valuesOfNothing(parts)
  const isOfMembers = evaluate(typed, ({ name }) => nothing.get(name) ?? null) !== true
  const { type: keyType } = parts[0]!.keys[0]!.value
  return {
    keyType,
    isOfMembers,
    request: {
      keys: [{ name: KEY, type: keyType }],
      parts,
      metrics: metrics.map(({ text }) => text),
      resultFilter: isOfMembers ? typed : isNotTrue(typed),
      orders: [],
      offset: 0,
      limit,
    },
  }
}

const NO_CONDITIONS = {
  timeConstraint: null,
  filters: [],
  metricDefinitions: new Map(),
} as const

/** No metric can be called so. */
const KEY = 'key of the condition'

/** By metric its value over no rows. */
function valuesOfNothing(parts: readonly QueryPart[]): ReadonlyMap<string, 0 | null> {
  return new Map(
    parts.flatMap(({ metrics }) => metrics.map((metric) => [metric.name, valueOfNothing(metric)])),
  )
}

/** TRUE where a condition is FALSE or NULL. */
function isNotTrue(condition: TypedExpr): TypedExpr {
  const constant = (value: boolean) => constantNode({ type: 'BOOLEAN', value })
  return callNode('If', 'BOOLEAN', [condition, constant(false), constant(true)])
}
