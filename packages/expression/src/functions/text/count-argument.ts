import { bind, type SqlArgument, type SqlText, sqlText } from '../sql-text.ts'

/** Longer than any text. */
const MOST = 2_147_483_647n

/** A count of characters as a number that every engine takes: at least `least`, at most 2³¹ − 1. */
export function clampCount(count: bigint, least: 0 | 1): bigint {
  if (count < BigInt(least)) return BigInt(least)
  return count > MOST ? MOST : count
}

/** The same in SQL; NULL stays NULL. */
export function clampedCount({ typed, text }: SqlArgument, least: 0 | 1): SqlText {
  const { constant } = typed.kind === 'constant' ? typed : { constant: null }
  if (constant?.type === 'INT')
    return bind({ type: 'INT', value: clampCount(constant.value, least) })
  const lowest = least === 0 ? sqlText`0` : sqlText`1`
  return sqlText`(CASE WHEN ${text} < ${lowest} THEN ${lowest} WHEN ${text} > 2147483647 THEN 2147483647 ELSE ${text} END)`
}

/** A clamped count in the type of PostgreSQL's text functions. */
export function integerCount(argument: SqlArgument, least: 0 | 1): SqlText {
  return sqlText`CAST(${clampedCount(argument, least)} AS integer)`
}
