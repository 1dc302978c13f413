import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  COMPARE_WORDS,
  check,
  DEFAULT_LIMITS,
  DIAGNOSTICS,
  evaluate,
  formatDiagnostic,
  parse,
  parseTime,
  print,
  readCompareRange,
  readRange,
  type Scope,
  type TimeRange,
  toText,
  type Value,
  type ValueType,
} from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'

const PAGE = readFileSync(join(ROOT, 'docs/expression-language.md'), 'utf8')
const DAY = 86_400_000_000n

/** The row of the page, read from its own table. */
const ROW: ReadonlyMap<string, { readonly type: ValueType; readonly value: Value }> = new Map(
  [...PAGE.matchAll(/^\| `\[(\w+)\]` \| (\w+) \| `?([^|`]+)`? \|$/gm)].map(
    ([, name = '', type, text = '']) => [
      name,
      { type: type as ValueType, value: readValue(type as ValueType, text.trim()) },
    ],
  ),
)

function readValue(type: ValueType, text: string): Value {
  if (text === 'NULL') return null
  switch (type) {
    case 'INT':
      return BigInt(text)
    case 'DOUBLE':
      return Number(text)
    case 'DATE':
      return Number(parseTime(text)! / DAY)
    case 'TIMESTAMP':
      return parseTime(text)
    default:
      return text
  }
}

const SCOPE: Scope = {
  resolve(name) {
    const known = name.kind === 'field' ? ROW.get(name.name) : undefined
    return known === undefined || name.kind !== 'field'
      ? { problem: { kind: 'unknown' } }
      : { found: { kind: 'reference', type: known.type, table: 'row', name: name.name } }
  },
  names: () => ROW.keys(),
}

/** The value of an expression as text, or the name of the first thing that is wrong with it. */
function outcome(text: string): string {
  const { ast, diagnostics } = parse(text)
  if (ast === null) return diagnostics[0]!.name
  const checked = check(ast, SCOPE, { now: parseTime('2024-06-01 12:00:00')! })
  const { typed } = checked
  if (typed === null) return checked.diagnostics.find((one) => one.severity === 'error')!.name
  const value = evaluate(typed, ({ name }) => ROW.get(name)!.value)
  return toText(value, typed.type) ?? 'null'
}

const EXAMPLES = [...PAGE.matchAll(/^```expr\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map((line): [string, string] => line.split('  →  ', 2) as [string, string])

describe('the page of the expression language', () => {
  test('has a row and many examples', () => {
    expect([...ROW.keys()]).toEqual(['region', 'delay', 'price', 'note', 'day', 'metric_time'])
    expect(EXAMPLES.length).toBeGreaterThan(40)
  })

  test.each(EXAMPLES)('%s is %s', (text, expected) => {
    expect(outcome(text)).toBe(expected)
  })

  test('shows how each way to write is printed', () => {
    const rows = [...PAGE.matchAll(/^\| (`.+`) \| `(.+)` \|$/gm)]
    expect(rows.length).toBeGreaterThan(12)
    for (const [, written = '', printed] of rows) {
      for (const [, one = ''] of written.matchAll(/`([^`]+)`/g)) {
        expect(print(parse(one).ast!)).toBe(printed)
      }
    }
  })

  test('lists every diagnostic with its number', () => {
    const rows = [...PAGE.matchAll(/^\| `(EXPRESSION_\w+)` \| (EXP\d+) \| (\w+) \|$/gm)]
    expect(rows.map(([, name, code, severity]) => ({ name, code, severity }))).toEqual(
      Object.entries(DIAGNOSTICS).map(([code, { name, severity }]) => ({ name, code, severity })),
    )
  })

  describe('has the days of', () => {
    const ranges = [...PAGE.matchAll(/^\| `([^`]+)` \| (\S+ to \S+) \|(?: (\S+ to \S+) \|)?/gm)]
    const options = { now: parseTime('2024-05-15 13:30')!, path: 'range' }
    const section = PAGE.indexOf('### Weeks and fiscal years')
    const calendar = { weekStart: 'SUNDAY', fiscalYearStart: 7, fiscalYearName: 'END' } as const
    const days = ({ from, to }: TimeRange) =>
      `${toText(from, 'TIMESTAMP')!.slice(0, 10)} to ${toText(to - 1n, 'TIMESTAMP')!.slice(0, 10)}`

    test('many ranges', () => expect(ranges.length).toBeGreaterThan(24))

    test.each(
      ranges.map(({ index, 1: text = '', 2: first = '', 3: second }) => {
        const at = index > section ? { ...options, calendar } : options
        return { text, first, second, at }
      }),
    )('$text', ({ text, first, second, at }) => {
      const range = readRange(text, at)
      if (second === undefined) return expect(days(range)).toBe(first)
      const compared = COMPARE_WORDS.map((word) => days(readCompareRange(word, range, at)))
      expect(compared).toEqual([first, second])
    })

    test.each([...PAGE.matchAll(/`([^`]+)` with `([^`]+)`/g)].map(([, a = '', b = '']) => [a, b]))(
      'what %s may mean',
      (text, meant) => {
        expect(() => readRange(text!, options)).toThrow(`did you mean ${meant}?`)
      },
    )
  })

  test('lists every limit', () => {
    const rows = [...PAGE.matchAll(/^\| `(\w+)` \| (\d+) \| .* \|$/gm)]
    expect(Object.fromEntries(rows.map(([, name, value]) => [name, Number(value)]))).toEqual(
      DEFAULT_LIMITS,
    )
  })

  test('shows a mistake as it is printed', () => {
    const text = 'IN([region], "a" AND [delay] > 1'
    const printed = formatDiagnostic(text, parse(text).diagnostics[0]!)
    expect(PAGE).toContain(`\`\`\`text\n${printed}\n\`\`\``)
  })

  test('gives time constraints that are conditions', () => {
    const block = /## Time constraints[\s\S]*?```text\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? ''
    for (const line of block.trim().split('\n')) {
      expect(['true', 'false'], line).toContain(outcome(line))
    }
  })
})
