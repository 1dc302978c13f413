import type { TypedExpr } from '@tributary/expression'
import {
  constantNode,
  constantText,
  listTypedChildren,
  parseCastTarget,
  type TypedCall,
  withTypedChildren,
} from '@tributary/expression/internal'
import {
  type Fate,
  isFateDetermined,
  isNeverNegative,
  isNeverNull,
  isNullConstant,
  isZeroConstant,
  type KnownMeasures,
  nullFate,
  vanishingFate,
} from './null-facts.ts'

/**
 * A formula without what changes nothing in it: guards against a divisor of zero, which gives NULL by itself
 * (`x / NullIf(y, 0)`, `If(y = 0, NULL, x / y)`), replacements for a measure that is never NULL (`Coalesce(x, 0)`),
 * casts to a type that holds every value. Whatever the measures are, NULLs included, it has the value of the formula,
 * but for the rounding of a cast to DOUBLE.
 */
export function plainFormula(formula: TypedExpr, measures: KnownMeasures): TypedExpr {
  const children = listTypedChildren(formula)
  if (children.length === 0) return formula
  const plain = children.map((child) => plainFormula(child, measures))
  const same = plain.every((child, index) => child === children[index])
  const node = same ? formula : withTypedChildren(formula, plain)
  switch (node.kind) {
    case 'arithmetic': {
      const divides = node.op === '/' || node.op === '%'
      const right = divides ? plainDivisor(node.right, measures) : node.right
      return right === node.right ? node : { ...node, right }
    }
    case 'call':
      return plainCall(node, measures)
    default:
      return node
  }
}

function plainCall(call: TypedCall, measures: KnownMeasures): TypedExpr {
  const first = call.args[0]!
  switch (call.function) {
    case 'Coalesce':
      return plainCoalesce(call, measures)
    case 'IsNull':
      return isNeverNull(first, measures) ? truth(false) : call
    case 'IsNotNull':
      return isNeverNull(first, measures) ? truth(true) : call
    case 'NullIf':
      return isNullConstant(call.args[1]!) ? first : call
    case 'Abs':
      return isNeverNegative(first, measures) ? first : call
    case 'Cast':
    case 'TryCast':
      return keepsNumber(call) ? first : call
    case 'If':
    case 'Case':
      return plainChoice(call, measures)
    default:
      return call
  }
}

function truth(value: boolean): TypedExpr {
  return constantNode({ type: 'BOOLEAN', value })
}

function plainCoalesce(call: TypedCall, measures: KnownMeasures): TypedExpr {
  const args = call.args.filter((argument) => !isNullConstant(argument))
  const last = args.findIndex((argument) => isNeverNull(argument, measures))
  const neededArguments = last < 0 ? args : args.slice(0, last + 1)
  if (neededArguments.length <= 1) return neededArguments[0] ?? call.args[0]!
  return neededArguments.length === call.args.length ? call : { ...call, args: neededArguments }
}

/** Whether a cast gives back every number that may come: 64 bits are 19 digits. */
export function keepsNumber({ args }: TypedCall): boolean {
  const from = args[0]!.type
  const target = parseCastTarget(constantText(args[1])!)
  if (target.type === 'DOUBLE') return from === 'INT' || from === 'DECIMAL' || from === 'DOUBLE'
  if (from !== 'INT') return false
  return (
    target.type === 'INT' || (target.type === 'DECIMAL' && target.precision - target.scale >= 19)
  )
}

/** The only branch that an `If` or a `Case` gives; the call itself when that depends. */
function plainChoice(call: TypedCall, measures: KnownMeasures): TypedExpr {
  return onlyBranch(call, { measures, isNothing: isNullConstant, fateOf: nullFate }) ?? call
}

/** The branches that the other branch may replace. */
interface Choice {
  readonly measures: KnownMeasures
  isNothing(branch: TypedExpr): boolean
  /** Where another branch is as good as nothing, too. */
  fateOf(branch: TypedExpr): Fate
}

function onlyBranch({ args }: TypedCall, choice: Choice): TypedExpr | null {
  let otherwise = args.at(-1)!
  for (let at = args.length - 3; at >= 0; at -= 2) {
    const branch = pickBranch([args[at]!, args[at + 1]!, otherwise], choice)
    if (branch === null) return null
    otherwise = branch
  }
  return otherwise
}

function pickBranch(
  [condition, then, otherwise]: readonly [TypedExpr, TypedExpr, TypedExpr],
  { measures, isNothing, fateOf }: Choice,
): TypedExpr | null {
  if (condition.kind === 'constant') return condition.constant.value === true ? then : otherwise
  const sealed = (branch: TypedExpr, ...outcomes: readonly (boolean | null)[]) =>
    outcomes.every((outcome) =>
      isFateDetermined(condition, outcome, { fate: fateOf(branch), measures }),
    )
  if (isNothing(then) && sealed(otherwise, true)) return otherwise
  if (isNothing(otherwise) && sealed(then, false, null)) return then
  return null
}

/** A divisor without what only keeps it from being 0: NULL in its place gives NULL as 0 does. */
function plainDivisor(divisor: TypedExpr, measures: KnownMeasures): TypedExpr {
  const plain = (factor: TypedExpr): TypedExpr => plainDivisor(factor, measures)
  const isNothing = (argument: TypedExpr): boolean =>
    isNullConstant(argument) || isZeroConstant(argument)
  switch (divisor.kind) {
    case 'negate': {
      const operand = plain(divisor.operand)
      return operand === divisor.operand ? divisor : { ...divisor, operand }
    }
    case 'arithmetic': {
      if (divisor.op !== '*' && divisor.op !== '/') return divisor
      const left = plain(divisor.left)
      const right = divisor.op === '*' ? plain(divisor.right) : divisor.right
      const same = left === divisor.left && right === divisor.right
      return same ? divisor : { ...divisor, left, right }
    }
    case 'call': {
      const { function: name, args } = divisor
      const [first, ...remainingArguments] = args as readonly [TypedExpr, ...TypedExpr[]]
      if (name === 'NullIf' && isZeroConstant(remainingArguments[0]!)) return plain(first)
      if (name === 'Coalesce' && remainingArguments.every(isNothing)) return plain(first)
      if (name !== 'If' && name !== 'Case') return divisor
      const branch = onlyBranch(divisor, { measures, isNothing, fateOf: vanishingFate })
      return branch === null ? divisor : plain(branch)
    }
    default:
      return divisor
  }
}
