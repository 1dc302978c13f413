import type { Measure } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import type { AggregateArgument, AggregateCall, SqlDialect } from '../dialects/dialect.ts'
import { LIMB_BITS } from '../dialects/standard.ts'
import type { SqlResult } from '../results/sql-result.ts'
import { raw, type SqlText, sqlText } from '../text/sql-text.ts'
import { compileExpression } from './compile-expression.ts'
import { getTypedIdentity, type RowColumns } from './row-columns.ts'

/**
 * The bits that a sum of doubles keeps: those from 2^lowest up, in whole numbers of {@link LIMB_BITS} bits each, which
 * engines add without rounding.
 */
export interface BitRange {
  readonly lowest: number
  readonly limbs: number
}

/** Numbers below 1.4e14, and all digits of those of at least 3e-8. Statements try it first. */
export const USUAL_BITS: BitRange = { lowest: -77, limbs: 2 }

/** Every finite double. */
export const ALL_BITS: BitRange = { lowest: -1074, limbs: 34 }

/** The bits of doubles by the sizes of the least, without 0, and of the largest of them. */
function bitsBetween(least: number, largest: number): BitRange {
  const lowest = Math.max(computeFloorExponent(least) - 52, -1074)
  const width = computeFloorExponent(largest) + 1 - lowest
  return { lowest, limbs: Math.max(1, Math.ceil(width / LIMB_BITS)) }
}

/** The bits of sums of up to a trillion numbers. */
export function bitsOfSums({ lowest, limbs }: BitRange): BitRange {
  const top = Math.min(lowest + limbs * LIMB_BITS + 40, 1024)
  return { lowest, limbs: Math.ceil((top - lowest) / LIMB_BITS) }
}

/** The power of two at or below a positive double. */
function computeFloorExponent(value: number): number {
  let exponent = Math.max(Math.floor(Math.log2(value)), -1074)
  while (2 ** exponent > value) exponent--
  while (exponent < 1023 && 2 ** (exponent + 1) <= value) exponent++
  return exponent
}

/** A column of doubles that is added up without rounding. */
export interface ExactColumn {
  readonly name: string
  readonly bits: BitRange
}

/** The columns of the whole numbers into which a column is split, the highest first. */
function limbNames({ name, bits }: ExactColumn): readonly string[] {
  return Array.from({ length: bits.limbs }, (_, i) => `${name}_${i}`)
}

/** The column that is TRUE in rows with a number that has bits outside of its range, and the one with their count. */
const INEXACT = 'inexact'
export const INEXACT_ROWS = 'inexact_rows'

/** The bits that are kept of the values of an expression when they are added up. */
export type BitsOf = (argument: TypedExpr) => BitRange

/** The columns of doubles that a statement adds up, each once. */
export class SplitColumns {
  readonly #bitsOf: BitsOf
  readonly #columns = new Map<string, ExactColumn>()

  constructor(bitsOf: BitsOf) {
    this.#bitsOf = bitsOf
  }

