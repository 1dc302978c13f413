import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createPlatform } from '@tributary/platform'
import { type Served, serve } from '@tributary/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NODE_OPTIONS, PLAIN_ENV, TRIBUTARY } from '../support/command.ts'
import { FLIGHTS } from '../support/flights.ts'
import { ROOT } from '../support/imports.ts'
import { readmeProgram } from '../support/readme-program.ts'

// Inside this package, where what the programs import is at hand.
const folder = mkdtempSync(join(ROOT, 'test/docs/.readmes-'))
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
  const call = `tributary() { '${[process.execPath, ...TRIBUTARY].join("' '")}' "$@"; }\n${code}`
  const [command, args] =
    program.language === 'sh'
      ? ['sh', ['-c', call]]
      : [process.execPath, [...NODE_OPTIONS, '--input-type=module-typescript', '--eval', code]]
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: PLAIN_ENV })
  expect(stdout).toBe(program.printed)
})
