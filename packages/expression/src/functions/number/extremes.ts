import {
  callNode,
  constantNode,
  type TypedCall,
  type TypedExpr,
  UNKNOWN,
} from '../../tree/typed-expr.ts'
import { compareValues, type Value, widenValue } from '../../values/value.ts'
import { alignTypes } from '../align-arguments.ts'
import { reportArgument } from '../arguments.ts'
import type { Argument, CallSite, Parameter, ScalarFunction } from '../definition.ts'
import type { ChoiceFacts } from '../formula-facts.ts'
import { combineDefined, UNDEFINED_RANGE } from '../number-range.ts'

const SEVERAL: readonly Parameter[] = [
  { name: 'first', takes: 'a number, a text or a time' },
  { name: 'second', takes: 'a value of the same kind', repeated: true },
]

/** The largest and the smallest of several values. */
export const EXTREME_FUNCTIONS: Readonly<Record<'Greatest' | 'Least', ScalarFunction>> = {
  Greatest: {
    description: 'The largest of its arguments; NULL when one of them is NULL.',
    parameters: SEVERAL,
    examples: [
      { text: 'Greatest(3, 2.5, 7)', result: '7' },
      { text: 'Greatest("b", "a")', result: 'b' },
      { text: 'Greatest(1, NULL)', result: null },
    ],
    nulls: 'propagate',
    formula: createExtremeFacts(1),
    check: checkExtreme,
    evaluate: (argument, call) => findExtreme(argument, call, 1),
  },
  Least: {
    description: 'The smallest of its arguments; NULL when one of them is NULL.',
    parameters: SEVERAL,
    examples: [
      { text: 'Least(3, 2.5, 7)', result: '2.5' },
      { text: 'Least("b", "a")', result: 'a' },
      { text: 'Least(1, NULL)', result: null },
    ],
    nulls: 'propagate',
    formula: createExtremeFacts(-1),
    check: checkExtreme,
    evaluate: (argument, call) => findExtreme(argument, call, -1),
  },
}

/** The facts about the largest (`sign` 1) or the smallest (-1) argument. */
function createExtremeFacts(sign: 1 | -1): ChoiceFacts {
  const pick = sign === 1 ? Math.max : Math.min
  return {
    kind: 'choice',
    choose(args) {
      let best = 0
      for (let index = 0; index < args.length; index++) {
        const { value } = args[index]!
        if (Number.isNaN(value)) return -1
        if ((value - args[best]!.value) * sign > 0) best = index
      }
      return best
    },
    range(args) {
      const ranges = args.ranges()
      const defined = combineDefined(...ranges)
      if (defined === 'never') return UNDEFINED_RANGE
      const low = pick(...ranges.map((range) => range.low))
      const high = pick(...ranges.map((range) => range.high))
      const beaten = ranges.filter((range) => range.low > high || range.high < low)
      return { low, high, defined, changesBranch: beaten.length < ranges.length - 1 }
    },
    neverNull: 'every',
    neverNegative: sign === 1 ? 'some' : 'every',
    zeroAtZero: false,
  }
}

/** The call of `Greatest` or `Least` with its arguments in one type that has an order. */
function checkExtreme(values: readonly Argument[], site: CallSite): TypedExpr {
  const unordered = values.find(({ typed }) => typed.type === 'BOOLEAN')
  if (unordered) {
    const expected = 'a number, a text or a time'
    reportArgument(site, unordered, { parameter: 'value', expected })
    return UNKNOWN
  }
  const { type, args } = alignTypes(values, site)
  if (args.some((node) => node.kind === 'constant' && node.constant.type === 'NULL')) {
    return type === 'UNKNOWN' ? UNKNOWN : constantNode({ type: 'NULL', value: null }, type)
  }
  return callNode(site.function, type, args)
}

/** The largest (`sign` 1) or smallest (-1) of the arguments, none of which is null. */
function findExtreme(
  argument: (index: number) => Value,
  { args, type }: TypedCall,
  sign: 1 | -1,
): Value {
  let best: Value = null
  for (const [index, node] of args.entries()) {
    const value = widenValue(argument(index), node.type, type)!
    if (best === null || compareValues(value, best) * sign > 0) best = value
  }
  return best
}
