import {
  check,
  FUNCTIONS,
  type FunctionDefinition,
  parse,
  type Scope,
  type ValueType,
} from '@tributary/expression'
import fc from 'fast-check'
import { type JudgedColumn, scopeOf } from './row-judge.ts'

export type ColumnType = Exclude<ValueType, 'NULL' | 'UNKNOWN'>

const DAY = 86_400_000_000n
const DAYS = [0, -1, 11_322, 19_782, 19_783, 18_628]

/** Rows of every type, with values at which engines disagree. Small numbers: no expression of them leaves its range soon. */
export const COLUMNS: Readonly<Record<string, JudgedColumn>> = {
  s: { type: 'STRING', values: ['a', '', 'ab%', '\uffff', '😀b', 'É_\\', ' 12 ', '2024-02-29'] },
  t: { type: 'STRING', values: ['b', '\ufffd', '-1.5', 'true'] },
  n: { type: 'INT', values: [0n, 1n, -3n, 7n, 25n] },
  p: {
    type: 'DECIMAL',
    narrow: {
      DuckDB: 'DECIMAL(6, 2)',
      PostgreSQL: 'numeric(6, 2)',
      ClickHouse: 'Nullable(Decimal(6, 2))',
      Trino: 'decimal(6, 2)',
    },
    values: [0n, 150n, -25n, 1005n].map((units) => ({ units, scale: 2 })),
  },
  x: { type: 'DOUBLE', values: [0, -0, 0.1, -2.5, 7, 1e-7] },
  d: { type: 'DATE', values: DAYS },
  at: {
    type: 'TIMESTAMP',
    values: DAYS.map((day, i) => BigInt(day) * DAY + BigInt(i) * 7_777_777n),
  },
  f: { type: 'BOOLEAN', values: [true, false] },
}

const NAMES: Readonly<Record<ColumnType, readonly string[]>> = {
  STRING: ['[s]', '[t]'],
  INT: ['[n]'],
  DECIMAL: ['[p]'],
  DOUBLE: ['[x]'],
  DATE: ['[d]'],
  TIMESTAMP: ['[at]'],
  BOOLEAN: ['[f]'],
}
const TYPES = Object.keys(NAMES) as ColumnType[]
const CONSTANTS: Readonly<Record<ColumnType, readonly string[]>> = {
  STRING: ['"a"', '"😀"', '""', '"\uffff"'],
  INT: ['0', '2', '(-1)'],
  DECIMAL: ['1.5', '(-0.25)'],
  DOUBLE: ['2.5e0', '1e-3'],
  DATE: ['Date("2024-02-29")'],
  TIMESTAMP: ['Timestamp("2024-02-29 23:59:59")'],
  BOOLEAN: ['TRUE', 'FALSE'],
}

/** What may stand for an argument that has to be a constant, each with others of its kind. */
const LITERALS: Readonly<Record<string, readonly string[]>> = {
  '2': ['0', '1', '2', '3', '-1'],
  '"a%_"': ['"a%_"', '"%"', '"\\\\_"', '"😀"', '"^[a-z]"', '"-"'],
  '"yyyy-MM-dd"': ['"yyyy-MM-dd"', '"yyyyMMdd HH:mm"', '"dd.MM.yyyy"'],
}

/** Functions whose last digits are each engine's own: they have a test with a tolerance, and are in no other expression. */
const INEXACT: ReadonlySet<string> = new Set(['Exp', 'Ln', 'Log', 'Log10', 'Power'])
const MAX_ARGUMENTS = 3

/** A way to call a function: what stands for each argument, a type or a literal. */
export interface Signature {
  readonly name: string
  readonly slots: readonly string[]
}

/** Every way to call every function, by the type of the result, found by asking the checker. */
export const SIGNATURES: ReadonlyMap<
  ValueType,
  ReadonlyMap<string, readonly Signature[]>
> = findSignatures(scopeOf(COLUMNS))

function findSignatures(scope: Scope): Map<ValueType, Map<string, Signature[]>> {
  const found = new Map<ValueType, Map<string, Signature[]>>()
  for (const definition of Object.values<FunctionDefinition>(FUNCTIONS)) {
    if (definition.family === 'aggregate') continue
    for (const slots of slotsOf(definition)) {
      const text = plainCall({ name: definition.name, slots })
      const type = typeOf(text, scope)
      if (type === null) continue
      const byName = found.get(type) ?? new Map<string, Signature[]>()
      byName.set(definition.name, [
        ...(byName.get(definition.name) ?? []),
        { name: definition.name, slots },
      ])
      found.set(type, byName)
    }
  }
  return found
}

/** The call with columns, one for each type, and literals as they are. */
export function plainCall({ name, slots }: Signature): string {
  return `${name}(${slots.map((slot) => NAMES[slot as ColumnType]?.[0] ?? slot).join(', ')})`
}

