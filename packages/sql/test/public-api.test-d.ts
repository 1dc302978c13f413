import type { AggregateSource, ColumnData } from '@tributary/attribution'
import type { TypedExpr } from '@tributary/expression'
import {
  compileExpression,
  createDuckDb,
  createPostgreSql,
  createSqlSource,
  createTrino,
  type DuckDb,
  duckdbDialect,
  postgresqlDialect,
  readColumns,
  type SqlColumn,
  type SqlDialect,
  type SqlDriver,
  SqlError,
  type SqlErrorCode,
  toStatement,
  trinoDialect,
} from '@tributary/sql'
import { describe, expectTypeOf, test } from 'vitest'

declare const duckdb: DuckDb
declare const typed: TypedExpr

describe('sources', () => {
  test('are what attribute takes', () => {
    expectTypeOf(
      createSqlSource({ driver: duckdb, dialect: duckdbDialect }),
    ).toEqualTypeOf<AggregateSource>()
  })

  test('need a driver and a dialect', () => {
    // @ts-expect-error dialect is missing
    createSqlSource({ driver: duckdb })
    const driver: SqlDriver = { run: async () => ({ rowCount: 0, columns: [] }) }
    createSqlSource({ driver, dialect: trinoDialect })
  })
})

describe('drivers', () => {
  test('of Trino tells how far a statement is', () => {
    expectTypeOf(createTrino).parameter(0).toHaveProperty('url')
    type Run = Awaited<ReturnType<typeof createTrino>>['run']
    expectTypeOf<NonNullable<Parameters<Run>[1]>>().toHaveProperty('onProgress')
  })

  test('take the options of their engine', () => {
    createDuckDb({ path: 'sales.duckdb', threads: 2 })
    // @ts-expect-error a memory limit is a text such as 2GB
    createDuckDb({ memoryLimit: 2 })
    // @ts-expect-error the url is missing
    createPostgreSql({ concurrency: 2 })
  })

  test('take parameters with their types', () => {
    duckdb.run({ text: 'SELECT $1', parameters: [{ type: 'INT', value: 1n }] })
    // @ts-expect-error an INT is a bigint
    duckdb.run({ text: 'SELECT $1', parameters: [{ type: 'INT', value: 1 }] })
  })

  test('give columns of a kind', () => {
    type Exact = Extract<SqlColumn, { kind: 'exact' }>
    expectTypeOf<Exact['units']>().toEqualTypeOf<readonly (bigint | null)[]>()
    type Double = Extract<SqlColumn, { kind: 'double' }>
    expectTypeOf<Double['values']>().toEqualTypeOf<Float64Array>()
    expectTypeOf(readColumns(duckdb, ['sales'])).resolves.toEqualTypeOf<
      Readonly<Record<string, ColumnData>>
    >()
  })
})

describe('dialects', () => {
  test('write an expression as a statement', () => {
    const statement = toStatement(compileExpression(typed, postgresqlDialect), postgresqlDialect)
    expectTypeOf(statement.text).toBeString()
  })

  test('need a form of every function and aggregate', () => {
    type Forms = SqlDialect['functions']
    expectTypeOf<Forms>().toHaveProperty('DateTrunc')
    const { Round: _, ...others } = duckdbDialect.functions
    // @ts-expect-error Round is missing
    const wrong: SqlDialect = { ...duckdbDialect, functions: others }
    expectTypeOf(wrong.name).toBeString()
  })

  test('need no functions that the checker replaces, and no aggregates', () => {
    expectTypeOf<SqlDialect['functions']>().not.toHaveProperty('Now')
    expectTypeOf<SqlDialect['functions']>().not.toHaveProperty('Sum')
  })
})

test('errors have a code of a closed union', () => {
  expectTypeOf(new SqlError('SQL_CLOSED', 'closed').code).toEqualTypeOf<SqlErrorCode>()
  // @ts-expect-error no such code
  new SqlError('SQL_UNKNOWN', 'unknown')
})
