import { generateKeyPairSync, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { createTrino, type SqlColumn, type Trino, type TrinoOptions } from '@tributary/sql'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isEngineTested } from './support/engines.ts'
import { startTrino, type TrinoCluster } from './support/trino.ts'

// The nodes of a cluster of its own are killed here.
const isTested = isEngineTested('trino', false)

const at = (name: string) =>
  readFileSync(new URL(`../support/tls/${name}`, import.meta.url), 'utf8')
const tokens = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A line of a password file of Trino: PBKDF2 with HMAC-SHA1. */
function passwordLine(user: string, password: string): string {
  const salt = randomBytes(16)
  const hash = pbkdf2Sync(password, salt, 1000, 32, 'sha1')
  return `${user}:1000:${salt.toString('hex')}:${hash.toString('hex')}`
}

let cluster: TrinoCluster
let admin: Trino
const open: Trino[] = []

async function connect(options: Partial<TrinoOptions> = {}): Promise<Trino> {
  const trino = await createTrino({
    url: cluster.url,
    user: 'tests',
    catalog: 'iceberg',
    ...options,
  })
  open.push(trino)
  return trino
}

/** The values of the first column, as texts; none for a statement without a result. */
async function ask(text: string, by = admin): Promise<readonly string[]> {
  const [first] = (await by.run({ text, parameters: [] })).columns
  return first === undefined ? [] : textsOf(first)
}

function textsOf(column: SqlColumn): readonly string[] {
  if (column.kind === 'exact') return [...column.units].map(String)
  return column.kind === 'text' ? column.values.map(String) : []
}

/** Queries whose text has a word, by their state. */
const states = (word: string) =>
  ask(
    `SELECT state FROM system.runtime.queries WHERE query LIKE '%${word}%' AND query NOT LIKE '%system.runtime%'`,
  )

/** Tasks of such queries that still run, by node. */
const runningOn = (word: string) =>
  ask(`SELECT DISTINCT t.node_id FROM system.runtime.tasks t JOIN system.runtime.queries q ON t.query_id = q.query_id
WHERE q.query LIKE '%${word}%' AND q.query NOT LIKE '%system.runtime%' AND t.state IN ('RUNNING', 'PLANNED', 'FLUSHING')`)

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; !(await isSo()); await setTimeout(50)) {
    if (performance.now() > end) throw new Error(`It is not so within a minute: ${isSo}`)
  }
}

/** Reads for half a minute or so, and gives one row a remainder. */
const long = (word: string) =>
  `SELECT orderkey % 7 AS ${word}, count(*) FROM tpch.sf2.lineitem WHERE length(comment) > 3 GROUP BY 1 ORDER BY 1`
const endless = (word: string) =>
  `SELECT count(*) AS ${word} FROM tpch.sf100000.lineitem WHERE orderkey + partkey = -7`

const ROWS = 200_000n
const TOTAL = (ROWS * (ROWS + 1n)) / 2n

