import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('a test expects each code of the catalog', () => {
  const union = readFileSync(join(root, 'src/definitions/errors.ts'), 'utf8')
  const codes = new Set(union.match(/CATALOG_[A-Z_]+/g))
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, 'test', name), 'utf8'))
    .join('\n')
  expect([...codes].filter((code) => !tests.includes(`'${code}'`))).toEqual([])
})
