import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderWarning } from '../packages/cli/src/render/attribution-answer.ts'
import { ROOT } from './support/imports.ts'

const known = codesIn('packages/attribution/src/request/warnings.ts', /^ {2}\| '([A-Z_]+)'$/gm)
const explained = codesIn('packages/cli/src/render/attribution-answer.ts', /^ {2}([A-Z_]+):\s+'/gm)

function codesIn(path: string, pattern: RegExp): readonly string[] {
  return [...readFileSync(join(ROOT, path), 'utf8').matchAll(pattern)].map(([, code]) => code!)
}

test('attribution has warning codes', () => {
  expect(known).toContain('RANGE_LENGTH_DIFFERS')
})

test.each(known)('the command line explains %s', (code) => {
  const [line, ...rest] = renderWarning(`${code} detail=1`)
  expect(rest).toEqual([])
  expect(line).toMatch(new RegExp(`^${code} detail=1: .+`))
})

test('the command line explains no code that attribution does not have', () => {
  expect(explained.toSorted()).toEqual(known.toSorted())
})
