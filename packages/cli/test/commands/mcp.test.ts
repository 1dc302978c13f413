import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { fixedClock } from '@tributary/core'
import { createPlatform, type Platform } from '@tributary/platform'
import { serve, THIS_MACHINE } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { TRIBUTARY } from '../../../../test/support/command.ts'
import { main } from '../../src/main.ts'
import { createMcpServer, type McpOptions } from '../../src/mcp/create-server.ts'
import { serveMcpHttp } from '../../src/mcp/serve-http.ts'
import { openPlatformSession } from '../../src/session/platform-session.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cwd = fileURLToPath(new URL('../../../../examples/flights', import.meta.url))
const program = [...TRIBUTARY, 'mcp', '.']

/** What a tool answered: its typed result, or the text of its error. */
interface Called {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  readonly data: any
  readonly error: string | null
}

interface Door {
  readonly client: Client
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Called>
  readonly close: () => Promise<void>
}

async function connect(transport: Transport, end: () => Promise<void>): Promise<Door> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  return {
    client,
    call: async (name, args) => {
      const result = await client.callTool({ name, arguments: args })
      const content = result.content as readonly { readonly text: string }[]
      const text = content[0]!.text
      if (result.isError) return { data: null, error: text }
      expect(JSON.parse(text)).toEqual(result.structuredContent)
      return { data: result.structuredContent, error: null }
    },
    close: async () => {
      await client.close()
      await end()
    },
  }
}

async function overStdio(account: string): Promise<Door> {
  const args = [...program, '--account', account]
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd })
  return connect(transport, async () => {})
}

async function overHttp(account: string): Promise<Door & { readonly url: string }> {
  const args = [...program, '--http', '--port', '0', '--account', account]
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const url = /http:\S+/.exec(String(line))![0]
  const transport = new StreamableHTTPClientTransport(new URL(url))
  const door = await connect(transport as Transport, async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
  return { ...door, url }
}

/** Over standard input and output, of a service that runs. */
async function overUrl(account: string): Promise<Door> {
  const platform = await createPlatform({ workspace: cwd, trustIdentityHeaders: true })
  const server = await serve({
    platform,
    host: '127.0.0.1',
    port: 0,
    trustedProxy: THIS_MACHINE,
  })
  const args = [...TRIBUTARY, 'mcp', '--url', server.url, '--tenant', 'demo', '--account', account]
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: tmpdir() })
  return connect(transport, async () => {
    await server.close()
    await platform.close()
  })
}

const MAY = '[metric_time__month] = "2001-05"'
const JUNE = '[metric_time__month] = "2001-06"'

