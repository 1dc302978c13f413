import type { AsOf, Lookup, RowSet } from '@tributary/attribution'
import type { TypedExpr, TypedReference } from '@tributary/expression'
import {
  type ComparisonOperator,
  callNode,
  constantNode,
  isDivisibleByGrain,
  MIRRORED,
  mapTypedChildren,
  type TypedCall,
  type TypedComparison,
  type TypedLogical,
  textNode,
} from '@tributary/expression/internal'
import { toIdentity } from '../resolve/rows/conjunction.ts'
import { toFormKey } from './form-key.ts'
import { isDateCast, toTruncation } from './periods.ts'

/**
 * One of the many trees that mean the same for every row, NULL included: constants to the right, `Between` and `IN`
 * of one as comparisons, no NOT before a comparison, ANDs and ORs flat, sorted and without repetition, no truncation
 * that changes nothing. `place` gives the replacement of a reference.
 */
function canonicalForm(typed: TypedExpr, place: Placing): TypedExpr {
  const form = mapTypedChildren(typed, (child) => canonicalForm(child, place))
  switch (form.kind) {
    case 'reference':
      return form.table === null ? form : place(form, form.table)
    case 'comparison':
      return canonicalComparison(form)
    case 'logical':
      return canonicalLogical(form)
    case 'not':
      return canonicalNot(form.operand)
    case 'call':
      return canonicalCall(form)
    default:
      return form
  }
}

function canonicalComparison(comparison: TypedComparison): TypedExpr {
  const { op, left, right } = comparison
  const isSymmetric = op === '=' || op === '!='
  const turned =
    right.kind === 'constant'
      ? false
      : left.kind === 'constant' || (isSymmetric && toFormKey(left) > toFormKey(right))
  return turned ? { ...comparison, op: MIRRORED[op], left: right, right: left } : comparison
}

function canonicalLogical({ op, operands }: TypedLogical): TypedExpr {
  const flat = operands.flatMap((operand) =>
    operand.kind === 'logical' && operand.op === op ? operand.operands : [operand],
  )
  const operandsByKey = new Map(flat.map((operand) => [toFormKey(operand), operand]))
  const sorted = [...operandsByKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, operand]) => operand)
  if (sorted.length === 1) return sorted[0]!
  return { kind: 'logical', type: 'BOOLEAN', op, operands: sorted }
}

const OPPOSITES: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}

function canonicalNot(operand: TypedExpr): TypedExpr {
  if (operand.kind === 'not') return operand.operand
  if (operand.kind === 'comparison') return { ...operand, op: OPPOSITES[operand.op] }
  return { kind: 'not', type: 'BOOLEAN', operand }
}

function canonicalCall(call: TypedCall): TypedExpr {
  switch (call.function) {
    case 'Between': {
      const [value, low, high] = call.args as [TypedExpr, TypedExpr, TypedExpr]
      const operands = [
        createCanonicalComparison(value, '>=', low),
        createCanonicalComparison(value, '<=', high),
      ]
      return canonicalLogical({ kind: 'logical', type: 'BOOLEAN', op: 'AND', operands })
    }
    case 'IN':
      return canonicalIn(call)
    case 'DateTrunc':
      return canonicalTruncation(call)
    case 'Cast':
      return canonicalCast(call)
    default:
      return call
  }
}

function canonicalIn(call: TypedCall): TypedExpr {
  const [value, ...members] = call.args as [TypedExpr, ...TypedExpr[]]
  const membersByKey = new Map(members.map((member) => [toFormKey(member), member]))
  const sorted = [...membersByKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, member]) => member)
  if (sorted.length === 1) return createCanonicalComparison(value, '=', sorted[0]!)
  return { ...call, args: [value, ...sorted] }
}

function canonicalTruncation(call: TypedCall): TypedExpr {
  const truncation = toTruncation(call)
  if (truncation === null) return call
  const { time, grain } = truncation
  if (time.type === 'DATE' && isDivisibleByGrain('DAY', grain)) return time
  const inner = toTruncation(time)
  const shortened = inner !== null && isDivisibleByGrain(grain, inner.grain) ? inner.time : time
  return { ...call, args: [shortened, textNode(grain)] }
}

/** The date of a moment is that of the beginning of its day. */
function canonicalCast(call: TypedCall): TypedExpr {
  if (!isDateCast(call)) return call
  const [value, ...target] = call.args as [TypedExpr, ...TypedExpr[]]
  if (value.type === 'DATE') return value
  const truncation = toTruncation(value)
  if (truncation === null || !isDivisibleByGrain('DAY', truncation.grain)) return call
  return { ...call, args: [truncation.time, ...target] }
}

function createCanonicalComparison(
  left: TypedExpr,
  op: ComparisonOperator,
  right: TypedExpr,
): TypedExpr {
  return canonicalComparison({ kind: 'comparison', type: 'BOOLEAN', op, left, right })
}

/** Brings an expression about the rows of one row set to its canonical form. */
export type Canonical = (typed: TypedExpr) => TypedExpr

/** Gives the expression for a reference to the table of an alias. */
type Placing = (reference: TypedReference, alias: string) => TypedExpr

/**
 * The canonical form of expressions about a row set. An alias is replaced by the way from the base to its table,
 * so that two row sets over one base may call their lookups as they like: what is the same has the same form. A column of
 * a lookup of which only some rows are visible has a value where the condition on these is TRUE.
 */
export function canonicalizeRows({ base, lookups }: RowSet): Canonical {
  return canonicalizeLookups(lookups, new Map([[base.alias, placeAt('')]]))
}

function canonicalizeLookups(
  lookups: readonly Lookup[],
  before: ReadonlyMap<string, Placing>,
): Canonical {
  const places = new Map(before)
  // Nothing else has the path of an alias that the row set does not have.
  const place: Placing = (reference, alias) =>
    places.get(alias)?.(reference, alias) ?? { ...reference, table: `?${alias}` }
  const canonical: Canonical = (typed) => canonicalForm(typed, place)
  for (const { alias, table, on, asOf, visible } of lookups) {
    const keys = on.map(({ left, right }) => {
      if (right.kind !== 'reference' || right.table !== alias) return [canonical(left), right]
      return [canonical(left), right.name]
    })
    const placeInTable: Placing = (reference, named) =>
      named === alias ? { ...reference, table: '' } : place(reference, named)
    const times = asOf && asOfForm(asOf, (typed) => canonicalForm(typed, placeInTable))
    const path = toIdentity([table, keys.map(toIdentity).sort(), ...(times ? [times] : [])])
    places.set(alias, placeAt(path))
    if (visible === undefined) continue
    const condition = canonicalizeLookups(visible.lookups, places)(visible.condition)
    // Another row is found as of a time when some rows are not there.
    const isOther = asOf !== undefined
    const masked = placeAt(isOther ? toIdentity([path, condition]) : path)
    places.set(
      alias,
      isOther ? masked : (reference) => maskValue(condition, masked(reference, alias)),
    )
  }
  return canonical
}

function placeAt(path: string): Placing {
  return (reference) => ({ ...reference, table: path })
}

function maskValue(condition: TypedExpr, value: TypedExpr): TypedExpr {
  return callNode('If', value.type, [condition, value, constantNode(NULL, value.type)])
}

const NULL = { type: 'NULL', value: null } as const

/** The times of a lookup in canonical form, in which its own columns have no path. */
function asOfForm(asOf: AsOf, canonical: Canonical): object {
  const { left, right, order, after, until } = asOf
  return {
    left: canonical(left),
    right: canonical(right),
    order: order.map(canonical),
    after: after && canonical(after),
    until: until && canonical(until),
  }
}
