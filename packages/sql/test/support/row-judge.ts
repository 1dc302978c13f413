import {
  compile,
  ExpressionError,
  evaluate,
  type Scope,
  type TypedExpr,
  toText,
  type Value,
  type ValueType,
} from '@tributary/expression'
import { compileExpression } from '../../src/compile/compile-expression.ts'
import type { SqlDialect } from '../../src/dialects/dialect.ts'
import { SqlError } from '../../src/errors.ts'
import { keyText } from '../../src/results/key-text.ts'
import { type SqlStatement, toStatement } from '../../src/text/sql-statement.ts'
import { joinSql, type SqlText, sqlText } from '../../src/text/sql-text.ts'
import { insertTexts } from './replace-table.ts'
import type { TestDatabase, TestEngine } from './test-databases.ts'

/** A column of the test rows. */
export interface JudgedColumn {
  readonly type: ValueType
  /** A narrower type of each engine than the usual one. */
  readonly narrow?: Readonly<Record<TestEngine['name'], string>>
  /** What it holds, row after row, NULL among it. */
  readonly values: readonly Value[]
}

/** An expression and a row for which two back ends give different texts. */
export interface Difference {
  readonly text: string
  readonly row: string
  readonly evaluated: string | null
  /** What the engine gives. */
  readonly found: string | null
}

/** How strict a judge is. @defaultValue equal texts */
export interface JudgeOptions {
  readonly tolerance?: number
}

/** Rows in an engine, to ask whether it gives what the row evaluator gives. */
export interface RowJudge {
  /** The differences; numbers count as equal within `tolerance`, a share of them. */
  differences(texts: readonly string[], options?: JudgeOptions): Promise<readonly Difference[]>
  /** For each condition how many rows it keeps, drops and does not know, summed. */
  partitions(texts: readonly string[]): Promise<readonly number[]>
  close(): Promise<void>
}

/** Opens a judge over rows; every column runs through its values and NULL at its own pace. */
export async function createRowJudge(
  engine: TestEngine,
  columns: Readonly<Record<string, JudgedColumn>>,
  rowCount: number,
): Promise<RowJudge> {
  const rows = Array.from({ length: rowCount }, (_, at) => rowAt(columns, at))
  const database = await engine.open()
  await fill(engine, database, columns, rows)
  const { dialect } = database
  const scope = scopeOf(columns)
  const typedOf = (text: string) => compile(text, scope, { path: 'test', now: 0n })
  /** Nothing for an expression that builds too much text: it is refused before any engine is asked. */
  const allowed = (
    text: string,
  ): readonly { readonly text: string; readonly typed: TypedExpr }[] => {
    try {
      return [{ text, typed: typedOf(text) }]
    } catch (error) {
      if (error instanceof ExpressionError && error.code === 'EXPRESSION_TEXT_TOO_LONG') return []
      throw error
    }
  }
  return {
    async differences(all, { tolerance = 0 } = {}) {
      const supported = all.flatMap(allowed).filter(({ typed }) => isSupported(typed, database))
      const answers = await ask(
        database,
        supported.map(({ typed }) => selected(typed, dialect)),
      )
      return supported.flatMap(({ text, typed }, index) =>
        rows.flatMap((row, at) => {
          const evaluated = valueText(typed, row)
          const found = answers[index]![at] ?? null
          if (isSame(evaluated, found, tolerance)) return []
          return [{ text, row: shown(row), evaluated, found }]
        }),
      )
    },
    async partitions(all) {
      const parts = all
        .map((text) => [text, `NOT (${text})`, `IsNull(${text})`].map(typedOf))
        .filter((three) => three.every((typed) => isSupported(typed, database)))
      const asked = parts.map((three) =>
        joinSql(
          three.map((typed) => countOf(typed, dialect)),
          ' + ',
        ),
      )
      const answers = await ask(database, asked)
      return answers.map(([sum]) => Number(sum))
    },
    close: () => database.close(),
  }
}