describe.each([
  ['stdio', overStdio],
  ['HTTP', overHttp],
  ['a service', overUrl],
] as const)('tools over %s', (_name, open) => {
  let door: Door
  beforeAll(async () => {
    door = await open('demo')
  })
  afterAll(() => door.close())

  test('are listed with schemas, read-only', async () => {
    const { tools } = await door.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'describe',
      'query',
      'series',
      'explain',
      'causes',
      'movements',
      'lineage',
      'impact',
    ])
    for (const { annotations, inputSchema, outputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true })
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object'])
      expect(description!.length).toBeGreaterThan(40)
    }
  })

  test('search finds names, also misspelt ones', async () => {
    const { data } = await door.call('search', { q: 'dealy', types: ['METRIC'], limit: 1 })
    expect(data).toEqual({
      items: [expect.objectContaining({ type: 'METRIC', name: 'average_delay' })],
      total: 3,
    })
    expect((await door.call('search')).data.total).toBeGreaterThan(20)
  })

  test('describe says what a name is', async () => {
    expect((await door.call('describe', { name: 'Late rate' })).data).toMatchObject({
      type: 'METRIC',
      name: 'late_rate',
      formula: '[late_flights] / [flight_count]',
      dimensions: expect.arrayContaining(['metric_time', 'origin_state']),
    })
    expect((await door.call('describe', { name: 'distance_band' })).data).toMatchObject({
      type: 'DIMENSION',
      values: expect.arrayContaining(['short']),
    })
    const dataset = await door.call('describe', { name: 'airports', type: 'DATASET' })
    expect(dataset.data.columns).toContain('iata VARCHAR')
  })

  test('query and explain give the same values', async () => {
    const asked = { metrics: ['flight_count'], dimensions: ['distance_band'], time: JUNE }
    const { data } = await door.call('query', { ...asked, orderBy: 'flight_count', limit: 2 })
    expect(data.columns.map(({ name }: { name: string }) => name)).toEqual([
      'distance_band',
      'flight_count',
    ])
    expect(data).toMatchObject({ total: 3, warnings: [] })
    expect(data.rows).toHaveLength(2)
    const explained = await door.call('explain', {
      metric: 'flight_count',
      current: JUNE,
      compare: MAY,
      dimensions: ['distance_band', 'origin_state'],
      rows: 3,
    })
    const [bands, states] = explained.data.by
    expect(bands).toMatchObject({ dimension: 'distance_band', groups: 3 })
    for (const [band, value] of data.rows) {
      const row = bands.top.find(({ group }: { group: string[] }) => group[0] === band)
      expect(row.current).toBe(value)
    }
    const sum = bands.top.reduce((all: number, one: { contribution: number }) => {
      return all + one.contribution
    }, 0)
    expect(sum).toBeCloseTo(Number(explained.data.change), 6)
    expect(states.top).toHaveLength(3)
  })

  test('ranges are taken in words, and the period before is compared with', async () => {
    const asked = { metrics: ['flight_count'], dimensions: ['distance_band'] }
    const words = await door.call('query', { ...asked, time: '2001-06' })
    expect(words.data).toEqual((await door.call('query', { ...asked, time: JUNE })).data)
    const explain = { metric: 'flight_count', dimensions: ['distance_band'] }
    const { ranges, ...inWords } = (await door.call('explain', { ...explain, current: '2001-06' }))
      .data
    expect(ranges).toEqual({ current: '2001-06', compare: '2001-05 (previous)' })
    const inConditions = await door.call('explain', { ...explain, current: JUNE, compare: MAY })
    expect(inConditions.data).toMatchObject(inWords)
    const { ranges: usual, ...byDefault } = (await door.call('explain', explain)).data
    expect(usual).toEqual({ current: '2001-06', compare: '2001-05' })
    expect(byDefault).toEqual(inWords)
  })

  test('query gives the largest groups, and explain those dimensions that explain most', async () => {
    const asked = { metrics: ['flight_count'], dimensions: ['origin_state'] }
    const all = (await door.call('query', { ...asked, limit: 100 })).data.rows as [string, number][]
    const sizes = all.map(([, size]) => size)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    const { data } = await door.call('query', { ...asked, orderBy: 'flight_count', limit: 3 })
    expect(data.rows).toEqual(all.slice(0, 3))
    const { by } = (await door.call('explain', { metric: 'flight_count' })).data
    expect(by).toHaveLength(3)
  })

  test('series has a value for each period, of each group', async () => {
    const { data } = await door.call('series', {
      metric: 'flight_count',
      grain: 'MONTH',
      time: '2001-Q1..2001-Q2',
      splitBy: 'distance_band',
    })
    expect(data.periods).toHaveLength(6)
    expect(data.series.map(({ values }: { values: number[] }) => values.length)).toEqual([6, 6, 6])
    const all = await door.call('series', {
      metric: 'flight_count',
      grain: 'MONTH',
      time: '2001-06',
    })
    const june = data.series.reduce((sum: number, one: { values: number[] }) => {
      return sum + one.values[5]!
    }, 0)
    expect(all.data.series).toEqual([{ values: [june] }])
  })

  test('causes have the values of explain, movements those of both', async () => {
    const asked = { metric: 'flight_count', current: '2001-06', compare: '2001-05' }
    const { data } = await door.call('causes', { ...asked, dimensions: ['distance_band'] })
    const explained = await door.call('explain', { ...asked, dimensions: ['distance_band'] })
    expect([data.current, data.compare]).toEqual([explained.data.current, explained.data.compare])
    expect(data.headline).toContain('flight_count')
    const moved = await door.call('movements', {
      current: '2001-06',
      metrics: ['flight_count', 'late_rate'],
      causes: 1,
    })
    const counts = moved.data.movements.find(
      ({ metric }: { metric: string }) => metric === 'flight_count',
    )
    expect([counts.current, counts.compare]).toEqual([data.current, data.compare])
    expect(counts.usual).toBeGreaterThan(0)
  })

  test('lineage and impact follow the data', async () => {
    const metric = { type: 'METRIC', id: 'late_rate' }
    const { data } = await door.call('lineage', { ...metric, upstream: 1, downstream: 0 })
    expect(data.assets).toContainEqual({ type: 'METRIC', id: 'late_flights' })
    expect(data.edges).toContainEqual({ from: 'METRIC late_flights', to: 'METRIC late_rate' })
    const impact = await door.call('impact', { type: 'DATASET_COLUMN', id: 'flights.delay' })
    expect(impact.data.counts.breaks).toBe(impact.data.breaks.length)
    expect(JSON.stringify(impact.data)).toContain('late_rate')
  })

  test.each([
    ['search', { limit: 0 }, 'limit'],
    ['search', { query: 'late' }, 'takes q, types, limit'],
    ['describe', {}, 'name'],
    ['describe', { name: 'late_rat' }, 'late_rate'],
    ['query', { metrics: ['late_rat'] }, 'did you mean "late_rate"'],
    ['query', { metrics: ['late_rate'], dimensions: ['origin_stat'] }, 'origin_state'],
    [
      'query',
      { metrics: ['late_rate'], filters: ['[origin_state] ='] },
      'EXPRESSION_MISSING_VALUE',
    ],
    [
      'explain',
      { metric: 'late_rate', current: 'x', compare: MAY, dimensions: ['origin'] },
      'current',
    ],
    ['causes', { metric: 'late_rat', current: '2001-06' }, 'late_rate'],
    ['causes', { metric: 'late_rate', current: '2001-06', maxCauses: 3 }, 'limit'],
    ['movements', { current: '2001-06', metrics: ['late_rat'] }, 'late_rate'],
    ['movements', { current: '2001-60' }, 'current'],
    ['query', { metrics: ['late_rate'], time: 'last-mont' }, 'last-month'],
    ['series', { metric: 'late_rate', grain: 'MONTHS' }, 'grain'],
    ['series', { metric: 'late_rate', grain: 'MONTH', splitBy: 'origin_stat' }, 'origin_state'],
    ['lineage', { type: 'METRIC', id: 'late_rat' }, 'late_rate'],
    ['lineage', { type: 'METRICS', id: 'late_rate' }, 'type'],
    ['impact', { type: 'METRIC' }, 'id'],
    [
      'query',
      { metrics: ['late_rate'], dimension: ['origin'] },
      'dimension (did you mean dimensions?)',
    ],
    ['search', { q: 'late', frobnicate: 1 }, 'there is no frobnicate'],
  ])('%s tells what is wrong with %j', async (name, args, told) => {
    const { error } = await door.call(name, args)
    expect(error).toContain(told)
    expect(error).not.toMatch(/ at .*\.ts|CLI_TOOL_FAULT/)
  })

  test('an unknown tool is refused with what there is', async () => {
    await expect(door.client.callTool({ name: 'serch', arguments: {} })).rejects.toThrow(
      'did you mean search',
    )
  })
})

