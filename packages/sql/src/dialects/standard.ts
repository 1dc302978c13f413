import { type PlainGrain, toText } from '@tributary/expression'
import { CALENDAR, type ComparisonOperator, DAY, floorDivide } from '@tributary/expression/internal'
import { literal } from '../text/names.ts'
import { joinSql, raw, type SqlText, sqlLiteral, sqlText } from '../text/sql-text.ts'
import type { AggregateCall, AggregateForm, AggregateForms, ExactSums } from './dialect.ts'

/** `left op right` as every engine writes it. */
export function plainComparison(op: ComparisonOperator, left: SqlText, right: SqlText): SqlText {
  return joinSql([left, right], ` ${op === '!=' ? '<>' : op} `)
}

/** Whether SQL is a constant other than -1, by which every INT can be divided. */
export function isDivisor({ chunks: [chunk, ...others] }: SqlText): boolean {
  if (typeof chunk !== 'object' || !('bind' in chunk)) return false
  return others.length === 0 && chunk.bind.value !== -1n
}

/** The aggregates that engines write alike. */
export const STANDARD_AGGREGATES: Readonly<
  Record<'SUM' | 'COUNT' | 'COUNT_DISTINCT' | 'MIN' | 'MAX', AggregateForm>
> = {
  SUM: ({ text }, filter) => `SUM(${text})${filter}`,
  COUNT: ({ text }, filter) => `COUNT(${text})${filter}`,
  COUNT_DISTINCT: ({ text }, filter) => `COUNT(DISTINCT ${text})${filter}`,
  MIN: ({ text }, filter) => `MIN(${text})${filter}`,
  MAX: ({ text }, filter) => `MAX(${text})${filter}`,
}

/** Writes aggregates with the condition on their rows in a `FILTER` clause. */
export function filteredAggregate(
  forms: AggregateForms,
  { joined: joinedSums }: ExactSums,
): (call: AggregateCall) => string {
  return ({ aggregate, argument, condition, fraction = 0.5 }) => {
    const filter = condition === 'TRUE' ? '' : ` FILTER (WHERE ${condition})`
    if (argument === null) return `COUNT(*)${filter}`
    if (aggregate !== 'SUM' || argument.limbs === undefined) {
      return forms[aggregate](argument, filter, fraction)
    }
    const { names, lowest } = argument.limbs
    return joinedSums(
      names.map((text) => forms.SUM({ text, type: 'INT' }, filter, 0)),
      lowest,
    )
  }
}

/** The name of a grain in quotes, as engines take it. */
export function toGrainLiteral(grain: PlainGrain): SqlText {
  return raw(`'${grain.toLowerCase()}'`)
}

/** A moment, in microseconds since 1970-01-01, as a literal of standard SQL; as a DATE it is the day of the moment. */
export function timeLiteral(moment: bigint, type: 'DATE' | 'TIMESTAMP'): SqlText {
  return sqlText`${raw(type)} ${sqlLiteral(momentText(moment, type))}`
}

/** A time with the first or the last moment of the calendar in place of what is before or after it. */
export function clampToCalendar(time: string, type: 'DATE' | 'TIMESTAMP'): string {
  const { first, last } = type === 'DATE' ? DATE_ENDS : TIMESTAMP_ENDS
  return `(CASE WHEN ${time} < ${first} THEN ${first} WHEN ${time} > ${last} THEN ${last} ELSE ${time} END)`
}

const DATE_ENDS = endsOfCalendar('DATE')
const TIMESTAMP_ENDS = endsOfCalendar('TIMESTAMP')

function endsOfCalendar(type: 'DATE' | 'TIMESTAMP'): {
  readonly first: string
  readonly last: string
} {
  const { first, last } = CALENDAR
  const end = (moment: bigint): string => `${type} ${literal(momentText(moment, type))}`
  return { first: end(first), last: end(last) }
}

/** The text of such a moment. */
export function momentText(moment: bigint, type: 'DATE' | 'TIMESTAMP'): string {
  return toText(type === 'DATE' ? Number(floorDivide(moment, DAY)) : moment, type)!
}

/** The precision and scale of the narrowest DECIMAL with every digit of a plain decimal text. */
export function digitsOfDecimal(text: string): {
  readonly precision: number
  readonly scale: number
} {
  const [integerPart = '', fraction = ''] = text.replace(/^-/, '').split('.')
  return { precision: Math.max(1, integerPart.length + fraction.length), scale: fraction.length }
}

/** Bits of a whole number that is added up: it and its sign fit 64 bits, and sums of it a wider type. */
export const LIMB_BITS = 62

/** SQL of a double times a power of two, in factors that are doubles; `literal` writes a double. */
export function timesPower(
  value: string,
  exponent: number,
  literal: (value: number) => string,
): string {
  if (Math.abs(exponent) <= 1000) return `${value} * ${literal(2 ** exponent)}`
  const first = Math.sign(exponent) * 1000
  return `${value} * ${literal(2 ** first)} * ${literal(2 ** (exponent - first))}`
}
