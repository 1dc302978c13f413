import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIAGNOSTICS } from '@tributary/expression'
import { describe, expect, test } from 'vitest'

function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('codes.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
}

describe('the diagnostics', () => {
  const root = join(import.meta.dirname, '..', '..')

  test('are each used by the source and expected by a test', () => {
    const [source, tests] = [textOf(join(root, 'src')), textOf(join(root, 'test'))]
    for (const code of Object.keys(DIAGNOSTICS)) {
      expect(source.includes(`'${code}'`), `${code} in the source`).toBe(true)
      expect(tests.includes(`'${code}'`), `${code} in the tests`).toBe(true)
    }
  })

  test('have names of their own', () => {
    const names = Object.values(DIAGNOSTICS).map((one) => one.name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^EXPRESSION_[A-Z_]+$/)
  })
})
