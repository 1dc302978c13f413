import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  check,
  evaluate,
  parse,
  parseTime,
  print,
  type Scope,
  type TypedExpr,
  toText,
  type Value,
  type ValueType,
} from '@tributary/expression'
import { parseDecimal } from '@tributary/expression/internal'

/** The first line of the file: what all others are about. A row's values are canonical texts; null is NULL. */
export interface Setting {
  readonly scope: Readonly<Record<string, ValueType>>
  readonly table: string
  readonly now: string
  readonly rows: readonly Readonly<Record<string, string | null>>[]
}

/** A statement of an engine, its parameters as texts. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly { readonly type: string; readonly value: string | null }[]
}

/** Any other line. What follows `diagnostics` is there only without an error. */
export interface Case {
  readonly text: string
  readonly diagnostics: readonly { readonly code: string; readonly span: readonly number[] }[]
  readonly print?: string
  readonly type?: ValueType
  /** The value for each row, as canonical text. */
  readonly results?: readonly (string | null)[]
  readonly sql?: Readonly<Record<string, Statement>>
}

/** Where it is. */
export const CONFORMANCE_FILE: string = join(
  import.meta.dirname,
  '../../conformance/expression.jsonl',
)

/** Its setting and its cases. */
export function readConformance(): { readonly setting: Setting; readonly cases: readonly Case[] } {
  const [setting, ...cases] = readFileSync(CONFORMANCE_FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { setting, cases }
}

/** The scope of a setting: columns of its table. */
export function scopeOf({ scope, table }: Setting): Scope {
  const types = new Map(Object.entries(scope))
  return {
    resolve(name) {
      const type = name.kind === 'field' ? types.get(name.name) : undefined
      return type === undefined || name.kind !== 'field'
        ? { problem: { kind: 'unknown' } }
        : { found: { kind: 'reference', type, table, name: name.name } }
    },
    names: () => types.keys(),
  }
}

/** What this implementation makes of a text, but for its SQL; and its checked tree, null with an error. */
export function answer(
  text: string,
  setting: Setting,
): { readonly found: Case; readonly typed: TypedExpr | null } {
  const { ast, diagnostics } = parse(text)
  const checked = ast && check(ast, scopeOf(setting), { now: parseTime(setting.now)! })
  const all = [...diagnostics, ...(checked?.diagnostics ?? [])]
  const found: Case = {
    text,
    diagnostics: all.map(({ code, span }) => ({ code, span: [span.start, span.end] })),
  }
  const typed = checked?.typed ?? null
  if (ast === null || typed === null) return { found, typed: null }
  const results = setting.rows.map((row) => {
    const value = evaluate(typed, ({ name, type }) => readValue(row[name] ?? null, type))
    return toText(value, typed.type)
  })
  return { found: { ...found, print: print(ast), type: typed.type, results }, typed }
}

function readValue(text: string | null, type: ValueType): Value {
  if (text === null) return null
  switch (type) {
    case 'BOOLEAN':
      return text === 'true'
    case 'INT':
      return BigInt(text)
    case 'DECIMAL':
      return parseDecimal(text)
    case 'DOUBLE':
      return Number(text)
    case 'DATE':
      return Number(parseTime(text)! / 86_400_000_000n)
    case 'TIMESTAMP':
      return parseTime(text)
    default:
      return text
  }
}
