import type { ValueType } from '@tributary/expression'
import {
  assertCount,
  type CallSite,
  readConstantInt,
  type TranslateCall,
} from '../context/context.ts'
import { findWiderType, type Value } from '../context/value.ts'
import { refuse } from '../syntax/refusal.ts'

/** A function that has the same meaning under another name. */
export function renameFunction(
  name: string,
  type: ValueType | 'SAME',
  counts: readonly [number, number] = [1, 1],
): TranslateCall {
  return (site) => {
    assertCount(site, ...counts)
    const args = site.args.map(site.value)
    return site.at.call(
      name,
      args,
      type === 'SAME' ? args.map((argument) => argument.type).reduce(findWiderType) : type,
    )
  }
}

function round(site: CallSite): Value {
  assertCount(site, 1, 2)
  if (site.args.length === 2 && readConstantInt(site.args[1]) === null) {
    refuse('ROUND to digits that are no constant', site.args[1]!.span)
  }
  const args = site.args.map(site.value)
  return site.at.call('Round', args, args[0]!.type)
}

function log(site: CallSite): Value {
  assertCount(site, 1, 2)
  const [first, second] = site.args.map(site.value) as [Value, Value | undefined]
  const { facts, at } = site
  if (second === undefined) return at.call(facts.log === 'e' ? 'Ln' : 'Log10', [first], 'DOUBLE')
  return at.call('Log', facts.logBaseFirst ? [second, first] : [first, second], 'DOUBLE')
}

/** The largest or smallest, where NULL is passed over: each argument is replaced by the next that is not NULL. */
function extreme(name: 'Greatest' | 'Least'): TranslateCall {
  return (site) => {
    assertCount(site, 2, 8)
    const args = site.args.map(site.value)
    const type = args.map((argument) => argument.type).reduce(findWiderType)
    if (!site.facts.greatestSkipsNull) return site.at.call(name, args, type)
    const filled = args.map((_, i) =>
      site.at.call('Coalesce', [...args.slice(i), ...args.slice(0, i)], type),
    )
    return site.at.call(name, filled, type)
  }
}

/** `a / b` with another value where b is 0. */
function dividedOr(otherwise: 0, nullAlso: boolean): TranslateCall {
  return (site) => {
    assertCount(site, 2)
    const [a, b] = site.args.map(site.value) as [Value, Value]
    const { at } = site
    const isZero = at.compare('=', b, at.int(0))
    // DIV0 of NULL is NULL, by zero too.
    const condition = nullAlso
      ? at.join('OR', [isZero, at.isNull(b)])
      : at.join('AND', [isZero, at.not(at.isNull(a))])
    return at.case(condition, at.int(otherwise), at.calculate('/', a, b))
  }
}

function cutQuotient(site: CallSite): Value {
  assertCount(site, 2)
  const [a, b] = site.args.map(site.value) as [Value, Value]
  return { ...site.at.call('Trunc', [site.at.calculate('/', a, b)], 'INT') }
}

function truncate(site: CallSite): Value {
  assertCount(site, 1, 2)
  const value = site.value(site.args[0]!)
  const digits = site.args.length === 1 ? 0 : readConstantInt(site.args[1])
  if (digits === null) refuse(`${site.call.name} to digits that are no constant`, site.call.span)
  const more = digits === 0 ? [] : [site.at.int(digits)]
  return site.at.call('Trunc', [value, ...more], value.type)
}

/** Functions of numbers. */
export const NUMBER_FUNCTIONS: Readonly<Record<string, TranslateCall>> = {
  ABS: renameFunction('Abs', 'SAME'),
  CEIL: renameFunction('Ceil', 'SAME'),
  CEILING: renameFunction('Ceil', 'SAME'),
  FLOOR: renameFunction('Floor', 'SAME'),
  SIGN: renameFunction('Sign', 'INT'),
  ROUND: round,
  TRUNC: truncate,
  TRUNCATE: truncate,
  MOD: renameFunction('Mod', 'SAME', [2, 2]),
  POWER: renameFunction('Power', 'DOUBLE', [2, 2]),
  POW: renameFunction('Power', 'DOUBLE', [2, 2]),
  SQRT: renameFunction('Sqrt', 'DOUBLE'),
  EXP: renameFunction('Exp', 'DOUBLE'),
  LN: renameFunction('Ln', 'DOUBLE'),
  LOG: log,
  LOG10: renameFunction('Log10', 'DOUBLE'),
  LOG2: (site) => {
    assertCount(site, 1)
    return site.at.call('Log', [site.value(site.args[0]!), site.at.int(2)], 'DOUBLE')
  },
  GREATEST: extreme('Greatest'),
  LEAST: extreme('Least'),
  DIV: cutQuotient,
  SAFE_DIVIDE: (site) => {
    assertCount(site, 2)
    const [a, b] = site.args.map(site.value) as [Value, Value]
    return site.at.calculate('/', a, b)
  },
  DIV0: dividedOr(0, false),
  DIV0NULL: dividedOr(0, true),
}
