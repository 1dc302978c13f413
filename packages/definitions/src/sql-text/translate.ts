import { assertNever } from '@tributary/core'
import type { CallSite, Context, NameRole } from './context/context.ts'
import { At, type Value } from './context/value.ts'
import { AGGREGATE_FUNCTIONS, AGGREGATE_NAMES } from './functions/aggregates.ts'
import { LOGIC_FUNCTIONS } from './functions/logic.ts'
import { NUMBER_FUNCTIONS } from './functions/numbers.ts'
import { REGEXP_FUNCTIONS } from './functions/regexps.ts'
import { TEXT_FUNCTIONS } from './functions/texts.ts'
import { TIME_FUNCTIONS } from './functions/times.ts'
import { refuse } from './syntax/refusal.ts'
import { removeGuard } from './syntax/remove-guard.ts'
import type { SqlCase, SqlMembership, SqlNode } from './syntax/sql-tree.ts'
import { translateBinary } from './translate-binary.ts'
import { translateCast } from './translate-cast.ts'
import { translateLike } from './translate-like.ts'

const FUNCTIONS: ReadonlyMap<string, (site: CallSite) => Value> = new Map(
  Object.entries({
    ...NUMBER_FUNCTIONS,
    ...LOGIC_FUNCTIONS,
    ...TEXT_FUNCTIONS,
    ...REGEXP_FUNCTIONS,
    ...TIME_FUNCTIONS,
    ...AGGREGATE_FUNCTIONS,
    MEASURE: translateMeasure,
  }),
)

/** Translates a SQL tree to a tree of ours. Throws a refusal for what has no counterpart. */
export function translate(node: SqlNode, base: Omit<Context, 'value' | 'role'>): Value {
  return createContext(base, 'VALUE').value(node)
}

function createContext(base: Omit<Context, 'value' | 'role'>, role: NameRole): Context {
  const context: Context = { ...base, role, value: (node) => translateNode(node, context) }
  return context
}

function translateNode(guarded: SqlNode, context: Context): Value {
  const node = removeGuard(guarded)
  const at = new At(node.span)
  const { value } = context
  switch (node.kind) {
    case 'number':
      return toNumberValue(node.raw, at)
    case 'text':
      return at.text(node.value)
    case 'constant':
      return node.value === null ? at.null() : at.boolean(node.value)
    case 'name': {
      const meaning = context.resolve(node.parts, context.role)
      if ('refused' in meaning) return refuse(meaning.refused, node.span)
      return { ...meaning, tree: { ...meaning.tree, span: node.span } }
    }
    case 'star':
      return refuse('all columns (*)', node.span)
    case 'call': {
      const inner = AGGREGATE_NAMES.has(node.name) ? createContext(context, 'AGGREGATED') : context
      return translateCall({ ...inner, call: node, at, args: node.args })
    }
    case 'binary':
      return translateBinary(node, { ...context, at })
    case 'unary':
      if (node.op === 'NOT') return at.not(value(node.operand))
      return node.op === '-' ? at.negate(value(node.operand)) : value(node.operand)
    case 'is':
      return translateIs(node, value(node.operand), at)
    case 'in': {
      const condition = translateIn(node, context, at)
      return node.not ? at.not(condition) : condition
    }
    case 'between': {
      const condition = at.call(
        'Between',
        [node.operand, node.low, node.high].map(value),
        'BOOLEAN',
      )
      return node.not ? at.not(condition) : condition
    }
    case 'like':
      return translateLike(node, { ...context, at })
    case 'case':
      return translateCase(node, context, at)
    case 'cast':
      return translateCast(node, { ...context, at })
    case 'interval':
      return refuse('an interval that is added to no time', node.span)
    default:
      return assertNever(node)
  }
}

function toNumberValue(written: string, at: At): Value {
  const raw = written
    .replaceAll('_', '')
    .replace(/^\./, '0.')
    .replace(/\.(?=$|[eE])/, '')
  const type = /[eE]/.test(raw) ? 'DOUBLE' : raw.includes('.') ? 'DECIMAL' : 'INT'
  return { tree: { kind: 'number', raw, span: at.span }, type }
}

/** `MEASURE(x)`: the metric x, where the names of metrics have a meaning. */
function translateMeasure({ call, args, at, resolveMeasure, role }: CallSite): Value {
  const [name] = args
  if (resolveMeasure === null)
    return refuse('the function MEASURE, which has no counterpart', call.nameSpan)
  if (name?.kind !== 'name' || args.length > 1) return refuse('MEASURE of no name', call.span)
  if (role === 'AGGREGATED') refuse('an aggregate of MEASURE', call.span)
  const meaning = resolveMeasure(name.parts, role)
  if ('refused' in meaning) return refuse(meaning.refused, name.span)
  return { ...meaning, tree: { ...meaning.tree, span: at.span } }
}

function translateCall(site: CallSite): Value {
  const { name, nameSpan, distinct, filter, within: withinGroup, span } = site.call
  const translation = FUNCTIONS.get(name)
  if (translation === undefined) refuse(`the function ${name}, which has no counterpart`, nameSpan)
  if (!AGGREGATE_NAMES.has(name)) {
    if (distinct || filter !== null || withinGroup !== null)
      refuse(`${name} with words of aggregates`, span)
  } else if (withinGroup !== null && !/^PERCENTILE_(CONT|DISC)$/.test(name))
    refuse(`WITHIN GROUP of ${name}`, span)
  return translation(site)
}

/** A list has constants only; with other values it is written as equalities. */
function translateIn({ operand, list }: SqlMembership, { value }: Context, at: At): Value {
  if (list.every(isConstant)) return at.call('IN', [operand, ...list].map(value), 'BOOLEAN')
  const equalities = list.map((item) => at.compare('=', value(operand), value(item)))
  return equalities.length === 1 ? equalities[0]! : at.join('OR', equalities)
}

function isConstant(node: SqlNode): boolean {
  switch (node.kind) {
    case 'number':
    case 'text':
    case 'constant':
      return true
    case 'unary':
    case 'cast':
      return isConstant(node.operand)
    default:
      return false
  }
}

function translateIs(
  { what, not }: { readonly what: string; readonly not: boolean },
  operand: Value,
  at: At,
): Value {
  if (what === 'NULL' || what === 'UNKNOWN') {
    return at.call(not ? 'IsNotNull' : 'IsNull', [operand], 'BOOLEAN')
  }
  const isTrue = what === 'TRUE'
  const definiteValue = at.call('Coalesce', [operand, at.boolean(!isTrue)], 'BOOLEAN')
  return isTrue === not ? at.not(definiteValue) : definiteValue
}

function translateCase(node: SqlCase & SqlNode, { value }: Context, at: At): Value {
  const operand = node.operand === null ? null : value(node.operand)
  const branches = node.whens.flatMap(({ when, result }) => {
    const condition = value(when)
    return [operand === null ? condition : at.compare('=', operand, condition), value(result)]
  })
  return at.case(...branches, ...(node.otherwise === null ? [] : [value(node.otherwise)]))
}
