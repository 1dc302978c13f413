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
import { columnOf } from './table-columns.ts'

/** A leaf over a table, of the same values; reasons against it are collected. */
export function rewriteLeaf(rewriting: Rewriting, asked: CanonicalLeaf): RewrittenLeaf {
  const { form } = rewriting.table.materialisation
  return form === 'DETAIL' ? detailLeaf(rewriting, asked) : mergedLeaf(rewriting, asked)
}

/** Over rows as they were it is the same aggregate of columns. */
function detailLeaf(rewriting: Rewriting, asked: CanonicalLeaf): RewrittenLeaf {
  const use = `"${asked.leaf.name}"`
  const leaf: Leaf = {
    ...asked.leaf,
    argument: asked.argument && inColumns(rewriting, asked.argument, use),
    filter: conditionInColumns(rewriting, asked.filter, use),
    ...nestedInColumns(rewriting, asked),
  }
  return { leaf, isCount: false }
}

/** A stored number from which a leaf can be put together. */
interface Stored {
  readonly column: string
  readonly type: ValueType
  /** What the rows of the stored number meet. */
  readonly filter: readonly TypedExpr[]
  /** Whether the number says itself that no row met the filter: a count of rows by zero, others by NULL. */
  readonly tellsNoRows: boolean
}

/** A leaf from numbers that a table stores for groups of rows; reasons against it are collected. */
function mergedLeaf(rewriting: Rewriting, asked: CanonicalLeaf): RewrittenLeaf {
  const reasons: RouteReason[] = []
  const makers = [
    ...storedFor(rewriting, asked).map((stored) => () => fromStored(rewriting, asked, stored)),
    () => fromDimensions(rewriting, asked),
  ]
  for (const make of makers) {
    const made = make()
    if (made !== null && 'isCount' in made) return made
    if (made !== null) reasons.push(made)
  }
  rewriting.reasons.push(reasons[0] ?? { kind: 'LEAF_MISSING', leaf: asked.leaf.name })
  return { leaf: asked.leaf, isCount: false }
}

/** The stored numbers of the same aggregate, over no fewer rows. */
function storedFor({ table, request }: Rewriting, asked: CanonicalLeaf): readonly Stored[] {
  const { leaves, rowCount } = table.materialisation
  const stored: Stored[] = []
  for (const [index, { column }] of leaves.entries()) {
    const known = table.leaves[index]!
    if (column === null || known.leaf.nested !== undefined || !isSame(known, asked)) continue
    if (
      !known.filter.every((one) =>
        implies([...asked.filter, ...request.visible, ...request.filter], one),
      )
    )
      continue
    const { aggregate, argument } = known.leaf
    const tellsNoRows =
      known.filter.length === 0 ||
      (aggregate === 'COUNT' ? argument === null : !COUNTS.has(aggregate))
    const type = aggregateType(aggregate, argument?.type ?? 'INT')
    stored.push({ column, type, filter: known.filter, tellsNoRows })
  }
  if (rowCount !== null && asked.leaf.aggregate === 'COUNT' && asked.argument === null) {
    stored.push({ column: rowCount, type: 'INT', filter: [], tellsNoRows: true })
  }
  return stored
}

const COUNTS: ReadonlySet<Aggregate> = new Set<Aggregate>(['COUNT', 'COUNT_DISTINCT'])

function isSame(known: CanonicalLeaf, asked: CanonicalLeaf): boolean {
  return (
    known.leaf.aggregate === asked.leaf.aggregate &&
    known.leaf.fraction === asked.leaf.fraction &&
    (known.argument && formKey(known.argument)) === (asked.argument && formKey(asked.argument))
  )
}

function fromStored(
  rewriting: Rewriting,
  asked: CanonicalLeaf,
  stored: Stored,
): RewrittenLeaf | RouteReason {
  const { leaf } = asked
  const left = asked.filter.filter((one) => !implies(stored.filter, one))
  const own: Rewriting = { ...rewriting, reasons: [] }
  const filter = conditionInColumns(own, left, `"${leaf.name}"`)
  const nested = nestedInColumns(own, asked)
  const reason = own.reasons[0] ?? mergeReason(rewriting, asked, left) ?? outerReason(asked)
  if (reason !== null) return reason
  if (leaf.nested !== undefined && !stored.tellsNoRows) {
    return { kind: 'LEAF_MISSING', leaf: leaf.name }
  }
  const column = columnOf(stored.column, stored.type)
  const isCount = COUNTS.has(leaf.aggregate)
  const counted = isCount && leaf.nested !== undefined && stored.filter.length > 0
  return {
    leaf: {
      ...placeOf(leaf),
      aggregate: MERGED[leaf.aggregate] ?? 'MAX',
      argument: column,
      filter: counted ? bothOf(filter, moreThanNone(column)) : filter,
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
function fromDimensions(rewriting: Rewriting, asked: CanonicalLeaf): RewrittenLeaf | null {
  const { leaf, argument } = asked
  const value = argument && express(argument, rewriting.table.columns).typed
  if (value == null || outerReason(asked) !== null) return null
  const own: Rewriting = { ...rewriting, reasons: [] }
  const filter = conditionInColumns(own, asked.filter, leaf.name)
  const nested = nestedInColumns(own, asked)
  if (own.reasons.length > 0) return null
  const { rowCount } = rewriting.table.materialisation
  switch (leaf.aggregate) {
    case 'MIN':
    case 'MAX':
    case 'COUNT_DISTINCT':
      return { leaf: { ...leaf, argument: value, filter, ...nested }, isCount: false }
    case 'COUNT': {
      if (rowCount === null || leaf.nested !== undefined) return null
      const counted = bothOf(filter, callNode('IsNotNull', 'BOOLEAN', [value]))
      const column = columnOf(rowCount, 'INT')
      return {
        leaf: { ...placeOf(leaf), aggregate: 'SUM', argument: column, filter: counted },
        isCount: true,
      }
    }
    default:
      return null
  }
}

function placeOf({ name, otherWindow }: Leaf): Pick<Leaf, 'name' | 'otherWindow'> {
  return otherWindow === undefined ? { name } : { name, otherWindow }
}

function moreThanNone(column: TypedExpr): TypedExpr {
  const zero = constantNode({ type: 'INT', value: 0n })
  return { kind: 'comparison', type: 'BOOLEAN', op: '>', left: column, right: zero }
}

function bothOf(condition: TypedExpr | null, other: TypedExpr): TypedExpr {
  if (condition === null) return other
  return { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: [condition, other] }
}
