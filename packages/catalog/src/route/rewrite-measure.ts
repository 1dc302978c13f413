import type { Aggregate, Measure } from '@tributary/attribution'
import { aggregateType } from '@tributary/attribution/internal'
import type { TypedExpr, ValueType } from '@tributary/expression'
import { callNode, constantNode } from '@tributary/expression/internal'
import type { CanonicalMeasure } from './canonical-request.ts'
import { express } from './express.ts'
import { toFormKey } from './form-key.ts'
import { findUndeterminedColumn } from './functional-dependency.ts'
import { implies } from './implies.ts'
import {
  type Rewriting,
  type RewrittenMeasure,
  rewriteConditionInColumns,
  rewriteInColumns,
  rewriteNestedInColumns,
} from './rewriting.ts'
import type { RouteReason } from './route-reason.ts'
import { toTableColumn } from './table-columns.ts'

/** A measure over a table, of the same values; reasons against it are collected. */
export function rewriteMeasure(
  rewriting: Rewriting,
  requestedMeasure: CanonicalMeasure,
): RewrittenMeasure {
  const { form } = rewriting.table.materialisation
  return form === 'DETAIL'
    ? detailMeasure(rewriting, requestedMeasure)
    : mergeStoredMeasure(rewriting, requestedMeasure)
}

/** Over rows as they were it is the same aggregate of columns. */
function detailMeasure(rewriting: Rewriting, requestedMeasure: CanonicalMeasure): RewrittenMeasure {
  const use = `"${requestedMeasure.measure.name}"`
  const measure: Measure = {
    ...requestedMeasure.measure,
    argument:
      requestedMeasure.argument && rewriteInColumns(rewriting, requestedMeasure.argument, use),
    filter: rewriteConditionInColumns(rewriting, requestedMeasure.filter, use),
    ...rewriteNestedInColumns(rewriting, requestedMeasure),
  }
  return { measure, isCount: false }
}

/** A stored number from which a measure can be put together. */
interface Stored {
  readonly column: string
  readonly type: ValueType
  /** The conditions that the rows of the stored number fulfil. */
  readonly filter: readonly TypedExpr[]
  /** Whether the number says itself that no row met the filter: a count of rows by zero, others by NULL. */
  readonly tellsNoRows: boolean
}

/** A measure from numbers that a table stores for groups of rows; reasons against it are collected. */
function mergeStoredMeasure(
  rewriting: Rewriting,
  requestedMeasure: CanonicalMeasure,
): RewrittenMeasure {
  const reasons: RouteReason[] = []
  const makers = [
    ...findStoredNumbers(rewriting, requestedMeasure).map(
      (stored) => () => rewriteFromStored(rewriting, requestedMeasure, stored),
    ),
    () => rewriteFromDimensions(rewriting, requestedMeasure),
  ]
  for (const make of makers) {
    const result = make()
    if (result !== null && 'isCount' in result) return result
    if (result !== null) reasons.push(result)
  }
  rewriting.reasons.push(
    reasons[0] ?? { kind: 'MEASURE_MISSING', measure: requestedMeasure.measure.name },
  )
  return { measure: requestedMeasure.measure, isCount: false }
}

/** The stored numbers of the same aggregate, over no fewer rows. */
function findStoredNumbers(
  { table, request }: Rewriting,
  requestedMeasure: CanonicalMeasure,
): readonly Stored[] {
  const { measures, rowCount } = table.materialisation
  const stored: Stored[] = []
  for (const [index, { column }] of measures.entries()) {
    const tableMeasure = table.measures[index]!
    if (
      column === null ||
      tableMeasure.measure.nested !== undefined ||
      !isSame(tableMeasure, requestedMeasure)
    )
      continue
    if (
      !tableMeasure.filter.every((condition) =>
        implies([...requestedMeasure.filter, ...request.visible, ...request.filter], condition),
      )
    )
      continue
    const { aggregate, argument } = tableMeasure.measure
    const tellsNoRows =
      tableMeasure.filter.length === 0 ||
      (aggregate === 'COUNT' ? argument === null : !COUNTS.has(aggregate))
    const type = aggregateType(aggregate, argument?.type ?? 'INT')
    stored.push({ column, type, filter: tableMeasure.filter, tellsNoRows })
  }
  if (
    rowCount !== null &&
    requestedMeasure.measure.aggregate === 'COUNT' &&
    requestedMeasure.argument === null
  ) {
    stored.push({ column: rowCount, type: 'INT', filter: [], tellsNoRows: true })
  }
  return stored
}

const COUNTS: ReadonlySet<Aggregate> = new Set<Aggregate>(['COUNT', 'COUNT_DISTINCT'])

