import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'
import { PAGE, withTables } from '../support/package-table.ts'

test('the tables of rooms and sizes are those of the sources; `pnpm format` writes them', () => {
  const page = readFileSync(join(ROOT, PAGE), 'utf8')
  expect(page).toBe(withTables(page))
})
