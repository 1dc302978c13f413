import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderWarning } from '../packages/cli/src/render/warning.ts'
import { ROOT } from './support/imports.ts'

const known = codesIn('packages/attribution/src/request/warnings.ts', /^ {2}\| '([A-Z_]+)'$/gm)
const explained = codesIn('packages/cli/src/render/warning.ts', /^ {2}([A-Z_]+): \(/gm)

function codesIn(path: string, pattern: RegExp): readonly string[] {
  return [...readFileSync(join(ROOT, path), 'utf8').matchAll(pattern)].map(([, code]) => code!)
}

test('attribution has warning codes', () => {
  expect(known).toContain('RANGE_LENGTH_DIFFERS')
})

test.each(known)('the command line says in sentences what %s means', (code) => {
  const [line, ...rest] = renderWarning(`${code} current=1`, (_role, text) => text)
  expect(rest).toEqual([])
  expect(line).toMatch(new RegExp(`^! [A-Z0-9s].+\\. ${code}$`))
})

test('the command line explains no code that attribution does not have', () => {
  expect(explained.toSorted()).toEqual(known.toSorted())
})
