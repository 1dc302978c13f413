import type { TypedExpr } from '@tributary/expression'
import {
  type ArgumentRule,
  type ChoiceFacts,
  constantNode,
  constantText,
  getScalarDefinition,
  joinComparisons,
  MIRRORED,
  mapTypedChildren,
  parseCastTarget,
  type SmoothFacts,
  type TypedCall,
  type TypedComparison,
  treeKey,
} from '@tributary/expression/internal'
import type { Measure } from '../request/source.ts'

/**
 * A formula without what changes nothing in it: guards against a divisor of zero, which gives NULL by itself
 * (`x / NullIf(y, 0)`, `If(y = 0, NULL, x / y)`), replacements for a measure that is never NULL (`Coalesce(x, 0)`),
 * casts to a type that holds every value. Whatever the measures are, NULLs included, it has the value of the formula,
 * but for the rounding of a cast to DOUBLE.
 */
export function plainFormula(formula: TypedExpr, measures: readonly Measure[]): TypedExpr {
  return simplifyNode(formula, knownMeasures(measures))
}

function simplifyNode(formula: TypedExpr, measures: KnownMeasures): TypedExpr {
  const node = mapTypedChildren(formula, (child) => simplifyNode(child, measures))
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
function keepsNumber({ args }: TypedCall): boolean {
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

/** The measures of a formula, by name, that have a value, or none below 0, whatever the rows are. */
interface KnownMeasures {
  readonly neverNull: ReadonlySet<string>
  readonly neverNegative: ReadonlySet<string>
}

/** A sum or a count over no rows is 0, and a count is never below it. */
function knownMeasures(measures: readonly Measure[]): KnownMeasures {
  const counts = measures.filter(({ aggregate }) => COUNTS.has(aggregate))
  const sums = measures.filter(({ aggregate }) => aggregate === 'SUM')
  const getMeasureName = ({ name }: Measure): string => name
  return {
    neverNull: new Set([...counts, ...sums].map(getMeasureName)),
    neverNegative: new Set(counts.map(getMeasureName)),
  }
}

const COUNTS: ReadonlySet<Measure['aggregate']> = new Set(['COUNT', 'COUNT_DISTINCT'])

/** Whether a node is the constant NULL. */
function isNullConstant(typed: TypedExpr): boolean {
  return typed.kind === 'constant' && typed.constant.value === null
}

/** Whether a node is the constant 0. */
function isZeroConstant(typed: TypedExpr): boolean {
  return numberIn(typed) === 0
}

/** The number of a constant; null for any other node. */
function numberIn(typed: TypedExpr): number | null {
  if (typed.kind !== 'constant') return null
  const { type, value } = typed.constant
  return type === 'INT' || type === 'DECIMAL' || type === 'DOUBLE' ? Number(value) : null
}

/** Whether an expression has a value whatever the measures are. False when that is not known. */
function isNeverNull(typed: TypedExpr, measures: KnownMeasures): boolean {
  const never = (operand: TypedExpr): boolean => isNeverNull(operand, measures)
  switch (typed.kind) {
    case 'reference':
      return measures.neverNull.has(typed.name)
    case 'constant':
      return typed.constant.value !== null
    case 'negate':
      return never(typed.operand)
    case 'arithmetic': {
      const divides = typed.op === '/' || typed.op === '%'
      return never(typed.left) && (divides ? Boolean(numberIn(typed.right)) : never(typed.right))
    }
    case 'call':
      return followsFrom(getNumberFacts(typed)?.neverNull, typed.args, never)
    default:
      return false
  }
}

/** Whether an expression is 0 or more wherever it has a value. False when that is not known. */
function isNeverNegative(typed: TypedExpr, measures: KnownMeasures): boolean {
  const never = (operand: TypedExpr): boolean => isNeverNegative(operand, measures)
  switch (typed.kind) {
    case 'reference':
      return measures.neverNegative.has(typed.name)
    case 'constant':
      return (numberIn(typed) ?? -1) >= 0
    case 'arithmetic':
      return '+*/'.includes(typed.op) && never(typed.left) && never(typed.right)
    case 'call':
      return followsFrom(getNumberFacts(typed)?.neverNegative, typed.args, never)
    default:
      return false
  }
}

/** Whether the arguments that a rule names have a property. */
function followsFrom(
  rule: ArgumentRule | undefined,
  args: readonly TypedExpr[],
  hasProperty: (argument: TypedExpr) => boolean,
): boolean {
  switch (rule) {
    case 'always':
      return true
    case 'first':
      return hasProperty(args[0]!)
    case 'some':
      return args.some(hasProperty)
    case 'every':
      return args.every(hasProperty)
    default:
      return false
  }
}

function getNumberFacts(call: TypedCall): SmoothFacts | ChoiceFacts | null {
  const facts = getScalarDefinition(call.function).formula
  return facts !== null && facts !== 'jumps' && 'range' in facts ? facts : null
}

/** The fate of an expression where another one, given by its key, is 0 or NULL. */
interface Fate {
  atZero(key: string): boolean
  atNull(key: string): boolean
}

/** Whether an expression is NULL there. */
function nullFate(typed: TypedExpr): Fate {
  return {
    atZero: (key) => isNullAtZero(typed, key),
    atNull: (key) => isNullAtNull(typed, key),
  }
}

/** Whether an expression is 0 or NULL there: as a divisor, both give NULL. */
function vanishingFate(typed: TypedExpr): Fate {
  return {
    atZero: (key) => vanishesAtZero(typed, key),
    atNull: (key) => isNullAtNull(typed, key),
  }
}

/** Whether wherever a condition has the outcome (`null`: is NULL), the fate of an expression is sealed. False when that is not known. */
function isFateDetermined(
  condition: TypedExpr,
  outcome: boolean | null,
  { fate, measures }: { readonly fate: Fate; readonly measures: KnownMeasures },
): boolean {
  const sealed = (operand: TypedExpr, when: boolean | null): boolean =>
    isFateDetermined(operand, when, { fate, measures })
  switch (condition.kind) {
    case 'constant':
      return condition.constant.value !== outcome
    case 'not':
      return sealed(condition.operand, outcome === null ? null : !outcome)
    case 'logical': {
      const { op, operands } = condition
      // An AND is TRUE, and an OR FALSE, by all its operands together; otherwise one of them decides.
      const together = outcome === (op === 'AND')
      const isOperandDetermined = (operand: TypedExpr) => sealed(operand, outcome)
      return together ? operands.some(isOperandDetermined) : operands.every(isOperandDetermined)
    }
    case 'comparison':
      return isFateDeterminedByComparison(condition, outcome, { fate, measures })
    case 'call':
      return isFateDeterminedByCall(condition, outcome, { fate, measures })
    default:
      return false
  }
}

function isFateDeterminedByCall(
  call: TypedCall,
  outcome: boolean | null,
  { fate, measures }: { readonly fate: Fate; readonly measures: KnownMeasures },
): boolean {
  const facts = getScalarDefinition(call.function).formula
  if (facts === null || facts === 'jumps') return false
  if (facts.kind === 'comparisons') {
    return isFateDetermined(joinComparisons(call, facts), outcome, { fate, measures })
  }
  if (facts.kind !== 'nullTest') return false
  if (outcome !== facts.whenNull) return outcome === null
  const value = call.args[0]!
  return isNeverNull(value, measures) || fate.atNull(treeKey(value))
}

function isFateDeterminedByComparison(
  { op, left, right }: TypedComparison,
  outcome: boolean | null,
  { fate, measures }: { readonly fate: Fate; readonly measures: KnownMeasures },
): boolean {
  const mirrored = left.kind === 'constant'
  const limit = numberIn(mirrored ? left : right)
  if (limit === null) return false
  const value = withoutFactor(mirrored ? right : left)
  const key = treeKey(value)
  if (outcome === null) return isNeverNull(value, measures) || fate.atNull(key)
  // A factor that is taken off may turn the order around.
  const exact = value === (mirrored ? right : left)
  const least = exact && isNeverNegative(value, measures) ? 0 : Number.NEGATIVE_INFINITY
  const written = mirrored ? MIRRORED[op] : op
  const seals = onlyZero(outcome ? written : OPPOSITE[written], limit, {
    least,
    whole: value.type === 'INT',
  })
  return seals && fate.atZero(key)
}

const OPPOSITE = { '=': '!=', '!=': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

/** Whether no number but 0 passes a comparison, of numbers from `least` on. */
function onlyZero(
  op: TypedComparison['op'],
  limit: number,
  { least, whole: isWhole }: { readonly least: number; readonly whole: boolean },
): boolean {
  switch (op) {
    case '=':
      return limit === 0
    case '<=':
      return least === 0 && (isWhole ? limit < 1 : limit <= 0)
    case '<':
      return least === 0 && limit <= (isWhole ? 1 : 0)
    default:
      return false
  }
}

/** An expression without a constant factor, a constant divisor or a changed sign: it is 0 and NULL where that is. */
function withoutFactor(typed: TypedExpr): TypedExpr {
  if (typed.kind === 'negate') return withoutFactor(typed.operand)
  if (typed.kind !== 'arithmetic' || (typed.op !== '*' && typed.op !== '/')) return typed
  if (numberIn(typed.right)) return withoutFactor(typed.left)
  return typed.op === '*' && numberIn(typed.left) ? withoutFactor(typed.right) : typed
}

function isNullAtZero(typed: TypedExpr, key: string): boolean {
  const atZero = (operand: TypedExpr): boolean => isNullAtZero(operand, key)
  switch (typed.kind) {
    case 'constant':
      return typed.constant.value === null
    case 'negate':
      return atZero(typed.operand)
    case 'arithmetic': {
      const divides = typed.op === '/' || typed.op === '%'
      if (divides && vanishesAtZero(typed.right, key)) return true
      return atZero(typed.left) || atZero(typed.right)
    }
    case 'call': {
      const [first, second] = typed.args
      const isEqualAtZero =
        getScalarDefinition(typed.function).nulls === 'equal' &&
        isZeroConstant(second!) &&
        vanishesAtZero(first!, key)
      return isEqualAtZero || isNullCall(typed, atZero)
    }
    default:
      return false
  }
}

function vanishesAtZero(typed: TypedExpr, key: string): boolean {
  if (treeKey(typed) === key || isNullAtZero(typed, key)) return true
  const vanishes = (operand: TypedExpr): boolean => vanishesAtZero(operand, key)
  switch (typed.kind) {
    case 'negate':
      return vanishes(typed.operand)
    case 'arithmetic':
      if (typed.op === '*') return vanishes(typed.left) || vanishes(typed.right)
      return typed.op === '/' && vanishes(typed.left)
    case 'call':
      return getNumberFacts(typed)?.zeroAtZero === true && vanishes(typed.args[0]!)
    default:
      return false
  }
}

function isNullAtNull(typed: TypedExpr, key: string): boolean {
  if (treeKey(typed) === key || isNullConstant(typed)) return true
  const atNull = (operand: TypedExpr): boolean => isNullAtNull(operand, key)
  switch (typed.kind) {
    case 'negate':
      return atNull(typed.operand)
    case 'arithmetic':
      return atNull(typed.left) || atNull(typed.right)
    case 'call':
      return isNullCall(typed, atNull)
    default:
      return false
  }
}

/** Whether a call is NULL because arguments are. */
function isNullCall(call: TypedCall, isNull: (argument: TypedExpr) => boolean): boolean {
  return followsFrom(NULL_RULES[getScalarDefinition(call.function).nulls], call.args, isNull)
}

const NULL_RULES = { propagate: 'some', every: 'every', equal: 'first', own: null } as const
