import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PUBLISHED } from '../../publish/packages.ts'
import { ROOT } from '../support/imports.ts'

const ENTRIES = join(ROOT, 'publish/entries')

test('the table lists exactly the published modules', () => {
  const listed = PUBLISHED.flatMap(({ folder, entries }) =>
    entries.map((entry) => `${folder}/${entry}.ts`),
  )
  expect(globSync('*/*.ts', { cwd: ENTRIES }).toSorted()).toEqual(listed.toSorted())
})

test('published modules import no internal modules', () => {
  const imports = globSync('*/*.ts', { cwd: ENTRIES }).flatMap((file) => {
    const text = readFileSync(join(ENTRIES, file), 'utf8')
    return Array.from(text.matchAll(/from '([^']+)'/g), ([, module]) => module)
  })
  expect(imports.length).toBeGreaterThan(PUBLISHED.length)
  expect(imports.filter((module) => module!.endsWith('/internal'))).toEqual([])
})