/** An expression as a column: some engines have no type of their own for the results of conditions. */
function selected(typed: TypedExpr, dialect: SqlDialect): SqlText {
  const value = compileExpression(typed, dialect)
  return typed.type === 'BOOLEAN' ? dialect.key(value, 'BOOLEAN') : value
}

/** Whether the engine has all of an expression: it says so at once where it has not. */
function isSupported(typed: TypedExpr, { dialect }: TestDatabase): boolean {
  try {
    toStatement(compileExpression(typed, dialect), dialect)
    return true
  } catch (error) {
    if (error instanceof SqlError && REFUSALS.has(error.code)) return false
    throw error
  }
}

const REFUSALS: ReadonlySet<string> = new Set([
  'SQL_UNSUPPORTED_EXPRESSION',
  'SQL_EXPRESSION_TOO_LARGE',
])

type Row = Readonly<Record<string, Value>>

function rowAt(columns: Readonly<Record<string, JudgedColumn>>, at: number): Row {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { values }]) => [
      name,
      values[at % (values.length + 1)] ?? null,
    ]),
  )
}

/** The names of columns as the language sees them. */
export function scopeOf(columns: Readonly<Record<string, JudgedColumn>>): Scope {
  return {
    resolve(name) {
      const key = name.kind === 'field' ? name.name : name.column
      const column = columns[key]
      if (column === undefined) return { problem: { kind: 'unknown' } }
      return { found: { kind: 'reference', table: 't', name: key, type: column.type } }
    },
    names: () => Object.keys(columns),
  }
}

async function fill(
  { name: engine, types }: TestEngine,
  { driver }: TestDatabase,
  columns: Readonly<Record<string, JudgedColumn>>,
  rows: readonly Row[],
): Promise<void> {
  const all = Object.entries(columns).map(([name, { type, narrow }]) => {
    return { name, type, own: narrow?.[engine] ?? types[type as keyof typeof types] }
  })
  const declared = all.map(({ name, own }) => `"${name}" ${own}`)
  await driver.run({ text: `CREATE TABLE t (i INT, ${declared})`, parameters: [] })
  const texts = rows.map((row, at) => [
    String(at),
    ...all.map(({ name, type }) => toText(row[name]!, type)),
  ])
  await insertTexts(driver, 't', ['INT', ...all.map(({ own }) => own)], texts)
}

/** The rows for which a condition is TRUE. */
function countOf(condition: TypedExpr, dialect: SqlDialect): SqlText {
  return sqlText`(SELECT COUNT(*) FROM t WHERE ${compileExpression(condition, dialect)})`
}

type Answer = readonly (string | null)[]

async function ask(
  { driver, dialect }: Pick<TestDatabase, 'driver' | 'dialect'>,
  texts: readonly SqlText[],
): Promise<readonly Answer[]> {
  if (texts.length === 0) return []
  const query = sqlText`SELECT ${joinSql(texts, ', ')} FROM t ORDER BY i`
  const statement = statementUnlessTooLarge(query, dialect)
  if (statement === null) {
    const half = texts.length >> 1
    const first = await ask({ driver, dialect }, texts.slice(0, half))
    return [...first, ...(await ask({ driver, dialect }, texts.slice(half)))]
  }
  const { columns } = await driver.run(statement)
  return columns.map(keyText)
}

/** The statement; null for several expressions that build too much text together. */
function statementUnlessTooLarge(query: SqlText, dialect: SqlDialect): SqlStatement | null {
  try {
    return toStatement(query, dialect)
  } catch (error) {
    if (error instanceof SqlError && error.code === 'SQL_EXPRESSION_TOO_LARGE') return null
    throw error
  }
}

function valueText(typed: TypedExpr, row: Row): string | null {
  return toText(
    evaluate(typed, ({ name }) => row[name] ?? null),
    typed.type,
  )
}

function isSame(left: string | null, right: string | null, tolerance: number): boolean {
  if (left === right) return true
  if (tolerance === 0 || left === null || right === null) return false
  const [a, b] = [Number(left), Number(right)]
  return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b))
}

function shown(row: Row): string {
  return JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
}
