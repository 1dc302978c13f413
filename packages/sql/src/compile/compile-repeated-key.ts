import type { Lookup } from '@tributary/attribution'
import { sqlText } from '@tributary/expression'
import type { SqlDialect } from '../dialects/dialect.ts'
import { compileExpression } from './compile-expression.ts'
import { compileTable } from './compile-rows.ts'
import { joined, raw } from './sql-pieces.ts'
import { type SqlStatement, toStatement } from './sql-statement.ts'

/**
 * One key that several rows of a lookup have, as text; no row when every key is unique. Joining a lookup that has
 * one would count rows of the base twice without a word.
 */
export function compileRepeatedKey(lookup: Lookup, dialect: SqlDialect): SqlStatement {
  const keys = lookup.on.map(({ right }) => compileExpression(right, dialect))
  const names = keys.map((_, i) => `k${i}`)
  const selected = keys.map((key, i) => sqlText`${key}${raw(` AS ${names[i]}`)}`)
  const known = names.map((name) => `${name} IS NOT NULL`).join(' AND ')
  const from = sqlText`FROM (SELECT ${joined(selected, ', ')} FROM ${compileTable(lookup, dialect)}) AS keyed`
  const rest = raw(`WHERE ${known}\nGROUP BY ${names.join(', ')}\nHAVING COUNT(*) > 1\nLIMIT 1`)
  return toStatement(joined([raw(`SELECT ${names.join(', ')}`), from, rest], '\n'), dialect)
}
