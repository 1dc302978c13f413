import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '@tributary/cli/main'
import { createPostgreSql } from '@tributary/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureEffects } from '../../packages/cli/test/support/captured-effects.ts'
import { blocksOf } from '../support/fenced-blocks.ts'
import { ROOT } from '../support/imports.ts'
import { hasPostgres } from '../support/postgres.ts'
import { startPostgresServer, type TestPostgresServer } from '../support/postgres-server.ts'
import { runTributary, wordsOf } from '../support/tributary.ts'

const PAGE = readFileSync(join(ROOT, 'docs/postgresql.md'), 'utf8')
const [TABLES = '', READER = '', STORE = ''] = blocksOf(PAGE, 'sql')
const [HBA = ''] = blocksOf(PAGE, 'text')
const [WORKSPACE = ''] = blocksOf(PAGE, 'yaml')
const CURL = blocksOf(PAGE, 'sh').find((block) => block.startsWith('curl'))!
/** The commands of the page with what it says they print. */
const STEPS = [...PAGE.matchAll(/^```\n\$ tributary (.*)\n([\s\S]*?)^```$/gm)].map(
  ([, command = '', output = '']) => ({ command, output }),
)
const STORE_URL = /--store '([^']+)'/.exec(PAGE)![1]!

let folder: string
let data: TestPostgresServer
let store: TestPostgresServer

/** The text with the addresses of this test. */
const here = (text: string): string =>
  text
    .replaceAll('db.example.com:5432', new URL(data.url).host)
    .replaceAll('store.example.com:5432', new URL(store.url).host)
    .replaceAll('sslrootcert=shop', `sslrootcert=${join(folder, 'shop')}`)

/** Without what differs from run to run: the moment and number of a task, and its time. */
const lasting = (text: string) =>
  text.replace(/_\d{14}_[0-9a-f]{12}/g, '_TASK').replace(/ in \d.*$/gm, '')

/** Runs statements of the administrator, and gives the texts of the last one's first column. */
async function execute(
  server: TestPostgresServer,
  script: string,
  database = 'postgres',
): Promise<readonly (string | null)[]> {
  const url = Object.assign(new URL(server.url), { pathname: database }).href
  const driver = await createPostgreSql({ url, concurrency: 1 })
  try {
    let found: readonly (string | null)[] = []
    for (const text of script.split(/;\n/).filter((one) => one.trim() !== '')) {
      const { columns } = await driver.run({ text, parameters: [] })
      found = columns[0]?.kind === 'text' ? columns[0].values : []
    }
    return found
  } finally {
    await driver.close()
  }
}

/** A server that lets the accounts of the page in as the page says, and the administrator from this machine. */
async function startStrictServer(): Promise<TestPostgresServer> {
  const server = await startPostgresServer()
  const [home] = await execute(server, 'SHOW data_directory')
  const { uid, gid } = statSync(home!)
  for (const name of ['server.pem', 'server.key']) {
    const path = join(home!, name)
    copyFileSync(new URL(`../support/tls/${name}`, import.meta.url), path)
    chmodSync(path, 0o600)
    if (process.getuid?.() === 0) chownSync(path, uid, gid)
  }
  writeFileSync(join(home!, 'pg_hba.conf'), `host all postgres 127.0.0.1/32 trust\n${HBA}`)
  await execute(
    server,
    `ALTER SYSTEM SET ssl_cert_file = 'server.pem';
ALTER SYSTEM SET ssl_key_file = 'server.key';
ALTER SYSTEM SET ssl = on;
SELECT pg_reload_conf()::text;
`,
  )
  return server
}

/** What `validate` says of the workspace of the page after a change. */
async function refusalOf(change: (text: string) => string, password = ''): Promise<string> {
  cpShop('other')
  const path = join(folder, 'other/workspace.yaml')
  writeFileSync(path, change(readFileSync(path, 'utf8')))
  if (password !== '') writeFileSync(join(folder, 'other/secrets/reader'), password)
  const { code, stdout, stderr } = await runTributary(['validate', 'other'], folder)
  expect(code).toBe(1)
  return stdout + stderr
}