function isSame(tableMeasure: CanonicalMeasure, requestedMeasure: CanonicalMeasure): boolean {
  return (
    tableMeasure.measure.aggregate === requestedMeasure.measure.aggregate &&
    tableMeasure.measure.fraction === requestedMeasure.measure.fraction &&
    (tableMeasure.argument && toFormKey(tableMeasure.argument)) ===
      (requestedMeasure.argument && toFormKey(requestedMeasure.argument))
  )
}

function rewriteFromStored(
  rewriting: Rewriting,
  requestedMeasure: CanonicalMeasure,
  stored: Stored,
): RewrittenMeasure | RouteReason {
  const { measure } = requestedMeasure
  const remainingConditions = requestedMeasure.filter.filter(
    (condition) => !implies(stored.filter, condition),
  )
  const trialRewriting: Rewriting = { ...rewriting, reasons: [] }
  const filter = rewriteConditionInColumns(trialRewriting, remainingConditions, `"${measure.name}"`)
  const nested = rewriteNestedInColumns(trialRewriting, requestedMeasure)
  const reason =
    trialRewriting.reasons[0] ??
    mergeReason(rewriting, requestedMeasure, remainingConditions) ??
    outerReason(requestedMeasure)
  if (reason !== null) return reason
  if (measure.nested !== undefined && !stored.tellsNoRows) {
    return { kind: 'MEASURE_MISSING', measure: measure.name }
  }
  const column = toTableColumn(stored.column, stored.type)
  const isCount = COUNTS.has(measure.aggregate)
  const counted = isCount && measure.nested !== undefined && stored.filter.length > 0
  return {
    measure: {
      ...pickMeasurePlace(measure),
      aggregate: MERGED[measure.aggregate] ?? 'MAX',
      argument: column,
      filter: counted ? addConjunct(filter, moreThanNone(column)) : filter,
      ...nested,
    },
    isCount: isCount && measure.nested === undefined,
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
  { measure, argument, per }: CanonicalMeasure,
  filter: readonly TypedExpr[],
): RouteReason | null {
  const isDoubleSum = measure.aggregate === 'SUM' && argument?.type === 'DOUBLE'
  if (MERGED[measure.aggregate] !== undefined && !isDoubleSum) return null
  const pair = request.pairs[measure.otherWindow === undefined ? 0 : measure.otherWindow + 1]!
  for (const grouping of request.groupings) {
    const keys = [...grouping.map(({ value }) => value), ...per]
    for (const side of [pair.current, pair.compare]) {
      const conditions = [...request.visible, ...request.filter, ...side, ...filter]
      const differing = findUndeterminedColumn(table.columns, { keys, conditions })
      if (differing === null) continue
      if (isDoubleSum) return { kind: 'DOUBLE_SUM', measure: measure.name }
      const { aggregate, name } = measure
      return { kind: 'NOT_EXACT_GRAIN', measure: name, aggregate, column: differing.name }
    }
  }
  return null
}

/** Why the outer step would not give the same number to the last digit. */
function outerReason({ measure, argument }: CanonicalMeasure): RouteReason | null {
  const outer = measure.nested?.aggregate
  const inner = aggregateType(measure.aggregate, argument?.type ?? 'INT')
  const isRounded = (outer === 'SUM' && inner === 'DOUBLE') || (outer === 'AVG' && inner !== 'INT')
  return isRounded ? { kind: 'DOUBLE_SUM', measure: measure.name } : null
}

/** A measure that asks only which values there are, or how many rows have one, from the table's own dimensions. */
function rewriteFromDimensions(
  rewriting: Rewriting,
  requestedMeasure: CanonicalMeasure,
): RewrittenMeasure | null {
  const { measure, argument } = requestedMeasure
  const value = argument && express(argument, rewriting.table.columns).typed
  if (value == null || outerReason(requestedMeasure) !== null) return null
  const trialRewriting: Rewriting = { ...rewriting, reasons: [] }
  const filter = rewriteConditionInColumns(trialRewriting, requestedMeasure.filter, measure.name)
  const nested = rewriteNestedInColumns(trialRewriting, requestedMeasure)
  if (trialRewriting.reasons.length > 0) return null
  const { rowCount } = rewriting.table.materialisation
  switch (measure.aggregate) {
    case 'MIN':
    case 'MAX':
    case 'COUNT_DISTINCT':
      return { measure: { ...measure, argument: value, filter, ...nested }, isCount: false }
    case 'COUNT': {
      if (rowCount === null || measure.nested !== undefined) return null
      const counted = addConjunct(filter, callNode('IsNotNull', 'BOOLEAN', [value]))
      const column = toTableColumn(rowCount, 'INT')
      return {
        measure: {
          ...pickMeasurePlace(measure),
          aggregate: 'SUM',
          argument: column,
          filter: counted,
        },
        isCount: true,
      }
    }
    default:
      return null
  }
}

function pickMeasurePlace({ name, otherWindow }: Measure): Pick<Measure, 'name' | 'otherWindow'> {
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
