import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createColumnarSource } from '@tributary/attribution'
import { expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'
import { runProgram } from '../support/run-program.ts'

const PAGE = readFileSync(join(ROOT, 'docs/columnar.md'), 'utf8')

const [program, printed] = [...PAGE.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(
  ([, text = '']) => text,
)

test('the program of the page prints what the page shows', async () => {
  expect(await runProgram(program!)).toBe(printed)
})

test('the memory layout on the page matches stats()', () => {
  const rows = 1000
  const source = createColumnarSource(
    {
      STRING: Array.from({ length: rows }, (_, row) => `value ${row % 300}`),
      BOOLEAN: Array.from({ length: rows }, (_, row) => row % 2 === 0),
      DATE: Array.from({ length: rows }, (_, row) => new Date(row * 86_400_000)),
      INT: Array.from({ length: rows }, (_, row) => row),
      DECIMAL: Array.from({ length: rows }, (_, row) => row / 100),
      DOUBLE: Array.from({ length: rows }, (_, row) => row / 3),
      TIMESTAMP: Array.from({ length: rows }, (_, row) => new Date(row)),
    },
    { types: { DATE: 'DATE', DECIMAL: 'DECIMAL' } },
  )
  const said = new Map(
    [...PAGE.matchAll(/^\| ([A-Z]+) +\|[^|]*\| ([\d, or]+?) +\|$/gm)].map(
      ([, type = '', bytes = '']) => [type, bytes.split(/, | or /).map(Number)] as const,
    ),
  )
  const { columns } = source.stats().tables[0]!
  expect([...said.keys()].toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  for (const { name, type, bytes } of columns) {
    expect(type).toBe(name)
    const dictionary = name === 'STRING' ? 300 * 24 + 2 * 'value 000'.length * 300 : 0
    const perRow = Math.round((bytes - dictionary) / rows)
    expect(said.get(type), name).toContain(perRow)
  }
})
