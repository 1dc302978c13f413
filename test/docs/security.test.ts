import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'

const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const ROWS = [...PAGE.matchAll(/^\| (.+) \| (.+) \|$/gm)]
  .map(([, promise = '', held = '']) => ({ promise, held }))
  .filter(({ promise }) => promise !== 'Promise' && promise !== '---')

test('every promise is held by a test that exists', () => {
  expect(ROWS.length).toBeGreaterThan(20)
  let before: readonly string[] = []
  for (const { promise, held } of ROWS) {
    const named = [...held.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    const paths = held === 'the same' ? before : named
    expect(paths, promise).not.toEqual([])
    for (const path of paths) {
      const files = path.endsWith('.ts') ? [path] : globSync(`${path}/*.test.ts`, { cwd: ROOT })
      expect(files, path).not.toEqual([])
      for (const file of files) {
        expect(readFileSync(join(ROOT, file), 'utf8'), file).toMatch(/^\s*test/m)
      }
    }
    before = paths
  }
})
