import {
  callNode,
  constantNode,
  type TypedCall,
  type TypedExpr,
  UNKNOWN,
} from '../../tree/typed-expr.ts'
import { compareValues, type Value, widenValue } from '../../values/value.ts'
import { alignTypes } from '../align-types.ts'
import { clickhouseAligned } from '../clickhouse-aligned.ts'
import type { Argument, CallSite } from '../definition.ts'
import type { SqlForms } from '../sql-forms.ts'
import { type SqlArgument, type SqlText, sqlList, sqlText } from '../sql-text.ts'
import { complainOfArgument } from '../wrong-argument.ts'

/** The arguments of `Greatest` or `Least` brought to one type that has an order. */
export function checkExtreme(
  name: 'Greatest' | 'Least',
  values: readonly Argument[],
  site: CallSite,
): TypedExpr {
  const unordered = values.find(({ typed }) => typed.type === 'BOOLEAN')
  if (unordered) {
    const expected = 'a number, a text or a time'
    complainOfArgument(site, unordered, { function: name, parameter: 'value', expected })
    return UNKNOWN
  }
  const { type, args } = alignTypes(name, values, site)
  if (args.some((one) => one.kind === 'constant' && one.constant.type === 'NULL')) {
    return type === 'UNKNOWN' ? UNKNOWN : constantNode({ type: 'NULL', value: null }, type)
  }
  return callNode(name, type, args)
}

/** The largest of the arguments, none of them null, or the smallest. */
export function extremeOf(
  argument: (index: number) => Value,
  { args, type }: TypedCall,
  sign: 1 | -1,
): Value {
  let best: Value = null
  for (const [index, one] of args.entries()) {
    const value = widenValue(argument(index), one.type, type)!
    if (best === null || compareValues(value, best) * sign > 0) best = value
  }
  return best
}

/** The same in SQL. Most engines leave NULL out; texts have the order of code points. */
export function extremeForms(name: SqlText): SqlForms {
  const plain = (args: readonly SqlArgument[]) => sqlText`${name}(${sqlList(args.map(textOf))})`
  return {
    duckdb: (args) => unlessNull(args, plain(args)),
    postgresql: (args, { type }) => {
      if (type !== 'STRING') return unlessNull(args, plain(args))
      const ordered = args.map((one) => sqlText`${one.text} COLLATE "C"`)
      return unlessNull(args, sqlText`${name}(${sqlList(ordered)})`)
    },
    trino: plain,
    clickhouse: clickhouseAligned((args) => unlessNull(args, plain(args))),
  }
}

function textOf(argument: SqlArgument): SqlText {
  return argument.text
}

function unlessNull(args: readonly SqlArgument[], value: SqlText): SqlText {
  const [first, ...others] = args
    .filter(({ typed }) => typed.kind !== 'constant')
    .map(({ text }) => sqlText`${text} IS NULL`)
  const asked = others.reduce((all, one) => sqlText`${all} OR ${one}`, first!)
  return sqlText`(CASE WHEN ${asked} THEN NULL ELSE ${value} END)`
}