function cpShop(name: string): void {
  for (const one of ['secrets', 'certs']) mkdirSync(join(folder, name, one), { recursive: true })
  writeFileSync(join(folder, name, 'secrets/reader'), 'a long password\n', { mode: 0o600 })
  copyFileSync(
    new URL('../support/tls/ca.pem', import.meta.url),
    join(folder, name, 'certs/authority.pem'),
  )
  writeFileSync(join(folder, name, 'workspace.yaml'), here(WORKSPACE))
}

describe.skipIf(!hasPostgres())('docs/postgresql.md', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tributary-postgresql-'))
    ;[data, store] = await Promise.all([startStrictServer(), startStrictServer()])
    cpShop('shop')
    await execute(data, 'CREATE DATABASE shop')
    await execute(data, `${TABLES}${READER}`, 'shop')
    await execute(store, STORE)
    process.env.PGPASSWORD = 'another long password'
  })
  afterAll(async () => {
    delete process.env.PGPASSWORD
    await Promise.all([data?.stop(), store?.stop()])
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(STEPS)('prints what it says for $command', async ({ command, output }) => {
    const { code, stdout, stderr } = await runTributary(wordsOf(here(command)), folder)
    expect(stderr).toBe('')
    expect(lasting(stdout)).toBe(lasting(output))
    expect(code).toBe(0)
  })

  test('answers over HTTP from the plan, until something is written', async () => {
    const where = here(STORE_URL)
    const made = await runTributary(['credential', 'create', '--account', 'ann', '--store', where])
    const path = /127\.0\.0\.1:8080([^']+)'/.exec(CURL)![1]!
    const headers = Object.fromEntries(
      [...CURL.matchAll(/-H ['"]([^:]+): ([^'"]*)['"]/g)].map(([, name = '', value = '']) => [
        name,
        value.replace('$SECRET', made.stdout.trim()),
      ]),
    )
    const body = /-d '([\s\S]*)'/.exec(CURL)![1]!
    const ask = async (url: string) =>
      (await fetch(`${url}${path}`, { method: 'POST', headers, body })).text()
    const line = /`(-- from [^`]+)`/.exec(PAGE)![1]!
    const said = JSON.stringify(line).slice(1, -1)
    let asked: Promise<void> | null = null
    const captured = captureEffects({
      cwd: folder,
      onOutput: (text) => {
        const url = /listening on (http:\S+)/.exec(text)?.[1]
        if (url === undefined) return
        asked ??= (async () => {
          expect(await ask(url)).toContain(said)
          await execute(data, 'CREATE TABLE written (n integer)', 'shop')
          expect(await ask(url)).not.toContain(said)
        })().finally(() => captured.interrupt(new Error('asked')))
      },
    })
    await main(['start', '--store', where, '--port', '0', '--log', 'silent'], captured.effects)
    expect(asked, captured.stderr()).not.toBeNull()
    await asked
  })

  test('tells how validate refuses', async () => {
    const refusals = [
      await refusalOf((text) => text, 'wrong'),
      await refusalOf((text) => text.replace(/ {4}tls: .*\n/, '')),
      await refusalOf((text) => text.replace(/tls: .*/, 'tls: {}')),
      await refusalOf((text) => text.replace('table: shops', 'table: shoppes')),
    ]
    await execute(data, 'REVOKE SELECT ON sales.shops FROM tributary_reader', 'shop')
    refusals.splice(3, 0, await refusalOf((text) => text))
    const said = [...PAGE.matchAll(/^\| `([a-z][^`]*)` \| /gm)].map(([, text = '']) => text)
    const ours = said.filter((text) => !text.startsWith('limits.'))
    expect(ours).toHaveLength(refusals.length)
    for (const [at, text] of ours.entries()) expect(refusals[at]).toContain(text)
  })
})
