import {
  compile,
  evaluate,
  type Scope,
  type TypedExpr,
  toText,
  type Value,
  type ValueType,
} from '@tributary/expression'
import { compileExpression } from '../../src/compile/compile-expression.ts'
import { joined, raw } from '../../src/compile/sql-pieces.ts'
import { toStatement } from '../../src/compile/sql-statement.ts'
import { SqlError } from '../../src/errors.ts'
import { keyText } from '../../src/key-text.ts'
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

/** Rows in an engine, to ask whether it gives what the row evaluator gives. */
export interface RowJudge {
  /** The differences; numbers count as equal within `tolerance`, a share of them. */
  differences(texts: readonly string[], tolerance?: number): Promise<readonly Difference[]>
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
  return {
    async differences(all, tolerance = 0) {
      const supported = all
        .map((text) => ({
          text,
          typed: compile(text, scopeOf(columns), { path: 'test', now: 0n }),
        }))
        .filter(({ typed: one }) => isSupported(one, database))
      const texts = supported.map((one) => one.text)
      const typed = supported.map((one) => one.typed)
      const answers = await ask(database, typed)
      return typed.flatMap((one, index) =>
        rows.flatMap((row, at) => {
          const evaluated = valueText(one, row)
          const found = answers[index]![at]!
          if (isSame(evaluated, found, tolerance)) return []
          return [{ text: texts[index]!, row: shown(row), evaluated, found }]
        }),
      )
    },
    close: () => database.close(),
  }
}

/** Whether the engine has all of an expression: it says so at once where it has not. */
function isSupported(typed: TypedExpr, { dialect }: TestDatabase): boolean {
  try {
    compileExpression(typed, dialect)
    return true
  } catch (error) {
    if (error instanceof SqlError && error.code === 'SQL_UNSUPPORTED_EXPRESSION') return false
    throw error
  }
}

type Row = Readonly<Record<string, Value>>

function rowAt(columns: Readonly<Record<string, JudgedColumn>>, at: number): Row {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { values }]) => [
      name,
      values[at % (values.length + 1)] ?? null,
    ]),
  )
}

function scopeOf(columns: Readonly<Record<string, JudgedColumn>>): Scope {
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
  const named = Object.entries(columns).map(
    ([name, { type, narrow }]) =>
      `"${name}" ${narrow?.[engine] ?? types[type as keyof typeof types]}`,
  )
  await driver.run({ text: `CREATE TABLE t (i INT, ${named})`, parameters: [] })
  const written = rows.map((row, at) => {
    const cells = Object.entries(columns).map(([name, { type }]) => cell(row[name]!, type))
    return `(${[at, ...cells]})`
  })
  await driver.run({ text: `INSERT INTO t VALUES ${written}`, parameters: [] })
}

function cell(value: Value, type: ValueType): string {
  const text = toText(value, type)
  return text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`
}

async function ask(
  { driver, dialect }: TestDatabase,
  typed: readonly TypedExpr[],
): Promise<readonly (readonly (string | null)[])[]> {
  const asked = joined(
    typed.map((one) => compileExpression(one, dialect)),
    ', ',
  )
  const query = { chunks: ['SELECT ', ...asked.chunks, ...raw(' FROM t ORDER BY i').chunks] }
  const { columns } = await driver.run(toStatement(query, dialect))
  return columns.map(keyText)
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
