import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixedClock } from '@tributary/core'
import { createPlatform, type Platform } from '@tributary/platform'
import { type Served, serve } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { type CapturedOptions, captureEffects } from '../support/captured-effects.ts'

const clock = fixedClock(new Date('2024-03-05T12:00:00Z'))

let cwd: string
let platform: Platform
let server: Served
let keyFile: string
let key: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'tributary-url-'))
  await cp(join(import.meta.dirname, '../fixtures/shop'), join(cwd, 'shop'), { recursive: true })
  platform = await createPlatform({ workspace: join(cwd, 'shop'), data: join(cwd, 'data'), clock })
  key = await platform.createCredential({ account: 'owner', kind: 'APIKEY' })
  keyFile = join(cwd, 'key')
  await writeFile(keyFile, `${key}\n`)
  server = await serve({ platform, host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  await platform.close()
  await rm(cwd, { recursive: true })
})

async function run(argv: readonly string[], options: CapturedOptions = {}) {
  const captured = captureEffects({ cwd, clock, ...options })
  const exitCode = await main(argv, captured.effects)
  return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() }
}

const service = () => ['--url', server.url, '--tenant', 'shop', '--api-key-file', 'key']

const CHANGE = ['--current', '2024-02', '--compare', '2024-01']

describe('a running service answers as the workspace does', () => {
  test.each([
    ['list'],
    ['list', 'metrics', '--search', 'revenue', '--json'],
    ['query', 'revenue', '--by', 'channel'],
    ['query', 'revenue', '--by', 'metric_time__month', '--range', '2024', '--json'],
    ['query', 'revenue', '--by', 'channel', '--csv'],
    ['explain', 'revenue', ...CHANGE],
    ['explain', 'revenue', ...CHANGE, '--by', 'channel', '--json'],
    ['explain', 'revenue', ...CHANGE, '--csv'],
    ['explain', 'revenue', '--current', 'last-month', '--average'],
    ['causes', 'revenue', ...CHANGE],
    ['tree', 'revenue', ...CHANGE],
    ['movements', ...CHANGE, '--json'],
    ['movements', '--current', '2024-02'],
    ['lineage', 'METRIC', 'revenue'],
    ['lineage', 'METRIC', 'revenue', '--json'],
    ['lineage', 'evidence', 'DATASET', 'sales', 'METRIC', 'revenue'],
    ['lineage', 'impact', 'DATASET', 'sales', '--columns'],
    ['lineage', 'single-points', 'METRIC', 'revenue'],
    ['lineage', 'loose-ends'],
    ['lineage', 'cycles'],
    ['lineage', 'export', '--format', 'csv'],
  ])('%s %s', async (...argv) => {
    const asked = await run([...argv, ...service()])
    const opened = await run([...argv, '--workspace', 'shop'])
    expect(asked).toEqual({ ...opened, stderr: '' })
    expect(asked.exitCode).toBe(0)
    expect(asked.stdout).not.toBe('')
  })

  test('with the address and credentials from environment variables', async () => {
    const env = { TRIBUTARY_URL: server.url, TRIBUTARY_API_KEY: key, TRIBUTARY_TENANT: 'shop' }
    const asked = await run(['list'], { env })
    expect(asked).toEqual(await run(['list', '--workspace', 'shop']))
    // A place on the command line wins.
    const opened = await run(['list', '--workspace', 'nowhere'], { env })
    expect(opened.stderr).toContain('CLI_WORKSPACE_MISSING')
  })

  test('also about the past', async () => {
    const past = ['lineage', 'METRIC', 'revenue', '--as-of', '2024-03-06', ...service()]
    expect(await run(past)).toMatchObject({ exitCode: 0, stderr: '' })
    const difference = ['lineage', 'difference', '2024-01-01', ...service()]
    expect((await run(difference)).stdout).toContain('revenue')
  })
})

