import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPlatform } from '@tributary/platform'
import { type Served, serve } from '@tributary/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLISHED } from '../../publish/packages.ts'
import { FLIGHTS } from '../support/flights.ts'
import { ROOT } from '../support/imports.ts'
import { readPrograms } from '../support/readme-program.ts'
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

const packages = PUBLISHED.map((published) => published.folder)

test.each(packages)('the README of %s has programs that print what it shows', async (name) => {
  const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')
  const { programs, files } = readPrograms(readme)
  const cwd = join(folder, name)
  mkdirSync(cwd)
  for (const { path, text } of files) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  expect(programs.length).toBeGreaterThan(0)
  for (const { language, code, printed } of programs) {
    const here = code.replace('http://127.0.0.1:8080', server.url)
    const output =
      language === 'ts'
        ? await runProgram(here, cwd)
        : (await runTributary(wordsOf(here).slice(1), cwd)).stdout
    expect(output).toBe(printed)
  }
})