/** Every combination of arguments that the counts of a function allow. */
function slotsOf({ parameters }: FunctionDefinition): readonly (readonly string[])[] {
  const least = parameters.filter((one) => !one.optional).length
  const last = parameters.at(-1)
  const most = Math.min(MAX_ARGUMENTS, parameters.length + (last?.repeated ? 1 : 0))
  const all: (readonly string[])[] = []
  let partial: (readonly string[])[] = [[]]
  for (let count = 0; count <= most; count++) {
    if (count >= least) all.push(...partial)
    const { choices } = parameters[count] ?? last ?? {}
    const candidates = choices?.map((one) => JSON.stringify(one)) ?? [
      ...TYPES,
      ...Object.keys(LITERALS),
    ]
    partial = partial.flatMap((slots) => candidates.map((slot) => [...slots, slot]))
  }
  return all
}

function typeOf(text: string, scope: Scope): ValueType | null {
  const { ast, diagnostics } = parse(text)
  if (ast === null || diagnostics.length > 0) return null
  const checked = check(ast, scope, { now: 0n })
  return checked.diagnostics.some((one) => one.severity === 'error')
    ? null
    : (checked.typed?.type ?? null)
}

/** Whether the checker takes a text: a literal of the right kind may still be one that a function refuses. */
function isValid(text: string): boolean {
  return typeOf(text, SCOPE) !== null
}
const SCOPE = scopeOf(COLUMNS)

/** What is written for constants of each type. */
export type Constants = Readonly<Record<ColumnType, readonly string[]>>

const known = new WeakMap<Constants, Map<string, fc.Arbitrary<string>>>()

/** Valid texts of a type, `depth` calls or operators deep at most. */
export function expression(
  type: ColumnType,
  depth: number,
  constants: Constants = CONSTANTS,
): fc.Arbitrary<string> {
  const made = known.get(constants) ?? new Map<string, fc.Arbitrary<string>>()
  known.set(constants, made)
  const key = `${type} ${depth}`
  const arbitrary = made.get(key) ?? makeExpression(type, depth, constants)
  made.set(key, arbitrary)
  return arbitrary
}

function makeExpression(
  type: ColumnType,
  depth: number,
  constants: Constants,
): fc.Arbitrary<string> {
  const leaf = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...NAMES[type]) },
    fc.constantFrom(...constants[type], 'NULL'),
  )
  if (depth === 0) return leaf
  const inner = (one: ColumnType) => expression(one, depth - 1, constants)
  const exact = [...(SIGNATURES.get(type) ?? [])].filter(([name]) => !INEXACT.has(name))
  const calls = exact.map(([, signatures]) =>
    fc.constantFrom(...signatures).chain((one) => call(one, inner)),
  )
  const deep = fc.oneof(
    { weight: 4, arbitrary: fc.oneof(...calls) },
    { weight: 2, arbitrary: operator(type, inner) },
  )
  return fc.oneof({ weight: 1, arbitrary: leaf }, { weight: 6, arbitrary: deep.filter(isValid) })
}

type Inner = (type: ColumnType) => fc.Arbitrary<string>

function call({ name, slots }: Signature, inner: Inner): fc.Arbitrary<string> {
  const args = slots.map((slot) => {
    if (TYPES.includes(slot as ColumnType)) return inner(slot as ColumnType)
    return fc.constantFrom(...(LITERALS[slot] ?? [slot]))
  })
  return fc.tuple(...args).map((texts) => `${name}(${texts})`)
}

function operator(type: ColumnType, inner: Inner): fc.Arbitrary<string> {
  switch (type) {
    case 'BOOLEAN': {
      const condition = inner('BOOLEAN')
      const compared = fc.constantFrom(...TYPES).chain((one) => fc.tuple(inner(one), inner(one)))
      return fc.oneof(
        fc
          .tuple(compared, fc.constantFrom('=', '!=', '<', '<=', '>', '>='))
          .map(([[a, b], op]) => `(${a} ${op} ${b})`),
        fc
          .tuple(condition, fc.constantFrom('AND', 'OR'), condition)
          .map(([a, op, b]) => `(${a} ${op} ${b})`),
        condition.map((one) => `(NOT ${one})`),
      )
    }
    case 'INT':
    case 'DECIMAL':
    case 'DOUBLE':
      return fc.oneof(
        fc
          .tuple(
            inner(type),
            fc.constantFrom('+', '-', '*', type === 'DOUBLE' ? '/' : '%'),
            inner(type),
          )
          .map(([a, op, b]) => `(${a} ${op} ${b})`),
        inner(type).map((one) => `(-${one})`),
      )
    default:
      return inner(type)
  }
}

/** Valid texts of any type. */
export function anyExpression(depth: number, constants?: Constants): fc.Arbitrary<string> {
  return fc.constantFrom(...TYPES).chain((type) => expression(type, depth, constants))
}
