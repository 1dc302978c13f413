import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { loadClient } from '../../src/drivers/load-client.ts'

const SQL = new URL('../../src/index.ts', import.meta.url).href

/** The code and the message of an error of a program in a process that finds no package `library`. */
async function runWithout(library: string, create: string): Promise<unknown> {
  const program = `
import { registerHooks } from 'node:module'
const parentURL = ${JSON.stringify(pathToFileURL(join(tmpdir(), 'nobody.js')).href)}
registerHooks({
  resolve: (name, context, next) =>
    next(name, name === ${JSON.stringify(library)} ? { ...context, parentURL } : context),
})
const { createClickHouse, createPostgreSql } = await import(${JSON.stringify(SQL)})
try {
  await ${create}
} catch ({ code, message, details }) {
  console.log(JSON.stringify({ code, message, details }))
}`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
  ])
  return JSON.parse(stdout)
}

test.each([
  ['PostgreSQL', 'pg', "createPostgreSql({ url: 'postgres://localhost:1/db' })"],
  ['ClickHouse', '@clickhouse/client', "createClickHouse({ url: 'http://localhost:1' })"],
])('%s without %s names the package to install', async (engine, library, create) => {
  expect(await runWithout(library, create)).toEqual({
    code: 'SQL_ENGINE_FAILED',
    message: `${engine} is reached with the package ${library}, which is not installed: run npm install ${library}.`,
    details: { engine, library },
  })
})

test('a library that fails for another reason rejects with its own error', async () => {
  const error = new Error("Cannot find package 'pg-pool' imported from pg")
  await expect(loadClient('PostgreSQL', 'pg', () => Promise.reject(error))).rejects.toBe(error)
})
