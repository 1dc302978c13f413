import type { Catalog, MetricDefinition } from '@tributary/catalog'
import { type Expr, walk } from '@tributary/expression'
import { type Draft, UNCATEGORIZED } from '../draft/draft.ts'
import { isAggregate } from './fields.ts'

/** The datasets whose columns an expression names. */
export function collectDatasets(tree: Expr): ReadonlySet<string> {
  const names = new Set<string>()
  walk(tree, (node) => void (node.kind === 'column' && names.add(node.dataset)))
  return names
}

/** The dataset from whose rows relations lead to all others; null where there is none. */
export function findBaseDataset(tree: Expr, catalog: Catalog): string | null {
  const names = [...collectDatasets(tree)]
  if (names.length < 2) {
    const [only, ...remainingNames] =
      names.length === 1 ? names : catalog.datasets.all.map(getDatasetName)
    return only !== undefined && remainingNames.length === 0 ? only : null
  }
  return names.find((base) => canReach(base, names, catalog)) ?? null
}

function getDatasetName({ name }: { readonly name: string }): string {
  return name
}

/** Whether one relation or another leads from the rows of a dataset to each of others. */
export function canReach(base: string, names: Iterable<string>, catalog: Catalog): boolean {
  const reach = catalog.reach(catalog.datasets.byName(base)!)
  return Array.from(names).every((name) => name === base || Array.isArray(reach.get(name)))
}

/** Functions whose value does not depend on how often a row counts. */
const IDEMPOTENT = new Set([
  'CountDistinct',
  'SumDistinct',
  'Min',
  'Max',
  'AnyValue',
  'BoolOr',
  'BoolAnd',
])

/** The first aggregate of rows of a related dataset alone, which would count each once for every row of the base. */
export function findDoubleCount(tree: Expr, base: string, text: string): string | null {
  let reason: string | null = null
  walk(tree, (node) => {
    if (!isAggregate(node) || IDEMPOTENT.has(node.name)) return
    const names = [...collectDatasets(node)]
    if (names.length > 0 && !names.includes(base)) {
      reason ??= `${sliceText(node, text)} would count a row of ${names[0]} once for each row of ${base}`
    }
  })
  return reason
}

/** The text of a node. */
export function sliceText({ span }: Expr, text: string): string {
  return text.slice(span.start, span.end)
}

/** The datasets, other than the base, whose values are counted once each. */
export function findJoinedCounts(tree: Expr, base: string): readonly string[] {
  const counted: string[] = []
  walk(tree, (node) => {
    if (!isAggregate(node) || node.name !== 'CountDistinct') return
    const [name] = [...collectDatasets(node)]
    if (name !== undefined && name !== base) counted.push(name)
  })
  return counted
}

const ATOMIC: Readonly<Record<string, string>> = {
  Sum: 'SUM',
  Count: 'COUNT',
  CountDistinct: 'COUNT_DISTINCT',
  Avg: 'AVG',
  Min: 'MIN',
  Max: 'MAX',
  AnyValue: 'MIN',
  Median: 'MEDIAN',
  StdDev: 'STDDEV',
  Variance: 'VARIANCE',
}

/** Whether a metric is TRUE or FALSE, which has the numbers 1 and 0 here. */
function isCondition(tree: Expr): boolean {
  return tree.kind === 'call' && (tree.name === 'BoolOr' || tree.name === 'BoolAnd')
}

/** A metric over the rows of one dataset without names: ATOMIC for one aggregate, COMPOSITE for a formula of aggregates. */
export type MetricBody =
  | Omit<Extract<MetricDefinition, { type: 'ATOMIC' }>, 'name' | 'displayName' | 'description'>
  | Omit<Extract<MetricDefinition, { type: 'COMPOSITE' }>, 'name' | 'displayName' | 'description'>

/** The sum of `COALESCE(SUM(x), 0)`; null for anything else. */
function findSumOrZero(tree: Expr): Expr | null {
  if (tree.kind !== 'call' || tree.name !== 'Coalesce' || tree.args.length !== 2) return null
  const [sum, zero] = tree.args as [Expr, Expr]
  const isSum = sum.kind === 'call' && sum.name === 'Sum' && sum.args.length === 1
  return isSum && zero.kind === 'number' && Number(zero.raw) === 0 ? sum : null
}

/** The body of a metric over the rows of a dataset. A sum over no rows is NULL, as in SQL, unless the text makes it 0. */
export function toMetricBody(written: Expr, base: string, draft: Draft): MetricBody {
  const sum = findSumOrZero(written)
  const tree = sum ?? written
  const aggregate = tree.kind === 'call' && tree.args.length < 2 ? ATOMIC[tree.name] : undefined
  const printed = (node: Expr): string => draft.printRows(node, base)
  if (aggregate === undefined || tree.kind !== 'call') {
    const expr = isCondition(tree) ? `If(${printed(tree)}, 1, 0)` : printed(tree)
    return { ...UNCATEGORIZED, type: 'COMPOSITE', dataset: base, expr }
  }
  const [argument] = tree.args
  const expr = argument === undefined ? null : printed(argument)
  return {
    ...UNCATEGORIZED,
    type: 'ATOMIC',
    dataset: base,
    fraction: null,
    expr,
    filters: [],
    aggregate: aggregate as Extract<MetricDefinition, { type: 'ATOMIC' }>['aggregate'],
    ...(aggregate === 'SUM' && sum === null && { nullWhenEmpty: true }),
  }
}
