import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPlatform } from '@tributary/platform'
import { type Served, serve } from '@tributary/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FLIGHTS } from '../support/flights.ts'
import { ROOT } from '../support/imports.ts'
import { readmeProgram } from '../support/readme-program.ts'
import { runProgram } from '../support/run-program.ts'
import { runTributary, wordsOf } from '../support/tributary.ts'

const folder = mkdtempSync(join(tmpdir(), 'tributary-readmes-'))
let server: Served

beforeAll(async () => {
  const platform = await createPlatform({ workspace: FLIGHTS, trustIdentityHeaders: true })
  server = await serve({ platform, port: 0 })
  return async () => {
    await server.close()
    await platform.close()
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const packages = readdirSync(join(ROOT, 'packages'))

test.each(packages)('the README of %s has a program that prints what it shows', async (name) => {
  const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')
  const program = readmeProgram(readme)
  if (program === null) throw new Error('There is no program with its output')
  const cwd = join(folder, name)
  mkdirSync(cwd)
  for (const { path, text } of program.files) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  const code = program.code.replace('http://127.0.0.1:8080', server.url)
  const printed =
    program.language === 'ts'
      ? await runProgram(code, cwd)
      : (await runTributary(wordsOf(code).slice(1), cwd)).stdout
  expect(printed).toBe(program.printed)
})