describe('in this process', () => {
  let platform: Platform
  let folder: string
  beforeAll(async () => {
    const shop = fileURLToPath(new URL('../fixtures/shop', import.meta.url))
    folder = await mkdtemp(join(tmpdir(), 'tributary-mcp-'))
    await cp(shop, folder, { recursive: true })
    const text = await readFile(join(folder, 'workspace.yaml'), 'utf8')
    const limited = text.replace(
      'datasources:',
      '  - { account: limited }\ngrants:\n  - { account: limited, role: USAGER, metric: revenue }\ndatasources:',
    )
    await writeFile(join(folder, 'workspace.yaml'), limited)
    platform = await createPlatform({ workspace: folder, trustIdentityHeaders: true })
  })
  afterAll(async () => {
    await platform.close()
    await rm(folder, { recursive: true })
  })

  const optionsOf = (account: string, faults: unknown[] = [], source = platform): McpOptions => {
    const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: account }
    const clock = fixedClock(new Date('2024-03-05T12:00:00Z'))
    const onFault = (error: unknown) => void faults.push(error)
    const session = { platform: source, credentials, clock, onPartFailed: onFault }
    return { version: '1', openSession: () => openPlatformSession(session), onFault }
  }

  async function asAccount(options: McpOptions): Promise<Door> {
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    const server = createMcpServer(options)
    await server.connect(ours)
    return connect(theirs, () => server.close())
  }

  test('rights are those of the account', async () => {
    const door = await asAccount(optionsOf('limited'))
    const { data } = await door.call('search', { limit: 100 })
    expect(data).toEqual({
      items: [
        {
          type: 'METRIC',
          name: 'revenue',
          displayName: 'Revenue',
          description: expect.any(String),
        },
      ],
      total: 1,
    })
    const described = (await door.call('describe', { name: 'revenue' })).data
    expect(described.formula).toBeUndefined()
    for (const name of ['sale_count', 'channel', 'sales']) {
      expect((await door.call('describe', { name })).error).toContain('UNKNOWN')
    }
    await door.close()
  })

  test('a fault of ours is told without its details, and reported', async () => {
    const faults: unknown[] = []
    const searchCatalog = { value: () => Promise.reject(new TypeError('secret')) }
    const broken: Platform = {
      ...platform,
      as: (caller) => Object.create(platform.as(caller), { searchCatalog }),
    }
    const door = await asAccount(optionsOf('owner', faults, broken))
    const { error } = await door.call('search', { q: 'a' })
    expect(error).toMatch(/failed/)
    expect(error).not.toContain('secret')
    expect(faults).toEqual([new TypeError('secret')])
    await door.close()
  })

  test('a long call tells that it is worked on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let answer: (items: { readonly items: []; readonly total: 0 }) => void = () => {}
    const searchCatalog = {
      value: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    }
    const slow: Platform = {
      ...platform,
      as: (caller) => Object.create(platform.as(caller), { searchCatalog }),
    }
    const door = await asAccount(optionsOf('owner', [], slow))
    const notes: string[] = []
    const onprogress = ({ message = '' }) => void notes.push(message)
    const call = door.client.callTool({ name: 'search', arguments: {} }, undefined, { onprogress })
    await new Promise((resolve) => setTimeout(resolve, 50))
    vi.advanceTimersByTime(11_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    answer({ items: [], total: 0 })
    await call
    vi.useRealTimers()
    expect(notes).toEqual(['working for 5 seconds', 'working for 10 seconds'])
    await door.close()
  })

  test('over HTTP another site, another method and another path are refused', async () => {
    const faults: unknown[] = []
    const server = await serveMcpHttp(optionsOf('owner', faults), { host: '127.0.0.1', port: 0 })
    const ask = (more: RequestInit) => fetch(server.url, { method: 'POST', body: '{}', ...more })
    const json = { 'content-type': 'application/json' }
    expect((await ask({ headers: { origin: 'https://example.com' } })).status).toBe(403)
    expect((await ask({ method: 'GET', body: null })).status).toBe(405)
    expect((await fetch(new URL('/other', server.url))).status).toBe(404)
    for (const body of ['{}', '{', 'null']) {
      const accept = { accept: 'application/json, text/event-stream' }
      const { status } = await ask({ body, headers: { ...json, ...accept } })
      expect([400, 406], body).toContain(status)
    }
    expect(faults).toEqual([])
    await server.close()
  })

  test.each([
    [['mcp', '.', '--http', '--host', '0.0.0.0'], 'CLI_NOT_LOOPBACK'],
    [['mcp', '.', '--account', 'nobody'], 'ACCESS_UNAUTHENTICATED'],
    [['mcp'], 'CLI_STORE_MISSING'],
    [['mcp', 'nowhere'], 'CLI_WORKSPACE_MISSING'],
    [['mcp', '--data', join(tmpdir(), `tributary-none-${process.pid}`)], 'CLI_ACCOUNT_MISSING'],
  ])('%j is refused', async (argv, code) => {
    const captured = captureEffects({ cwd })
    expect(await main(argv, captured.effects)).toBe(1)
    expect(captured.stderr()).toContain(code)
    expect(captured.stdout()).toBe('')
  })
})
