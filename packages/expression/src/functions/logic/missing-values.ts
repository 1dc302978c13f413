import { report } from '../../diagnostics/report.ts'
import { callNode, UNKNOWN, widenConstant } from '../../tree/typed-expr.ts'
import { widenValue } from '../../values/value.ts'
import { commonType } from '../../values/value-type.ts'
import { alignTypes, readTimeNextTo } from '../align-arguments.ts'
import type { ScalarFunction } from '../definition.ts'
import { type CallRange, type CallRanges, encloseRanges, UNDEFINED_RANGE } from '../number-range.ts'
import { isSame } from './membership.ts'

/** Functions of missing values. */
export const MISSING_VALUE_FUNCTIONS: Readonly<
  Record<'IsNull' | 'IsNotNull' | 'Coalesce' | 'NullIf', ScalarFunction>
> = {
  IsNull: {
    description: 'TRUE when the value is NULL, otherwise FALSE.',
    parameters: [{ name: 'value', takes: 'any value' }],
    examples: [
      { text: 'IsNull(1 / 0)', result: 'true' },
      { text: 'IsNull("")', result: 'false' },
    ],
    nulls: 'own',
    formula: { kind: 'nullTest', whenNull: true },
    check: ([value]) => callNode('IsNull', 'BOOLEAN', [value!.typed]),
    evaluate: (argument) => argument(0) === null,
  },
  IsNotNull: {
    description: 'TRUE when the value is not NULL, otherwise FALSE.',
    parameters: [{ name: 'value', takes: 'any value' }],
    examples: [
      { text: 'IsNotNull("")', result: 'true' },
      { text: 'IsNotNull(1 / 0)', result: 'false' },
    ],
    nulls: 'own',
    formula: { kind: 'nullTest', whenNull: false },
    check: ([value]) => callNode('IsNotNull', 'BOOLEAN', [value!.typed]),
    evaluate: (argument) => argument(0) !== null,
  },
  Coalesce: {
    description: 'The first of its arguments that is not NULL.',
    parameters: [
      { name: 'first', takes: 'any value' },
      { name: 'second', takes: 'a value of the same type', repeated: true },
    ],
    examples: [
      { text: 'Coalesce(NULL, "a", "b")', result: 'a' },
      { text: 'IfNull(1 / 0, 0)', result: '0' },
    ],
    nulls: 'every',
    formula: {
      kind: 'choice',
      choose(args) {
        for (let index = 0; index < args.length; index++) {
          if (!Number.isNaN(args[index]!.value)) return index
        }
        return -1
      },
      range: computeCoalesceRange,
      neverNull: 'some',
      neverNegative: 'every',
      zeroAtZero: false,
    },
    check(values, site) {
      const { type, args } = alignTypes(values, site)
      return callNode('Coalesce', type, args)
    },
    evaluate(argument, { args, type }) {
      for (const [index, node] of args.entries()) {
        const value = argument(index)
        if (value !== null) return widenValue(value, node.type, type)
      }
      return null
    },
  },
  NullIf: {
    description: 'NULL when the value equals the second argument, otherwise the value.',
    parameters: [
      { name: 'value', takes: 'any value' },
      { name: 'absent', takes: 'a value to compare it with' },
    ],
    examples: [
      { text: 'NullIf("n/a", "n/a")', result: null },
      { text: 'NullIf(3, 0)', result: '3' },
      { text: 'NullIf(3, NULL)', result: '3' },
    ],
    nulls: 'equal',
    formula: {
      kind: 'choice',
      choose: ([value, absent]) => (value!.value === absent!.value ? -1 : 0),
      range(args) {
        const [value, absent] = [args.range(0), args.range(1)]
        const differ =
          absent.defined === 'never' || value.high < absent.low || value.low > absent.high
        return differ || value.defined === 'never' ? value : { ...value, defined: 'maybe' }
      },
      neverNull: null,
      neverNegative: 'first',
      zeroAtZero: true,
    },
    check([value, absent], site) {
      const left = readTimeNextTo(value!, absent!.typed, site)
      const right = readTimeNextTo(absent!, left, site)
      const common = commonType(left.type, right.type)
      if (common === null) {
        const params = { left: left.type, right: right.type }
        site.addDiagnostic(report('EXP2003', { span: site.span, params }))
        return UNKNOWN
      }
      return callNode('NullIf', left.type, [left, widenConstant(right, common)])
    },
    evaluate(argument, { args }) {
      const [value, absent] = [argument(0), argument(1)]
      if (value === null || absent === null) return value
      return isSame(value, args[0]!, absent, args[1]!) ? null : value
    },
  },
}

/** The values of the arguments up to the first that always has one. */
function computeCoalesceRange(args: CallRanges): CallRange {
  const possible = args.ranges().filter(({ defined }) => defined !== 'never')
  const last = possible.findIndex(({ defined }) => defined === 'always')
  const reachable = possible.slice(0, last < 0 ? undefined : last + 1)
  if (reachable.length === 0) return UNDEFINED_RANGE
  return {
    ...encloseRanges(reachable),
    defined: last < 0 ? 'maybe' : 'always',
    changesBranch: reachable.length > 1,
  }
}