describe('an error says what to do', () => {
  test.each([
    [
      'unknown metric',
      ['query', 'revenu'],
      /^error: METRIC: .*"revenu"; did you mean "revenue"\?\n {2}CATALOG_UNKNOWN_METRIC\n$/s,
    ],
    [
      'wrong condition',
      ['explain', 'revenue', '--current', '2024-02', '--by', 'channel', '--where', '[chanel] = 1'],
      /^error: --where: .*chanel.*EXPRESSION_UNKNOWN_FIELD\n$/s,
    ],
    ['wrong range', ['tree', 'revenue', '--current', '2024-13'], /^error: --current: /],
    [
      'attributes of users',
      ['explain', 'revenue', '--current', '2024-02', '--attribute', 'a=b'],
      /cannot be used with option '--url/,
    ],
    ['rows to leave out', ['query', 'revenue', '--max-bad-rows', '1'], /cannot be used with/],
    ['a file', ['lineage', 'cycles', '--with', 'key'], /cannot be used with option '--url/],
    ['an import', ['lineage', 'import', 'key'], /CLI_SERVICE_FLAGS/],
    ['two places', ['list', '--workspace', 'shop'], /Pass --url or --workspace, not both/],
  ])('%s', async (_name, argv, message) => {
    const { exitCode, stdout, stderr } = await run([...argv, ...service()])
    expect(exitCode).toBeGreaterThan(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(message)
  })

  test.each([
    [
      ['--tenant', 'shop', '--account', 'owner'],
      /does not accept.*the account "owner".*CLI_CREDENTIALS_REFUSED/s,
    ],
    [
      ['--tenant', 'other', '--api-key-file', 'key'],
      /does not accept.*"other".*this API key.*CLI_CREDENTIALS_REFUSED/s,
    ],
    [['--api-key-file', 'key'], /pass --tenant NAME.*CLI_CREDENTIALS_MISSING/s],
    [['--tenant', 'shop'], /pass --api-key-file FILE.*CLI_CREDENTIALS_MISSING/s],
    [['--tenant', 'shop', '--api-key-file', 'none'], /CLI_FILE_UNREADABLE/],
  ])('credential %j', async (flags, message) => {
    const { exitCode, stderr } = await run(['list', '--url', server.url, ...flags])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain(key)
  })

  test.each([
    ['http://metrics.example.com', /would send the key to metrics\.example\.com as plain text/],
    ['http://127.0.0.1:1', /cannot be reached: .*CLI_SERVICE_UNREACHABLE/s],
    ['https://nowhere.invalid', /cannot be reached: .*nowhere\.invalid.*CLI_SERVICE_UNREACHABLE/s],
    ['metrics.example.com', /expected an address such as https:/],
    ['ftp://127.0.0.1', /expected an address such as https:/],
    ['https://a:b@127.0.0.1', /without user, password/],
  ])('address %s', async (url, message) => {
    const { exitCode, stderr } = await run(['list', ...service(), '--url', url])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('a:b')
  })

  test('with --allow-http the key goes to another machine', async () => {
    const argv = ['list', ...service(), '--url', 'http://nowhere.invalid', '--allow-http']
    expect((await run(argv)).stderr).toContain('CLI_SERVICE_UNREACHABLE')
  })

  test.each(['--api-key-file=key', '--allow-http'])('%s without --url', async (flag) => {
    expect((await run(['list', '--workspace', 'shop', flag])).stderr).toContain('needs --url')
  })

  test.each([
    [['init', 'shop2']],
    [['validate', 'shop']],
    [['start', 'shop']],
    [['import', 'file', '--into', 'shop2']],
    [['credential', 'list']],
    [['backfill', 'plan', '2024-01-01', '2024-01-02']],
  ])('%j works on files', async (argv) => {
    const { exitCode, stderr } = await run([...argv, '--url', server.url])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('works on files of this machine and takes no --url')
  })
})

describe('a server that is not the service', () => {
  const servers: Server[] = []
  afterAll(() => Promise.all(servers.map((other) => other.close())))

  async function listen(answer: (path: string) => readonly [status: number, body: unknown]) {
    const other = createServer((request, response) => {
      const [status, body] = answer(request.url!)
      const location = status === 302 ? { location: 'http://127.0.0.1:1/stolen' } : {}
      response.writeHead(status, { 'content-type': 'application/json', ...location })
      response.end(JSON.stringify(body))
    })
    servers.push(other)
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    return run(['list', ...service(), '--url', `http://127.0.0.1:${port}`])
  }

  test('an older service is told by its version', async () => {
    const envelope = { traceId: 'a', success: false, data: null }
    const { stderr } = await listen((path) =>
      path.endsWith('/caller')
        ? [200, { ...envelope, success: true, data: { version: '0.0.1' } }]
        : [404, { ...envelope, errorMsg: 'No.', detailErrorMsg: 'SERVER_NOT_FOUND: No.' }],
    )
    expect(stderr).toMatch(/is version 0\.0\.1, not 0\.1\.0 as this command.*CLI_SERVICE_OLDER/s)
  })

  test('a redirection is not followed, because the key would go along', async () => {
    const { stderr } = await listen(() => [302, {}])
    expect(stderr).toMatch(/redirects to .*CLIENT_UNEXPECTED_ANSWER/s)
  })

  test('another server is told as such', async () => {
    const { stderr } = await listen(() => [200, { hello: 'world' }])
    expect(stderr).toMatch(/not an answer of the service.*CLIENT_UNEXPECTED_ANSWER/s)
  })
})
