import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startIssuer } from '../../../../test/support/token-issuer.ts'
import { interruptedError } from '../../src/errors.ts'
import { main } from '../../src/main.ts'
import { type CapturedEffects, captureEffects } from '../support/captured-effects.ts'

const cwd = join(import.meta.dirname, '../fixtures')
const LISTENING = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/m

/** Starts the command, gives its address to `use`, then interrupts it as Ctrl-C does. */
async function whileListening(
  argv: readonly string[],
  use: (url: string) => Promise<void>,
): Promise<{ exitCode: number; captured: CapturedEffects }> {
  let announce: (url: string) => void = () => {}
  const listening = new Promise<string>((resolve) => {
    announce = resolve
  })
  const onOutput = (text: string): void => {
    const url = LISTENING.exec(text)?.[1]
    if (url !== undefined) announce(url)
  }
  const captured = captureEffects({ cwd, onOutput })
  const ended = main(argv, captured.effects)
  const url = await Promise.race([listening, ended.then(() => captured.stderr())])
  await use(url)
  captured.interrupt(interruptedError('SIGINT', 130))
  return { exitCode: await ended, captured }
}

function ask(url: string, more: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/api/v1/lineage/queryAll`, {
    headers: { 'tenant-id': 'shop', 'auth-type': 'ACCOUNT', 'auth-value': 'owner', ...more },
  })
}

describe('tributary start', () => {
  test('serves until it is interrupted, and refuses headers that only name a caller', async () => {
    const { exitCode, captured } = await whileListening(
      ['start', 'shop', '--port', '0'],
      async (url) => {
        expect((await ask(url)).status).toBe(401)
      },
    )
    expect(exitCode).toBe(0)
    expect(captured.stdout()).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\n$/)
    expect(captured.stderr()).toMatch(/^hint: requests with auth-type ACCOUNT or UID are refused/)
    await expect(ask(LISTENING.exec(captured.stdout())![1]!)).rejects.toThrow()
  })

  test('takes the issuers of tokens from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tributary-'))
    const file = join(folder, 'issuers.yaml')
    const issuer = await startIssuer()
    try {
      const settings = { issuer: issuer.issuer, audience: 'tributary', tenant: 'shop' }
      await writeFile(file, JSON.stringify({ issuers: [settings] }))
      const token = await issuer.sign({ sub: 'owner' })
      const argv = ['start', 'shop', '--port', '0', '--issuers', file]
      const { captured } = await whileListening(argv, async (url) => {
        const headers = { authorization: `Bearer ${token}` }
        const answer = await fetch(`${url}/api/v1/lineage/queryAll`, { headers })
        expect(answer.status).toBe(200)
      })
      expect(captured.stderr()).not.toContain('hint')
    } finally {
      await issuer.close()
      await rm(folder, { recursive: true })
    }
  })

  test.each([
    ['issuers: []', 'issuers '],
    ['issuers: [{ issuer: https://a.example }]', 'issuers.0 '],
    ['issuers: [{ issuer: https://a.example, audience: b, secret: c }]', 'issuers.0 '],
    ['issuers: [{ issuer: https://a.example, audience: 5 }]', 'issuers.0.audience '],
    ['- a', 'the file '],
    ['issuers: [', 'Cannot read the file'],
    ['issuers: [{ issuer: http://a.example, audience: b }]', 'https'],
  ])('refuses the issuers %j', async (text, part) => {
    const folder = await mkdtemp(join(tmpdir(), 'tributary-'))
    const file = join(folder, 'issuers.yaml')
    await writeFile(file, text)
    const captured = captureEffects({ cwd })
    const argv = ['start', 'shop', '--port', '0', '--issuers', file]
    expect(await main(argv, captured.effects)).toBe(1)
    expect(captured.stderr()).toContain(part)
    await rm(folder, { recursive: true })
  })

  test('believes them with --trust-proxy', async () => {
    const argv = ['start', 'shop', '--port', '0', '--trust-proxy']
    const { captured } = await whileListening(argv, async (url) => {
      const answer = await ask(url)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ success: true, code: '200' })
    })
    const lines = captured.stderr().trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ route: '/api/v1/lineage/queryAll', status: 200, tenant: 'shop' }),
    )
  })

  test('believes a proxy by its address or its secret, and nobody else', async () => {
    const secret = 'b3f0c2d4e5a697887766554433221100'
    const folder = await mkdtemp(join(tmpdir(), 'tributary-'))
    const file = join(folder, 'secret')
    await writeFile(file, `${secret}\n`)
    const start = ['start', 'shop', '--port', '0', '--log', 'silent']
    const withSecret = { 'proxy-secret': secret }
    const cases: [string[], Record<string, string>, number][] = [
      [['--trust-proxy=127.0.0.0/8,::1'], {}, 200],
      [['--trust-proxy', '203.0.113.0/24'], {}, 401],
      [['--trust-proxy', '--proxy-secret-file', file], {}, 401],
      [['--trust-proxy', '--proxy-secret-file', file], withSecret, 200],
      [['--trust-proxy', '203.0.113.0/24', '--proxy-secret-file', file], withSecret, 401],
    ]
    for (const [flags, headers, expected] of cases) {
      await whileListening([...start, ...flags], async (url) => {
        expect((await ask(url, headers)).status, flags.join(' ')).toBe(expected)
      })
    }
    await rm(folder, { recursive: true })
  })

  test.each([
    [
      ['--trust-proxy', '--host', '0.0.0.0'],
      1,
      /^error: --trust-proxy on 0\.0\.0\.0 would believe whoever reaches the port\. Say where/,
    ],
    [['--trust-proxy', '--host', '::'], 1, /would believe whoever/],
    [['--trust-proxy', '--host', 'example.org'], 1, /would believe whoever/],
    [['--proxy-secret-file', 'x'], 1, /--proxy-secret-file needs --trust-proxy/],
    [['--trust-proxy', '--proxy-secret-file', 'nowhere'], 1, /Cannot read the file .*nowhere/],
    [
      ['--trust-proxy', 'shop'],
      2,
      /Expected addresses of the proxy, such as 10\.0\.0\.5.* A folder/,
    ],
    [['--trust-proxy', '10.0.0.0/99'], 1, /"10\.0\.0\.0\/99" is not the address of a proxy/],
    [['--trust-proxy='], 2, /--trust-proxy/],
  ])('does not start with %j', async (flags, exitCode, message) => {
    const { effects, stdout, stderr } = captureEffects({ cwd })
    expect(await main(['start', 'shop', '--port', '0', ...flags], effects)).toBe(exitCode)
    expect(stderr()).toMatch(message)
    expect(stdout()).toBe('')
  })

  test('holds the tenant to --rate-limit and keeps silent with --log silent', async () => {
    const flags = ['--trust-proxy', '--log', 'silent', '--rate-limit', '0.01']
    const { captured } = await whileListening(
      ['start', 'shop', '--port', '0', ...flags],
      async (url) => {
        const statuses = [(await ask(url)).status, (await ask(url)).status]
        expect(statuses).toEqual([200, 429])
      },
    )
    expect(captured.stderr()).toBe('')
  })

  test('refuses an empty --host, which would be every interface', async () => {
    const captured = captureEffects({ cwd })
    expect(await main(['start', 'shop', '--port', '0', '--host', ''], captured.effects)).toBe(2)
    expect(captured.stderr()).toMatch(
      /'--host <address>' argument '' is invalid\. Expected an address/,
    )
  })

  test('says in one sentence that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { effects, stdout, stderr } = captureEffects({ cwd })
    expect(await main(['start', 'shop', '--port', String(port), '--trust-proxy'], effects)).toBe(1)
    expect(stderr()).toMatch(
      new RegExp(`^error: Port ${port} on 127\\.0\\.0\\.1 is in use;.*--port 0`),
    )
    expect(stdout()).toBe('')
    other.close()
  })
})

describe('tributary start without a folder', () => {
  test('serves what was applied to the store', async () => {
    const data = await mkdtemp(join(tmpdir(), 'tributary-'))
    try {
      expect(await main(['apply', 'shop', '--data', data], captureEffects({ cwd }).effects)).toBe(0)
      const argv = ['start', '--data', data, '--port', '0', '--trust-proxy', '--log', 'silent']
      const { exitCode } = await whileListening(argv, async (url) => {
        expect((await ask(url)).status).toBe(200)
      })
      expect(exitCode).toBe(0)
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })

  test('says that the store has no definitions yet', async () => {
    const data = await mkdtemp(join(tmpdir(), 'tributary-'))
    try {
      const argv = ['start', '--data', data, '--port', '0', '--trust-proxy', '--log', 'silent']
      const { captured } = await whileListening(argv, async (url) => {
        expect((await ask(url)).status).toBe(401)
      })
      expect(captured.stderr()).toMatch(/^hint: the store has no definitions yet/)
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })

  test('needs a store', async () => {
    const captured = captureEffects({ cwd })
    expect(await main(['start'], captured.effects)).toBe(1)
    expect(captured.stderr()).toContain('--data DIR')
  })
})
