import { callNode, constantNode, hasType, type TypedExpr } from '../../tree/typed-expr.ts'
import { widenValue } from '../../values/value.ts'
import { alignTypes } from '../align-arguments.ts'
import { conditionParameter, reportArgument } from '../arguments.ts'
import type { Argument, CallSite, ScalarFunction } from '../definition.ts'
import type { ChoiceFacts } from '../formula-facts.ts'
import { type CallRange, type CallRanges, encloseRanges, UNDEFINED_RANGE } from '../number-range.ts'

/** The facts about the value after the first condition that is TRUE, or the last argument. */
const BRANCH_FACTS: ChoiceFacts = {
  kind: 'choice',
  choose(args) {
    const last = args.length - 1
    for (let index = 0; index < last; index += 2) if (args[index]!.value === 1) return index + 1
    return last
  },
  range: computeBranchRange,
  neverNull: null,
  neverNegative: null,
  zeroAtZero: false,
}

/** Functions that choose a value by conditions. */
export const CONDITION_FUNCTIONS: Readonly<Record<'If' | 'Case', ScalarFunction>> = {
  If: {
    description: 'The second argument when the condition is TRUE, otherwise the third.',
    parameters: [
      conditionParameter('condition'),
      { name: 'then', takes: 'any value' },
      { name: 'else', takes: 'a value of the same type' },
    ],
    examples: [
      { text: 'If(2 > 1, "more", "less")', result: 'more' },
      { text: 'If(NULL, 1, 2.5)', result: '2.5' },
    ],
    nulls: 'own',
    formula: BRANCH_FACTS,
    check([condition, ...branches], site) {
      if (!hasType(condition!.typed, 'BOOLEAN')) {
        reportArgument(site, condition!, { parameter: 'condition', expected: 'a condition' })
      }
      const { type, args } = alignTypes(branches, site)
      return callNode('If', type, [condition!.typed, ...args])
    },
    evaluate(argument, { args, type }) {
      const chosen = argument(0) === true ? 1 : 2
      return widenValue(argument(chosen), args[chosen]!.type, type)
    },
  },
  Case: {
    description:
      'The value after the first condition that is TRUE; otherwise the value at the end, or NULL without one.',
    parameters: [
      conditionParameter('condition'),
      { name: 'value', takes: 'any value' },
      {
        name: 'more',
        takes: 'more conditions and values, and a value for all else',
        optional: true,
        repeated: true,
      },
    ],
    examples: [
      { text: 'Case(1 > 2, "a", 2 > 1, "b", "c")', result: 'b' },
      { text: 'CASE WHEN 1 > 2 THEN 1 ELSE 2.5 END', result: '2.5' },
      { text: 'Case(1 > 2, "a")', result: null },
    ],
    nulls: 'own',
    formula: BRANCH_FACTS,
    check,
    evaluate(argument, { args, type }) {
      let chosen = args.length - 1
      for (let index = 0; index + 1 < args.length; index += 2) {
        if (argument(index) !== true) continue
        chosen = index + 1
        break
      }
      return widenValue(argument(chosen), args[chosen]!.type, type)
    },
  },
}

function computeBranchRange(args: CallRanges): CallRange {
  const branches: number[] = []
  let isOpen = true
  for (let index = 0; isOpen && index + 1 < args.count; index += 2) {
    const outcomes = args.outcomes(index)
    if (outcomes.includes(true)) branches.push(index + 1)
    isOpen = outcomes.some((outcome) => outcome !== true)
  }
  if (isOpen) branches.push(args.count - 1)
  const changesBranch = branches.length > 1
  const ranges = branches.map((branch) => args.range(branch))
  const possible = ranges.filter(({ defined }) => defined !== 'never')
  if (possible.length === 0) return { ...UNDEFINED_RANGE, changesBranch }
  const isAlwaysDefined = ranges.every(({ defined }) => defined === 'always')
  return {
    ...encloseRanges(possible),
    defined: isAlwaysDefined ? 'always' : 'maybe',
    changesBranch,
  }
}

function check(callArguments: readonly Argument[], site: CallSite): TypedExpr {
  const last = callArguments.length - 1
  const isCondition = (index: number) => index % 2 === 0 && index !== last
  for (const [index, argument] of callArguments.entries()) {
    if (!isCondition(index) || hasType(argument.typed, 'BOOLEAN')) continue
    reportArgument(site, argument, { parameter: 'condition', expected: 'a condition' })
  }
  const values = callArguments.filter((_, index) => !isCondition(index))
  const { type, args } = alignTypes(values, site)
  const aligned = args.values()
  const typed = callArguments.map((argument, index) =>
    isCondition(index) ? argument.typed : aligned.next().value!,
  )
  if (callArguments.length % 2 === 0) typed.push(constantNode({ type: 'NULL', value: null }, type))
  return callNode('Case', type, typed)
}
