import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FUNCTIONS, findFunction } from '@tributary/expression'
import { getScalarDefinition } from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'

describe('the functions', () => {
  test('carry their own names and a sentence each', () => {
    for (const [name, definition] of Object.entries(FUNCTIONS)) {
      expect(definition.name).toBe(name)
      expect(definition.description).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('are found in any case, and nothing of the prototype is', () => {
    expect(findFunction('DATETRUNC')).toBe(getScalarDefinition('DateTrunc'))
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(findFunction(name)).toBeUndefined()
    }
  })
})

test('the language names no engine', () => {
  const source = join(import.meta.dirname, '../../src')
  const naming = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /duckdb|postgres|trino|clickhouse/i.test(readFileSync(join(source, file), 'utf8')),
    )
  expect(naming).toEqual([])
})
