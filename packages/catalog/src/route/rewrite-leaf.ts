import type { Aggregate, Leaf } from '@tributary/attribution'
import { aggregateType } from '@tributary/attribution/internal'
import type { TypedExpr, ValueType } from '@tributary/expression'
import { callNode, constantNode } from '@tributary/expression/internal'
import type { CanonicalLeaf } from './canonical-request.ts'
import { express } from './express.ts'
import { formKey } from './form-key.ts'
import { undeterminedColumn } from './functional-dependency.ts'
import { implies } from './implies.ts'
import {
  conditionInColumns,
  inColumns,
  nestedInColumns,
  type Rewriting,
  type RewrittenLeaf,
} from './rewriting.ts'
import type { RouteReason } from './route-reason.ts'
import { toTableColumn } from './table-columns.ts'

/** A leaf over a table, of the same values; reasons against it are collected. */
export function rewriteLeaf(rewriting: Rewriting, requestedLeaf: CanonicalLeaf): RewrittenLeaf {
  const { form } = rewriting.table.materialisation
  return form === 'DETAIL'
    ? detailLeaf(rewriting, requestedLeaf)
    : mergedLeaf(rewriting, requestedLeaf)
}

/** Over rows as they were it is the same aggregate of columns. */
function detailLeaf(rewriting: Rewriting, requestedLeaf: CanonicalLeaf): RewrittenLeaf {
  const use = `"${requestedLeaf.leaf.name}"`
  const leaf: Leaf = {
    ...requestedLeaf.leaf,
    argument: requestedLeaf.argument && inColumns(rewriting, requestedLeaf.argument, use),
    filter: conditionInColumns(rewriting, requestedLeaf.filter, use),
    ...nestedInColumns(rewriting, requestedLeaf),
  }
  return { leaf, isCount: false }
}

/** A stored number from which a leaf can be put together. */
interface Stored {
  readonly column: string
  readonly type: ValueType
  /** The conditions that the rows of the stored number fulfil. */
  readonly filter: readonly TypedExpr[]
  /** Whether the number says itself that no row met the filter: a count of rows by zero, others by NULL. */
  readonly tellsNoRows: boolean
}

/** A leaf from numbers that a table stores for groups of rows; reasons against it are collected. */
function mergedLeaf(rewriting: Rewriting, requestedLeaf: CanonicalLeaf): RewrittenLeaf {
  const reasons: RouteReason[] = []
  const makers = [
    ...storedFor(rewriting, requestedLeaf).map(
      (stored) => () => rewriteFromStored(rewriting, requestedLeaf, stored),
    ),
    () => fromDimensions(rewriting, requestedLeaf),
  ]
  for (const make of makers) {
    const result = make()
    if (result !== null && 'isCount' in result) return result
    if (result !== null) reasons.push(result)
  }
  rewriting.reasons.push(reasons[0] ?? { kind: 'LEAF_MISSING', leaf: requestedLeaf.leaf.name })
  return { leaf: requestedLeaf.leaf, isCount: false }
}

/** The stored numbers of the same aggregate, over no fewer rows. */
function storedFor({ table, request }: Rewriting, requestedLeaf: CanonicalLeaf): readonly Stored[] {
  const { leaves, rowCount } = table.materialisation
  const stored: Stored[] = []
  for (const [index, { column }] of leaves.entries()) {
    const tableLeaf = table.leaves[index]!
    if (column === null || tableLeaf.leaf.nested !== undefined || !isSame(tableLeaf, requestedLeaf))
      continue
    if (
      !tableLeaf.filter.every((condition) =>
        implies([...requestedLeaf.filter, ...request.visible, ...request.filter], condition),
      )
    )
      continue
    const { aggregate, argument } = tableLeaf.leaf
    const tellsNoRows =
      tableLeaf.filter.length === 0 ||
      (aggregate === 'COUNT' ? argument === null : !COUNTS.has(aggregate))
    const type = aggregateType(aggregate, argument?.type ?? 'INT')
    stored.push({ column, type, filter: tableLeaf.filter, tellsNoRows })
  }
  if (
    rowCount !== null &&
    requestedLeaf.leaf.aggregate === 'COUNT' &&
    requestedLeaf.argument === null
  ) {
    stored.push({ column: rowCount, type: 'INT', filter: [], tellsNoRows: true })
  }
  return stored
}

const COUNTS: ReadonlySet<Aggregate> = new Set<Aggregate>(['COUNT', 'COUNT_DISTINCT'])

function isSame(tableLeaf: CanonicalLeaf, requestedLeaf: CanonicalLeaf): boolean {
  return (
    tableLeaf.leaf.aggregate === requestedLeaf.leaf.aggregate &&
    tableLeaf.leaf.fraction === requestedLeaf.leaf.fraction &&
    (tableLeaf.argument && formKey(tableLeaf.argument)) ===
      (requestedLeaf.argument && formKey(requestedLeaf.argument))
  )
}

