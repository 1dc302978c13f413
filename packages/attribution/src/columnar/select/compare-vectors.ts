import type { TypedExpr } from '@tributary/expression'
import type { ComparisonOperator } from '@tributary/expression/internal'
import {
  asDoubles,
  atScale,
  BATCH,
  batchOfNumbers,
  type NumberVector,
} from '../../numbers/number-vector.ts'
import { expressionVector } from './expression-vector.ts'
import type { Predicate } from './predicate.ts'
import type { RowSpace } from './row-space.ts'

/** Makes a predicate of a comparison of two number expressions; null when one of them cannot be a vector. */
export function compareVectors(
  typed: TypedExpr,
  wanted: boolean,
  space: RowSpace,
): Predicate | null {
  if (typed.kind !== 'comparison' || typed.left.type === 'STRING') return null
  if (isMixedTime(typed.left, typed.right)) return null
  const left = expressionVector(typed.left, space)
  const right = left === null ? null : expressionVector(typed.right, space)
  const sides = left === null || right === null ? null : alike(left, right)
  return sides === null ? null : comparison(typed.op, wanted, sides)
}

/** Whether a DATE is compared with a TIMESTAMP, which has other units. */
function isMixedTime(left: TypedExpr, right: TypedExpr): boolean {
  return left.type !== right.type && (left.type === 'DATE' || right.type === 'DATE')
}

type Sides = readonly [NumberVector, NumberVector]

/** Both as doubles, or both as units of one scale. */
function alike(left: NumberVector, right: NumberVector): Sides | null {
  if (left.scale === null || right.scale === null) return [asDoubles(left), asDoubles(right)]
  const scale = Math.max(left.scale, right.scale)
  const a = atScale(left, scale)
  const b = atScale(right, scale)
  return a && b && [a, b]
}

/** Every comparison is `=` or `<` of both sides, or of the sides swapped, or the contrary of one. */
function comparison(op: ComparisonOperator, wanted: boolean, sides: Sides): Predicate {
  const [left, right] = op === '>' || op === '<=' ? [sides[1], sides[0]] : sides
  const isEquality = op === '=' || op === '!='
  const mark = Number(wanted === (op === '=' || op === '<' || op === '>'))
  const a = batchOfNumbers()
  const b = batchOfNumbers()
  const marks = new Uint8Array(BATCH)
  const refineBatch = (rows: Uint32Array, at: number, count: number, next: number): number => {
    left.fill(rows, { at, count }, a)
    right.fill(rows, { at, count }, b)
    if (isEquality) {
      for (let index = 0; index < count; index++) marks[index] = Number(a[index]! === b[index]!)
    } else {
      for (let index = 0; index < count; index++) marks[index] = Number(a[index]! < b[index]!)
    }
    let writeIndex = next
    for (let index = 0; index < count; index++) {
      const row = rows[at + index]!
      const definedMark = Number(!Number.isNaN(a[index]!)) & Number(!Number.isNaN(b[index]!))
      rows[writeIndex] = row
      writeIndex = (writeIndex + (definedMark & Number(marks[index] === mark))) | 0
    }
    return writeIndex
  }
  return {
    constant: null,
    cost: 15,
    select({ from, to, at }, out) {
      let next = at
      for (let begin = from; begin < to; begin += BATCH) {
        const end = Math.min(to, begin + BATCH)
        for (let row = begin; row < end; row++) out[next + row - begin] = row
        next = refineBatch(out, next, end - begin, next)
      }
      return next - at
    },
    refine(rows, { at, count }) {
      let next = at
      for (let begin = at; begin < at + count; begin += BATCH) {
        next = refineBatch(rows, begin, Math.min(BATCH, at + count - begin), next)
      }
      return next - at
    },
  }
}
