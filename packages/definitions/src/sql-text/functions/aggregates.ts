import type { ValueType } from '@tributary/expression'
import { assertCount, type CallSite, type TranslateCall } from '../context/context.ts'
import type { Value } from '../context/value.ts'
import { refuse } from '../syntax/refusal.ts'
import type { SqlNode } from '../syntax/sql-tree.ts'

/** The argument of an aggregate, NULL for rows that a FILTER leaves out. */
function argument(site: CallSite, node: SqlNode = site.args[0]!): Value {
  const value = site.value(node)
  const { filter } = site.call
  return filter === null ? value : site.at.case(site.value(filter), value)
}

/** Functions of which DISTINCT changes nothing. */
const IDEMPOTENT = new Set(['MIN', 'MAX', 'ANY_VALUE', 'BOOL_OR', 'BOOL_AND', 'EVERY'])

function assertPlain(site: CallSite): void {
  const { distinct, name, span } = site.call
  if (distinct && !IDEMPOTENT.has(name)) refuse(`${name} of distinct values`, span)
  if (site.args[0]?.kind === 'star') refuse(`${name}(*)`, span)
}

function aggregate(name: string, type: ValueType | 'SAME', note?: string): TranslateCall {
  return (site) => {
    assertCount(site, 1)
    assertPlain(site)
    if (note !== undefined) site.note(note, site.call.span)
    const value = argument(site)
    return site.at.call(name, [value], type === 'SAME' ? value.type : type)
  }
}

function withCondition(name: 'Sum' | 'Avg', type: ValueType | 'SAME'): TranslateCall {
  return (site) => {
    const { filter, distinct } = site.call
    if (distinct && name === 'Sum') return sumDistinct(site)
    if (filter === null) return aggregate(name, type)(site)
    assertCount(site, 1)
    assertPlain(site)
    const value = site.value(site.args[0]!)
    return site.at.call(
      `${name}If`,
      [value, site.value(filter)],
      type === 'SAME' ? value.type : type,
    )
  }
}

function sumDistinct(site: CallSite): Value {
  assertCount(site, 1)
  const value = argument(site)
  return site.at.call('SumDistinct', [value], value.type)
}

function count(site: CallSite): Value {
  const { call, at, args } = site
  if (args.length === 0 || args[0]!.kind === 'star' || (!call.distinct && isConstant(args[0]!))) {
    if (call.distinct) refuse('COUNT(DISTINCT *)', call.span)
    if (call.filter !== null) return at.call('CountIf', [site.value(call.filter)], 'INT')
    return at.call('Count', [], 'INT')
  }
  assertCount(site, 1)
  return at.call(call.distinct ? 'CountDistinct' : 'Count', [argument(site)], 'INT')
}

function isConstant(node: SqlNode): boolean {
  return node.kind === 'number' || node.kind === 'text'
}

function countIf(site: CallSite): Value {
  assertCount(site, 1)
  assertPlain(site)
  const condition = site.value(site.args[0]!)
  const { filter } = site.call
  const fullCondition =
    filter === null ? condition : site.at.join('AND', [site.value(filter), condition])
  return site.at.call('CountIf', [fullCondition], 'INT')
}

/** `PERCENTILE_CONT(p) WITHIN GROUP (ORDER BY x)`, `QUANTILE_CONT(x, p)`. */
const percentile =
  (name: 'Percentile' | 'PercentileDisc'): TranslateCall =>
  (site) => {
    const { within: withinGroup, name: written, span } = site.call
    const isWithin = withinGroup !== null
    assertCount(site, isWithin ? 1 : 2)
    assertPlain(site)
    const [value, fraction] = isWithin
      ? [withinGroup.by, site.args[0]!]
      : [site.args[0]!, site.args[1]!]
    if (fraction.kind !== 'number')
      refuse(`${written} at a place that is no constant`, fraction.span)
    const share = withinGroup?.descending === true ? 1 - Number(fraction.raw) : Number(fraction.raw)
    if (!(share >= 0 && share <= 1)) refuse(`${written} beyond 0 and 1`, span)
    if (name === 'PercentileDisc' && withinGroup?.descending === true) {
      refuse(`${written} in descending order`, span)
    }
    const at = site.at
    const number: Value = {
      tree: { kind: 'number', raw: String(share), span: fraction.span },
      type: 'DOUBLE',
    }
    return at.call(name, [argument(site, value), number], 'DOUBLE')
  }

function countDistinct(site: CallSite): Value {
  assertCount(site, 1)
  site.note('counted exactly, not approximately', site.call.span)
  return site.at.call('CountDistinct', [argument(site)], 'INT')
}

const stdDev = aggregate('StdDev', 'DOUBLE')
const variance = aggregate('Variance', 'DOUBLE')

/** Functions of many rows. */
export const AGGREGATE_FUNCTIONS: Readonly<Record<string, TranslateCall>> = {
  SUM: withCondition('Sum', 'SAME'),
  AVG: withCondition('Avg', 'DOUBLE'),
  MEAN: withCondition('Avg', 'DOUBLE'),
  COUNT: count,
  COUNT_IF: countIf,
  COUNTIF: countIf,
  MIN: aggregate('Min', 'SAME'),
  MAX: aggregate('Max', 'SAME'),
  MEDIAN: aggregate('Median', 'DOUBLE'),
  STDDEV: stdDev,
  STDDEV_SAMP: stdDev,
  VARIANCE: variance,
  VAR_SAMP: variance,
  PERCENTILE_CONT: percentile('Percentile'),
  QUANTILE_CONT: percentile('Percentile'),
  PERCENTILE_DISC: percentile('PercentileDisc'),
  QUANTILE_DISC: percentile('PercentileDisc'),
  STDDEV_POP: aggregate('StdDevPop', 'DOUBLE'),
  VAR_POP: aggregate('VariancePop', 'DOUBLE'),
  BOOL_OR: aggregate('BoolOr', 'BOOLEAN'),
  LOGICAL_OR: aggregate('BoolOr', 'BOOLEAN'),
  BOOLOR_AGG: aggregate('BoolOr', 'BOOLEAN'),
  BOOL_AND: aggregate('BoolAnd', 'BOOLEAN'),
  LOGICAL_AND: aggregate('BoolAnd', 'BOOLEAN'),
  BOOLAND_AGG: aggregate('BoolAnd', 'BOOLEAN'),
  EVERY: aggregate('BoolAnd', 'BOOLEAN'),
  ANY_VALUE: aggregate('AnyValue', 'SAME', 'the smallest of the values, where they differ'),
  APPROX_COUNT_DISTINCT: countDistinct,
  APPROX_DISTINCT: countDistinct,
  HLL: countDistinct,
}

/** The names of functions of many rows, also of those that are refused. */
export const AGGREGATE_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(AGGREGATE_FUNCTIONS),
  'STRING_AGG',
  'LISTAGG',
  'ARRAY_AGG',
])