  /** A column as the argument of an exact sum. */
  add(name: string, typed: TypedExpr): AggregateArgument {
    return this.addWith(name, this.#bitsOf(typed))
  }

  /** The same with the bits to keep. */
  addWith(name: string, bits: BitRange): AggregateArgument {
    const column = { name, bits }
    this.#columns.set(name, column)
    return {
      text: name,
      type: 'DOUBLE',
      limbs: { names: limbNames(column), lowest: column.bits.lowest },
    }
  }

  get any(): boolean {
    return this.#columns.size > 0
  }

  get columns(): readonly ExactColumn[] {
    return [...this.#columns.values()]
  }

  /** The column that counts the rows whose doubles were not split without a rest; none when no doubles are added up. */
  check({ aggregate }: SqlDialect): readonly string[] {
    if (!this.any) return []
    return [`${aggregate(rowsWhere(INEXACT))} AS ${INEXACT_ROWS}`]
  }
}

/** Rows of a subquery in which columns are to be split. */
export interface SplitRows {
  /** A query in parentheses, with its alias. */
  readonly rows: SqlText
  /** A condition on its rows; null keeps all. */
  readonly where: string | null
  readonly columns: readonly ExactColumn[]
  /** Conditions that make a row inexact whatever its numbers are. */
  readonly inexactWhere: readonly string[]
}

/**
 * Splits columns of doubles into whole numbers: the nearest multiple of a power of two, then what remains of it in units
 * of a lower power, and so on. Each step is exact; {@link INEXACT} is TRUE where something remains at the end. A step is
 * a subquery, so that what it computes is written once.
 */
export function compileSplit(split: SplitRows, { exactSums }: SqlDialect): SqlText {
  const { where, columns, inexactWhere } = split
  const { limb, scaled, fence } = exactSums
  const steps = Math.max(...columns.map(({ bits }) => bits.limbs))
  let text = sqlText`${split.rows}${raw(where === null ? '' : `\n  WHERE ${where}`)}`
  for (let step = 0; step < steps; step++) {
    const open = columns.filter(({ bits }) => step < bits.limbs)
    const names = open.map((column) => {
      const part = { value: remainder(column, step), exponent: exponentAt(column, step) }
      return `${limb(part)} AS ${column.name}_${step}`
    })
    const rests = open.map((column) => {
      const scaledLimb = scaled(`${column.name}_${step}`, exponentAt(column, step))
      return `${remainder(column, step)} - ${scaledLimb} AS ${remainder(column, step + 1)}`
    })
    text = sqlText`(SELECT *, ${raw(names.join(', '))} FROM ${text}) AS limbs_${raw(step)}`
    text = sqlText`(SELECT *, ${raw(rests.join(', '))} FROM ${text}${raw(fence)}) AS rests_${raw(step)}`
  }
  const checks = columns.map(
    (column) =>
      `NOT COALESCE(${remainder(column, column.bits.limbs)} = 0, NOT COALESCE(${isFiniteNumber(column.name)}, FALSE))`,
  )
  const all = [...checks, ...inexactWhere].join(' OR ')
  return sqlText`(SELECT *, ${raw(all)} AS ${raw(INEXACT)} FROM ${text}) AS split`
}

/** The name of the remainder of a column before a step. */
function remainder({ name }: ExactColumn, step: number): string {
  return step === 0 ? name : `${name}_rest${step}`
}

/** Whether a measure adds up doubles. */
export function isAddedExactly({
  aggregate,
  argument,
}: Pick<Measure, 'aggregate' | 'argument'>): boolean {
  return aggregate === 'SUM' && argument?.type === 'DOUBLE'
}

/** The expressions of the doubles that measures add up, each once. */
export function exactArguments(measures: readonly Measure[]): readonly TypedExpr[] {
  const argumentsByIdentity = new Map<string, TypedExpr>()
  for (const measure of measures) {
    if (isAddedExactly(measure))
      argumentsByIdentity.set(getTypedIdentity(measure.argument!), measure.argument!)
  }
  return [...argumentsByIdentity.values()]
}

/** The least size, without 0, and the largest of each expression, over the columns of a subquery. */
export function sizeColumns(
  expressions: readonly TypedExpr[],
  columns: RowColumns,
  dialect: SqlDialect,
): readonly string[] {
  return expressions.flatMap((expression) => {
    const name = columns.add('a', expression, (typed) => compileExpression(typed, dialect))
    const argument = { text: `abs(${name})`, type: 'DOUBLE' } as const
    const condition = `${name} <> 0 AND ${isFiniteNumber(name)}`
    return (['MIN', 'MAX'] as const).map((aggregate) => {
      const size = dialect.aggregate({ aggregate, argument, condition })
      return `${size} AS ${aggregate.toLowerCase()}_${name}`
    })
  })
}

/** The bits of each expression, from a result with its {@link sizeColumns}. */
export function bitsIn({ columns }: SqlResult): readonly BitRange[] {
  const sizes = columns.map((column) => (column.kind === 'double' ? column.values[0]! : Number.NaN))
  return Array.from({ length: sizes.length / 2 }, (_, i) => {
    const [least, largest] = [sizes[2 * i]!, sizes[2 * i + 1]!]
    // NaN: no number but 0.
    return least > 0 && Number.isFinite(largest) ? bitsBetween(least, largest) : USUAL_BITS
  })
}

/** The condition that a number is finite; where it is not, a computed number counts as NULL, as in the language. */
export function isFiniteNumber(name: string): string {
  return `${name} - ${name} = 0`
}

/** The power of two in units of which a step counts. */
function exponentAt({ bits }: ExactColumn, step: number): number {
  return bits.lowest + LIMB_BITS * (bits.limbs - 1 - step)
}

function rowsWhere(condition: string): AggregateCall {
  return { aggregate: 'COUNT', argument: null, condition }
}