function rewriteFromStored(
  rewriting: Rewriting,
  requestedLeaf: CanonicalLeaf,
  stored: Stored,
): RewrittenLeaf | RouteReason {
  const { leaf } = requestedLeaf
  const remainingConditions = requestedLeaf.filter.filter(
    (condition) => !implies(stored.filter, condition),
  )
  const trialRewriting: Rewriting = { ...rewriting, reasons: [] }
  const filter = conditionInColumns(trialRewriting, remainingConditions, `"${leaf.name}"`)
  const nested = nestedInColumns(trialRewriting, requestedLeaf)
  const reason =
    trialRewriting.reasons[0] ??
    mergeReason(rewriting, requestedLeaf, remainingConditions) ??
    outerReason(requestedLeaf)
  if (reason !== null) return reason
  if (leaf.nested !== undefined && !stored.tellsNoRows) {
    return { kind: 'LEAF_MISSING', leaf: leaf.name }
  }
  const column = toTableColumn(stored.column, stored.type)
  const isCount = COUNTS.has(leaf.aggregate)
  const counted = isCount && leaf.nested !== undefined && stored.filter.length > 0
  return {
    leaf: {
      ...pickLeafPlace(leaf),
      aggregate: MERGED[leaf.aggregate] ?? 'MAX',
      argument: column,
      filter: counted ? addConjunct(filter, moreThanNone(column)) : filter,
      ...nested,
    },
    isCount: isCount && leaf.nested === undefined,
  }
}

/** How the numbers of parts are put together; the others are those of one part alone. */
const MERGED: Partial<Record<Aggregate, Aggregate>> = {
  SUM: 'SUM',
  COUNT: 'SUM',
  MIN: 'MIN',
  MAX: 'MAX',
}

/** Why the numbers of parts cannot be put together: they would have to be those of one part alone. */
function mergeReason(
  { request, table }: Rewriting,
  { leaf, argument, per }: CanonicalLeaf,
  filter: readonly TypedExpr[],
): RouteReason | null {
  const isDoubleSum = leaf.aggregate === 'SUM' && argument?.type === 'DOUBLE'
  if (MERGED[leaf.aggregate] !== undefined && !isDoubleSum) return null
  const pair = request.pairs[leaf.otherWindow === undefined ? 0 : leaf.otherWindow + 1]!
  for (const grouping of request.groupings) {
    const keys = [...grouping.map(({ value }) => value), ...per]
    for (const side of [pair.current, pair.compare]) {
      const conditions = [...request.visible, ...request.filter, ...side, ...filter]
      const differing = undeterminedColumn(table.columns, { keys, conditions })
      if (differing === null) continue
      if (isDoubleSum) return { kind: 'DOUBLE_SUM', leaf: leaf.name }
      const { aggregate, name } = leaf
      return { kind: 'NOT_EXACT_GRAIN', leaf: name, aggregate, column: differing.name }
    }
  }
  return null
}

/** Why the outer step would not give the same number to the last digit. */
function outerReason({ leaf, argument }: CanonicalLeaf): RouteReason | null {
  const outer = leaf.nested?.aggregate
  const inner = aggregateType(leaf.aggregate, argument?.type ?? 'INT')
  const isRounded = (outer === 'SUM' && inner === 'DOUBLE') || (outer === 'AVG' && inner !== 'INT')
  return isRounded ? { kind: 'DOUBLE_SUM', leaf: leaf.name } : null
}

/** A leaf that asks only which values there are, or how many rows have one, from the table's own dimensions. */
function fromDimensions(rewriting: Rewriting, requestedLeaf: CanonicalLeaf): RewrittenLeaf | null {
  const { leaf, argument } = requestedLeaf
  const value = argument && express(argument, rewriting.table.columns).typed
  if (value == null || outerReason(requestedLeaf) !== null) return null
  const trialRewriting: Rewriting = { ...rewriting, reasons: [] }
  const filter = conditionInColumns(trialRewriting, requestedLeaf.filter, leaf.name)
  const nested = nestedInColumns(trialRewriting, requestedLeaf)
  if (trialRewriting.reasons.length > 0) return null
  const { rowCount } = rewriting.table.materialisation
  switch (leaf.aggregate) {
    case 'MIN':
    case 'MAX':
    case 'COUNT_DISTINCT':
      return { leaf: { ...leaf, argument: value, filter, ...nested }, isCount: false }
    case 'COUNT': {
      if (rowCount === null || leaf.nested !== undefined) return null
      const counted = addConjunct(filter, callNode('IsNotNull', 'BOOLEAN', [value]))
      const column = toTableColumn(rowCount, 'INT')
      return {
        leaf: { ...pickLeafPlace(leaf), aggregate: 'SUM', argument: column, filter: counted },
        isCount: true,
      }
    }
    default:
      return null
  }
}

function pickLeafPlace({ name, otherWindow }: Leaf): Pick<Leaf, 'name' | 'otherWindow'> {
  return otherWindow === undefined ? { name } : { name, otherWindow }
}

function moreThanNone(column: TypedExpr): TypedExpr {
  const zero = constantNode({ type: 'INT', value: 0n })
  return { kind: 'comparison', type: 'BOOLEAN', op: '>', left: column, right: zero }
}

function addConjunct(condition: TypedExpr | null, conjunct: TypedExpr): TypedExpr {
  if (condition === null) return conjunct
  return { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: [condition, conjunct] }
}
