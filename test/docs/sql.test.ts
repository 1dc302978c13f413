import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AggregateRequest, Measure } from '@tributary/attribution'
import { compile, type Scope, type ValueType } from '@tributary/expression'
import {
  clickhouseDialect,
  compileExpression,
  duckdbDialect,
  postgresqlDialect,
  type SqlDialect,
  toStatement,
  trinoDialect,
} from '@tributary/sql'
import { compileAggregate } from '@tributary/sql/internal'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'

const PAGE = readFileSync(join(ROOT, 'docs/sql.md'), 'utf8')
const DIALECTS = [duckdbDialect, postgresqlDialect, trinoDialect, clickhouseDialect]
const TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['shop', 'STRING'],
  ['n', 'INT'],
  ['share', 'DOUBLE'],
  ['day', 'DATE'],
  ['at', 'TIMESTAMP'],
])
const SCOPE: Scope = {
  resolve(name) {
    const key = name.kind === 'field' ? name.name : name.column
    const type = TYPES.get(key)
    return type === undefined
      ? { problem: { kind: 'unknown' } }
      : { found: { kind: 'reference', table: 't', name: key, type } }
  },
  names: () => TYPES.keys(),
}
const sqlOf = (text: string, dialect: SqlDialect) =>
  toStatement(compileExpression(compile(text, SCOPE, { path: 'docs', now: 0n }), dialect), dialect)
    .text

/** The expressions of the page with their SQL, engine by engine. */
const FORMS = [...PAGE.matchAll(/^-- (.+)\n((?:\w+ +\S.*\n)+)/gm)].flatMap(
  ([, text = '', lines = '']) =>
    lines
      .trimEnd()
      .split('\n')
      .map((line) => [text, ...line.split(/ +(.*)/s)] as [string, string, string]),
)

test('the page has the dialects that there are', () => {
  for (const { name } of DIALECTS) expect(PAGE).toContain(`| \`${name}Dialect\` |`)
})

describe('the forms of the page', () => {
  test('are of every dialect', () => {
    expect(FORMS).toHaveLength(5 * DIALECTS.length)
    expect(new Set(FORMS.map(([, name]) => name))).toEqual(
      new Set(DIALECTS.map(({ name }) => name)),
    )
  })

  test.each(FORMS)('%s in %s', (text, name, sql) => {
    expect(sqlOf(text, DIALECTS.find((dialect) => dialect.name === name)!)).toBe(sql)
  })
})

describe('what an engine does not have', () => {
  test('is a remainder of doubles, in PostgreSQL and ClickHouse', () => {
    const refusing = DIALECTS.filter((dialect) => codeOf(() => sqlOf('[share] % 2', dialect)))
    expect(refusing.map(({ name }) => name)).toEqual(['postgresql', 'clickhouse'])
    expect(new Set(refusing.map((dialect) => codeOf(() => sqlOf('[share] % 2', dialect))))).toEqual(
      new Set(['SQL_UNSUPPORTED_EXPRESSION']),
    )
  })

  test('is an exact percentile, in Trino alone', () => {
    const n = compile('[n]', SCOPE, { path: 'docs' })
    const yes = compile('[n] > 1', SCOPE, { path: 'docs' })
    const measure: Measure = {
      name: 'p',
      aggregate: 'PERCENTILE',
      fraction: 0.5,
      argument: n,
      filter: null,
    }
    const request: AggregateRequest = {
      rows: { base: { table: ['t'], alias: 't' }, lookups: [] },
      filter: null,
      windows: { current: yes, compare: yes },
      measures: [measure],
      groupings: [[]],
      time: null,
    }
    const codes = DIALECTS.map((dialect) => codeOf(() => compileAggregate(request, dialect)))
    expect(codes).toEqual([null, null, 'SQL_UNSUPPORTED_AGGREGATE', null])
  })
})

test.each(['duckdb', 'postgresql'])('the options of %s are those of its driver', (engine) => {
  const source = readFileSync(join(ROOT, `packages/sql/src/drivers/${engine}/${engine}.ts`), 'utf8')
  const declared = /Options \{\n([\s\S]*?)\n\}/.exec(source)?.[1] ?? ''
  const names = [...declared.matchAll(/^ {2}readonly (\w+)/gm)].map(([, name]) => name)
  const heading =
    engine === 'duckdb' ? '### `createDuckDb(options)`' : '### `createPostgreSql(options)`'
  const section = PAGE.slice(PAGE.indexOf(heading)).split(/\n##/)[0]!
  expect([...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual(names)
})

function codeOf(action: () => unknown): string | null {
  try {
    action()
    return null
  } catch (error) {
    return (error as { readonly code?: string }).code ?? String(error)
  }
}
