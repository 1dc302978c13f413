import { callNode, constantNode, type TypedCall, type TypedExpr } from '../../tree/typed-expr.ts'
import { withTypedChildren } from '../../tree/visit-typed.ts'
import { longestText, USUAL_CELL } from './text-size.ts'

/** The longest text of the data that calls which lengthen texts take; they read a longer one as NULL. */
export const LONGEST_CELL = 10_000

/**
 * A call that can lengthen its texts, with NULL in place of each text of the data that is longer than {@link LONGEST_CELL}, or
 * than {@link USUAL_CELL} where it is put into another text. The condition is part of the tree, so that it means the same
 * wherever the tree is computed.
 */
export function limitCells(call: TypedCall): TypedCall {
  return withTypedChildren(call, limitArguments(call, LONGEST_CELL)) as TypedCall
}

function limitArguments(call: TypedCall, most: number): readonly TypedExpr[] {
  return call.args.map((typed, index) => {
    if (!isGiven(call, index)) return typed
    return limitText(typed, call.function === 'Replace' && index === 2 ? USUAL_CELL : most)
  })
}

function limitText(typed: TypedExpr, most: number): TypedExpr {
  if (typed.type !== 'STRING' || typed.kind === 'constant') return typed
  if (typed.kind === 'reference') {
    const condition: TypedExpr = {
      kind: 'comparison',
      type: 'BOOLEAN',
      op: '<=',
      left: callNode('Length', 'INT', [typed]),
      right: LIMITS.get(most)!,
    }
    return callNode('Case', 'STRING', [condition, typed, NONE])
  }
  if (typed.kind !== 'call' || isLimited(typed, most) || isShort(typed, most)) return typed
  const args = limitArguments(typed, most)
  const isSame = args.every((limited, index) => limited === typed.args[index])
  return isSame ? typed : withTypedChildren(typed, args)
}

/** Whether a call is a text of the data that is limited already. */
function isLimited({ function: name, args: [condition] }: TypedCall, most: number): boolean {
  if (name !== 'Case' || condition?.kind !== 'comparison') return false
  for (const [limit, node] of LIMITS) if (condition.right === node) return limit <= most
  return false
}

/** Whether a call gives a short text whatever the data has, as `Left([name], 50)` does. */
function isShort(call: TypedCall, most: number): boolean {
  return longestText(call, Number.POSITIVE_INFINITY) <= most
}

/** Whether a call gives the text of an argument, or a text made of it. */
function isGiven({ function: name, args }: TypedCall, index: number): boolean {
  switch (name) {
    case 'If':
      return index > 0
    case 'Case':
      return index % 2 === 1 || index === args.length - 1
    case 'Concat':
    case 'Coalesce':
    case 'Greatest':
    case 'Least':
      return true
    case 'Replace':
      return index !== 1
    default:
      return index === 0
  }
}

const LIMITS: ReadonlyMap<number, TypedExpr> = new Map(
  [LONGEST_CELL, USUAL_CELL].map((most) => [
    most,
    constantNode({ type: 'INT', value: BigInt(most) }),
  ]),
)
const NONE = constantNode({ type: 'NULL', value: null }, 'STRING')
