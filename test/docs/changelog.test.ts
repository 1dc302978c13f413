import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'

const LINES = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split('\n')

test('each change stands once in the changelog, under the heading of its subject', () => {
  const changes = LINES.filter((line) => line.startsWith('- '))
  const begins = changes.map((line) => line.slice(0, 60))
  expect(begins.filter((begin, at) => begins.indexOf(begin) !== at)).toEqual([])
  let heading = ''
  for (const line of LINES) {
    if (line.startsWith('#')) heading = line
    else if (line.startsWith('- ')) expect(heading, line).toMatch(/^### /)
  }
})
