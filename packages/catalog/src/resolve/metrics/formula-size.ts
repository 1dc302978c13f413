import type { TypedExpr } from '@tributary/expression'
import { listTypedChildren } from '@tributary/expression/internal'
import { unsupportedMetric } from '../../definitions/errors.ts'
import {
  type CompiledDefinitions,
  createCompiledQuestion,
} from '../catalog/compiled-definitions.ts'

/** How large a formula is with every metric in it written out, as often as it is named. */
export interface FormulaSize {
  readonly nodes: number
  /** Levels of nodes. */
  readonly height: number
}

/**
 * The size that the formulas of a question may still have together. Temporary metrics that name one another twice
 * double at each step, so sizes are added up over the metrics that a formula names, and no formula is written out to be measured.
 */
export interface FormulaBudget {
  /** Nodes of the formulas of all metrics together. */
  nodes: number
  /** Metrics yet to be resolved, each once in the same context below the metric that is asked for. */
  metrics: number
  readonly sizes: WeakMap<TypedExpr, FormulaSize>
  /** The formulas of temporary metrics. */
  readonly compiled: CompiledDefinitions
}

/** The largest formula of a metric: what walks through a formula takes about 10 ms at this size. */
const MOST_NODES = 2000
/** Everything that walks through a formula uses the stack. */
const MOST_HEIGHT = 1000

/** A fresh budget: 40,000 nodes and 20,000 metrics. */
export function createFormulaBudget(): FormulaBudget {
  return {
    nodes: 40_000,
    metrics: 20_000,
    sizes: new WeakMap(),
    compiled: createCompiledQuestion(),
  }
}

/** The size of a formula. A node that stands in several places is looked at once and counted in each of them. */
export function measureFormula(
  formula: TypedExpr,
  sizes: FormulaBudget['sizes'] = new WeakMap(),
): FormulaSize {
  const measured = sizes.get(formula)
  if (measured !== undefined) return measured
  let nodes = 1
  let height = 0
  for (const child of listTypedChildren(formula)) {
    const size = measureFormula(child, sizes)
    nodes += size.nodes
    height = Math.max(height, size.height)
  }
  const size = { nodes, height: height + 1 }
  sizes.set(formula, size)
  return size
}

/** Throws `CATALOG_UNSUPPORTED_METRIC` for a formula that is too large. */
export function assertFormulaFits(formula: TypedExpr, budget: FormulaBudget, path: string): void {
  const { nodes, height } = measureFormula(formula, budget.sizes)
  if (nodes > MOST_NODES || height > MOST_HEIGHT) throw tooLargeFormula(path)
}

/** Takes the nodes of a metric's formula from the budget. Throws `CATALOG_UNSUPPORTED_METRIC` when they are more than are left. */
export function spendFormula(formula: TypedExpr, budget: FormulaBudget, path: string): void {
  budget.nodes -= measureFormula(formula, budget.sizes).nodes
  if (budget.nodes < 0) throw tooLargeFormula(path)
}

/** Takes a metric from the budget. Throws `CATALOG_UNSUPPORTED_METRIC` when none is left. */
export function spendMetric(budget: FormulaBudget, path: string): void {
  budget.metrics -= 1
  if (budget.metrics < 0) throw tooLargeFormula(path)
}

function tooLargeFormula(path: string): Error {
  return unsupportedMetric(
    path,
    'The metrics of this request are too large when their formulas are expanded',
  )
}
