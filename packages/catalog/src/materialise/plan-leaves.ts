import type { Leaf } from '@tributary/attribution'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { PlanDefinition } from '../definitions/plan.ts'
import { identityOf } from '../resolve/identity-of.ts'
import { resolveMetric } from '../resolve/resolve-metric.ts'

/** The leaves of a plan's metrics, each once, and the dataset that they stand on. */
export interface PlanLeaves {
  readonly dataset: DatasetDefinition
  readonly leaves: readonly Leaf[]
  /** The metric that a leaf is all of; in the order of `leaves`, null for one that is a part of a formula. */
  readonly alone: readonly (string | null)[]
}

/** Brings the metrics of a plan down to leaves. Throws what {@link resolveMetric} throws. */
export function planLeaves(
  catalog: Catalog,
  plan: Pick<PlanDefinition, 'name' | 'metrics'>,
  options: { readonly now?: bigint } = {},
): PlanLeaves {
  const leaves = new Map<string, { readonly leaf: Leaf; alone: string | null }>()
  let dataset: DatasetDefinition | null = null
  for (const [i, text] of plan.metrics.entries()) {
    const path = `plan ${plan.name}, metrics[${i}]`
    const resolution = resolveMetric(catalog, { text, path }, options)
    dataset ??= resolution.dataset
    const isAlone = resolution.formula.kind === 'reference'
    for (const { moves: _, name, ...rest } of resolution.leaves) {
      const identity = identityOf(rest)
      const known = leaves.get(identity) ?? { leaf: { name, ...rest }, alone: null }
      if (isAlone) known.alone ??= catalog.metric(text, path).name
      leaves.set(identity, known)
    }
  }
  if (dataset === null) throw new TypeError(`The plan "${plan.name}" has no metric`)
  const all = [...leaves.values()]
  return { dataset, leaves: all.map(({ leaf }) => leaf), alone: all.map(({ alone }) => alone) }
}
