import type { TypedExpr } from '@tributary/expression'
import {
  callNode,
  constantNode,
  getScalarDefinition,
  listTypedChildren,
  withTypedChildren,
} from '@tributary/expression/internal'
import { treeKey } from './tree-key.ts'

/**
 * A formula in which a factor above and below the same fraction bar is left out: `[a] / [b] * [b]` becomes `[a]`,
 * `[a] / ([b] / [c])` becomes `[a] * [c] / [b]`. It has the same value and the same derivatives wherever the formula
 * has a value, and may have one where a factor that is left out is 0.
 */
export function cancelFactors(formula: TypedExpr): TypedExpr {
  if (isProduct(formula)) {
    const product: Product = { factors: new Map(), sign: 1, cancels: false }
    addFactors(product, formula, 1)
    if (product.cancels) return productNode(product)
  }
  if (!passesNull(formula)) return formula
  const children = listTypedChildren(formula)
  const simplifiedChildren = children.map(cancelFactors)
  const same = simplifiedChildren.every((child, index) => child === children[index])
  return same ? formula : withTypedChildren(formula, simplifiedChildren)
}

interface Product {
  /** By key: a factor and its exponent. */
  readonly factors: Map<string, { readonly factor: TypedExpr; readonly exponent: number }>
  sign: 1 | -1
  /** Whether a factor met its inverse. */
  cancels: boolean
}

/** Whether a node is NULL where a part of it is: a value that a part gains is not taken for another one then. */
function passesNull(typed: TypedExpr): boolean {
  if (typed.kind === 'call') return getScalarDefinition(typed.function).nulls === 'propagate'
  return typed.kind === 'arithmetic' || typed.kind === 'negate'
}

function isProduct(typed: TypedExpr): boolean {
  if (typed.kind === 'arithmetic') return typed.op === '*' || typed.op === '/'
  return typed.kind === 'negate' || wholeExponent(typed) !== null
}

/** The exponent of a `Power` with a constant whole one; null for any other node. */
function wholeExponent(typed: TypedExpr): number | null {
  if (typed.kind !== 'call' || typed.function !== 'Power') return null
  const [, exponent] = typed.args
  if (exponent?.kind !== 'constant' || exponent.constant.value === null) return null
  const number = Number(exponent.constant.value)
  return Number.isInteger(number) && number !== 0 && Math.abs(number) <= MOST_POWER ? number : null
}

const MOST_POWER = 64

function addFactors(product: Product, typed: TypedExpr, exponent: number): void {
  if (typed.kind === 'negate') {
    if (exponent % 2 !== 0) product.sign = product.sign === 1 ? -1 : 1
    addFactors(product, typed.operand, exponent)
    return
  }
  if (typed.kind === 'arithmetic' && (typed.op === '*' || typed.op === '/')) {
    // A divisor of a divisor is a factor.
    if (typed.op === '/' && exponent < 0) product.cancels = true
    addFactors(product, typed.left, exponent)
    addFactors(product, typed.right, typed.op === '*' ? exponent : -exponent)
    return
  }
  const power = wholeExponent(typed)
  if (power !== null && typed.kind === 'call') {
    if (power < 0 && exponent < 0) product.cancels = true
    addFactors(product, typed.args[0]!, exponent * power)
    return
  }
  const factor = cancelFactors(typed)
  const key = treeKey(factor)
  const before = product.factors.get(key)?.exponent ?? 0
  if (before * exponent < 0) product.cancels = true
  product.factors.set(key, { factor, exponent: before + exponent })
}

function productNode({ factors, sign }: Product): TypedExpr {
  let above = sign === 1 ? null : wholeNumber(-1n)
  let below: TypedExpr | null = null
  for (const { factor, exponent } of factors.values()) {
    if (exponent > 0) above = timesPower(above, factor, exponent)
    if (exponent < 0) below = timesPower(below, factor, -exponent)
  }
  const numerator = above ?? wholeNumber(1n)
  if (below === null) return numerator
  return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left: numerator, right: below }
}

function timesPower(product: TypedExpr | null, factor: TypedExpr, exponent: number): TypedExpr {
  const power =
    exponent === 1 ? factor : callNode('Power', 'DOUBLE', [factor, wholeNumber(BigInt(exponent))])
  if (product === null) return power
  return { kind: 'arithmetic', type: 'DOUBLE', op: '*', left: product, right: power }
}

function wholeNumber(value: bigint): TypedExpr {
  return constantNode({ type: 'INT', value })
}