describe.skipIf(!isTested)('a cluster of Trino', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    cluster = await startTrino({
      security: {
        certificate: `${at('server.pem')}${at('server.key')}`,
        passwords: [passwordLine('ann', 'swordfish')],
        tokenKey: String(tokens.publicKey.export({ type: 'spki', format: 'pem' })),
      },
    })
    admin = await connect()
    await ask('CREATE SCHEMA cluster')
    const numbers = `UNNEST(sequence(1, 1000)) AS a (i) CROSS JOIN UNNEST(sequence(0, ${ROWS / 1000n - 1n})) AS b (j)`
    await ask(`CREATE TABLE cluster.numbers AS SELECT i + 1000 * j AS n FROM ${numbers}`)
  }, 300_000)
  afterAll(async () => {
    for (const one of open) await one.close()
    await cluster?.stop()
  })

  const total = (by?: Trino) => ask('SELECT sum(n) FROM cluster.numbers', by)

  describe('over TLS', () => {
    const secure = (options: Partial<TrinoOptions>) =>
      connect({
        url: `https://127.0.0.1:${cluster.securePort}`,
        user: 'ann',
        tls: { ca: at('ca.pem') },
        ...options,
      })
    const token = (user: string) =>
      new SignJWT({ sub: user })
        .setProtectedHeader({ alg: 'RS256' })
        .setExpirationTime('5m')
        .sign(tokens.privateKey)

    test('answers a user with the password', async () => {
      const trino = await secure({ password: async () => 'swordfish' })
      expect(await total(trino)).toEqual([String(TOTAL)])
      expect(await ask('SELECT current_user', trino)).toEqual(['ann'])
    })

    test('answers a user with a token', async () => {
      const trino = await secure({ token: () => token('ann') })
      expect(await ask('SELECT current_user', trino)).toEqual(['ann'])
    })

    test.each<[string, Partial<TrinoOptions>]>([
      ['another password', { password: async () => 'sword' }],
      ['no password', {}],
      ['a token of somebody else', { token: () => token('bob') }],
      ['a token that nobody signed', { token: async () => 'e30.e30.' }],
    ])('refuses %s', async (_, options) => {
      await expect(secure(options)).rejects.toMatchObject({
        code: 'SQL_ENGINE_FAILED',
        message: expect.stringMatching(/answers 40[13]: |cannot impersonate user ann/),
      })
    })

    test('is not trusted without its certificate authority, or under another host name', async () => {
      const password = async () => 'swordfish'
      await expect(secure({ password, tls: {} })).rejects.toMatchObject({
        code: 'SQL_ENGINE_FAILED',
        message: expect.stringMatching(/certificate/),
      })
      const tls = { ca: at('ca.pem'), servername: 'other.test' }
      await expect(secure({ password, tls })).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
    })
  })

  test('has tasks of a query on every worker', async () => {
    const stop = new AbortController()
    const answer = admin.run({ text: endless('spread'), parameters: [] }, { signal: stop.signal })
    answer.catch(() => {})
    await until(async () => (await runningOn('spread')).length === 2)
    expect((await runningOn('spread')).toSorted()).toEqual(cluster.workers)
    stop.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
  })

  test('ends tasks soon after a caller disconnects', async () => {
    const stop = new AbortController()
    const answer = admin.run({ text: endless('departed'), parameters: [] }, { signal: stop.signal })
    answer.catch(() => {})
    await until(async () => (await runningOn('departed')).length === 2)
    const begin = performance.now()
    stop.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
    await until(async () => (await runningOn('departed')).length === 0)
    process.stderr.write(`free after ${Math.round(performance.now() - begin)} ms\n`)
    expect(await states('departed')).toEqual(['FAILED'])
  })

  test('that loses a worker gives the whole answer or an error, and goes on with the other', async () => {
    const expected = await admin.run({ text: long('whole'), parameters: [] })
    const answer = admin.run({ text: long('lost'), parameters: [] }).then(
      ({ columns }) => columns.map(textsOf),
      (error: { code?: string }) => error.code,
    )
    await until(async () => (await runningOn('lost')).length === 2)
    await cluster.kill('w2')
    const given = await answer
    process.stderr.write(`after the worker ended: ${JSON.stringify(given)}\n`)
    if (given !== 'SQL_ENGINE_FAILED') expect(given).toEqual(expected.columns.map(textsOf))
    const active =
      "SELECT node_id FROM system.runtime.nodes WHERE state = 'active' AND NOT coordinator"
    await until(async () => (await ask(active)).join() === 'w1')
    expect(await total()).toEqual([String(TOTAL)])
    await cluster.restart('w2')
    expect(await total()).toEqual([String(TOTAL)])
  })

  test('whose coordinator ends says so, and answers when it is there again', async () => {
    const trino = await connect({ patience: 2 })
    const running = trino.run({ text: endless('headless'), parameters: [] })
    running.catch(() => {})
    await until(async () => (await runningOn('headless')).length > 0)
    await cluster.kill('c')
    await expect(running).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
    await expect(total(trino)).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
    await cluster.restart('c')
    expect(await total(trino)).toEqual([String(TOTAL)])
  })

  test('whose coordinator starts anew meanwhile is asked once more', async () => {
    const trino = await connect({ patience: 240 })
    const answer = trino.run({ text: long('again'), parameters: [] })
    answer.catch(() => {})
    await until(async () => (await runningOn('again')).length === 2)
    await cluster.kill('c')
    await cluster.restart('c')
    const { columns } = await answer
    const expected = await trino.run({ text: long('whole'), parameters: [] })
    expect(columns.map(textsOf)).toEqual(expected.columns.map(textsOf))
  })
})
