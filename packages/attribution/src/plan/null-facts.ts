import type { TypedExpr } from '@tributary/expression'
import {
  type ArgumentRule,
  type ChoiceFacts,
  getScalarDefinition,
  joinComparisons,
  MIRRORED,
  type SmoothFacts,
  type TypedCall,
  type TypedComparison,
} from '@tributary/expression/internal'
import type { Measure } from '../request/source.ts'
import { treeKey } from './tree-key.ts'

/** The measures of a formula, by name, that have a value, or none below 0, whatever the rows are. */
export interface KnownMeasures {
  readonly neverNull: ReadonlySet<string>
  readonly neverNegative: ReadonlySet<string>
}

/** A sum or a count over no rows is 0, and a count is never below it. */
export function knownMeasures(measures: readonly Measure[]): KnownMeasures {
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
export function isNullConstant(typed: TypedExpr): boolean {
  return typed.kind === 'constant' && typed.constant.value === null
}

/** Whether a node is the constant 0. */
export function isZeroConstant(typed: TypedExpr): boolean {
  return numberIn(typed) === 0
}

/** The number of a constant; null for any other node. */
export function numberIn(typed: TypedExpr): number | null {
  if (typed.kind !== 'constant') return null
  const { type, value } = typed.constant
  return type === 'INT' || type === 'DECIMAL' || type === 'DOUBLE' ? Number(value) : null
}

/** Whether an expression has a value whatever the measures are. False when that is not known. */
export function isNeverNull(typed: TypedExpr, measures: KnownMeasures): boolean {
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
export function isNeverNegative(typed: TypedExpr, measures: KnownMeasures): boolean {
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
export interface Fate {
  atZero(key: string): boolean
  atNull(key: string): boolean
}

/** Whether an expression is NULL there. */
export function nullFate(typed: TypedExpr): Fate {
  return {
    atZero: (key) => isNullAtZero(typed, key),
    atNull: (key) => isNullAtNull(typed, key),
  }
}

/** Whether an expression is 0 or NULL there: as a divisor, both give NULL. */
export function vanishingFate(typed: TypedExpr): Fate {
  return {
    atZero: (key) => vanishesAtZero(typed, key),
    atNull: (key) => isNullAtNull(typed, key),
  }
}

/** Whether wherever a condition has the outcome (`null`: is NULL), the fate of an expression is sealed. False when that is not known. */
export function isFateDetermined(
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
