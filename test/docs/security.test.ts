import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The promises of the page: the titles of its list items before those that are not promised. */
const PROMISES = [
  ...read('docs/security.md')
    .split('## What is not promised')[0]!
    .matchAll(/^- \*\*(.+?)\.\*\* /gm),
].map(([, title = '']) => title)

/** The tests of each promise, as the guide for contributors lists them. */
const ROWS = [
  ...read('CONTRIBUTING.md')
    .split('### Keep the promises of docs/security.md')[1]!
    .split('\n### ')[0]!
    .matchAll(/^\| (.+) \| (`.+`) \|$/gm),
].map(([, promise = '', tests = '']) => ({ promise, tests }))

test('every promise has a row of tests, in the order of the page', () => {
  expect(PROMISES.length).toBeGreaterThan(30)
  expect(ROWS.map(({ promise }) => promise)).toEqual(PROMISES)
})

test('every test that is listed exists', () => {
  for (const { promise, tests } of ROWS) {
    const paths = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(paths, promise).not.toEqual([])
    for (const path of paths) {
      const files = path.endsWith('.ts') ? [path] : globSync(`${path}/*.test.ts`, { cwd: ROOT })
      expect(files, path).not.toEqual([])
      for (const file of files) {
        expect(read(file), file).toMatch(/^\s*test/m)
      }
    }
  }
})
