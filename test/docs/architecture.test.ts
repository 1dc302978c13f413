import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'
import { PAGE, withTable } from '../support/package-table.ts'

test('the table of rooms is that of the sources; `pnpm format` writes it', () => {
  const page = readFileSync(join(ROOT, PAGE), 'utf8')
  expect(page).toBe(withTable(page))
})
