import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createTrino, type Trino, type TrinoOptions } from '../../../src/drivers/trino/trino.ts'
import { cellsOf } from '../../support/driver-suite.ts'

/** What the server does with one request for a page. */
type Step = (page: string, response: ServerResponse, request: IncomingMessage) => void

const give: Step = (page, response) => response.end(page)
const answer =
  (status: number, headers: Record<string, string> = {}): Step =>
  (_page, response) =>
    response.writeHead(status, headers).end('<html>a proxy</html>')
/** Ends the connection in the middle of a page. */
const cut: Step = (page, response) => {
  response.writeHead(200, { 'content-length': Buffer.byteLength(page) })
  response.write(page.slice(0, page.length / 2), () => response.destroy())
}
/** Gives half a page as if it were whole. */
const half: Step = (page, response) => response.end(page.slice(0, page.length / 2))
const lose: Step = (_page, response) => response.destroy()

/** A server that has one statement for everything: three rows, each on a page of its own. */
interface Given {
  readonly trino: Trino
  /** What was asked, such as `GET /v1/statement/executing/q1/2`. */
  readonly asked: string[]
}

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one()
})

const COLUMNS = [{ name: 'n', type: 'bigint' }]

function pageOf(id: string, token: number, host: string): object {
  const path = `/v1/statement/executing/${id}/${token + 1}`
  return {
    ...{ id, columns: COLUMNS, stats: { state: 'RUNNING', nodes: 2, progressPercentage: token } },
    ...(token > 0 && { data: [[token]] }),
    ...(token < 3 && { nextUri: `http://${host}${path}` }),
  }
}

/**
 * Opens a driver of such a server. `steps` has what the server does with the requests for a page, by its number from 0, one
 * after another; then it gives the page. `fail` has what a page tells in place of rows.
 */
async function given(
  steps: Readonly<Record<number, readonly Step[]>>,
  { fail, ...options }: { fail?: (id: number) => object | null } & Partial<TrinoOptions> = {},
): Promise<Given> {
  const asked: string[] = []
  const left = Object.fromEntries(Object.entries(steps).map(([token, some]) => [token, [...some]]))
  let isOpen = false
  let queries = 0
  const server: Server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    const [, , , , id = `q${queries + (request.method === 'POST' ? 1 : 0)}`, token = '0'] = (
      request.url ?? ''
    ).split('/')
    if (!isOpen) return void response.end(JSON.stringify({ id: 'first', stats: {} }))
    asked.push(`${request.method} ${request.url}`)
    if (request.method === 'DELETE') return void response.writeHead(204).end()
    if (request.method === 'POST') queries++
    const error = token === '1' ? fail?.(queries) : null
    const page = error ? { id, error, stats: {} } : pageOf(id, Number(token), host)
    const step = left[Number(token)]?.shift() ?? give
    step(JSON.stringify(page), response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const trino = await createTrino({ url: `http://127.0.0.1:${port}`, user: 'tests', ...options })
  isOpen = true
  open.push(
    async () => {
      server.closeAllConnections()
      server.close()
    },
    () => trino.close(),
  )
  return { trino, asked }
}

const ROWS = { text: 'SELECT n FROM t', parameters: [] }
const all = async ({ trino }: Given) => (await trino.run(ROWS)).columns.map(cellsOf)

describe('a page', () => {
  test.each([
    ['a server that is busy', [answer(503), answer(502), answer(504)]],
    ['a server with too many requests', [answer(429, { 'retry-after': '0.05' })]],
    ['a connection that ends in the page', [cut]],
    ['half a page', [half]],
    ['a connection that ends before it', [lose, lose]],
  ])('is asked for again: %s', async (_, steps) => {
    const server = await given({ 2: steps })
    expect(await all(server)).toEqual([[1n, 2n, 3n]])
    const second = server.asked.filter((one) => one.endsWith('/q1/2'))
    expect(second).toHaveLength(steps.length + 1)
  })

  test('that comes twice is taken once', async () => {
    const again: Step = (_page, response, request) =>
      response.end(JSON.stringify(pageOf('q1', 1, request.headers.host ?? '')))
    expect(await all(await given({ 2: [again, again] }))).toEqual([[1n, 2n, 3n]])
  })

  test('of another statement is ignored', async () => {
    const other: Step = (_page, response) =>
      response.end(JSON.stringify({ id: 'q9', data: [[99]], columns: COLUMNS, stats: {} }))
    expect(await all(await given({ 2: [other] }))).toEqual([[1n, 2n, 3n]])
  })

  test('is given up after a while, and the statement is ended', async () => {
    const server = await given(
      { 2: Array.from({ length: 99 }, () => answer(503)) },
      { patience: 0.2 },
    )
    await expect(all(server)).rejects.toMatchObject({
      code: 'SQL_ENGINE_FAILED',
      message: expect.stringMatching(/answers 503: no reason$/),
    })
    expect(server.asked.at(-1)).toBe('DELETE /v1/statement/executing/q1/2')
  })

  test('is requested from the configured server, whatever address the answer names', async () => {
    const elsewhere: Step = (page, response) =>
      response.end(page.replaceAll('127.0.0.1', 'inner.example.com'))
    expect(await all(await given({ 0: [elsewhere], 1: [elsewhere] }))).toEqual([[1n, 2n, 3n]])
  })
})

describe('a statement', () => {
  test('is sent once when its first answer is lost', async () => {
    const server = await given({ 0: [lose] })
    await expect(all(server)).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
    expect(server.asked).toEqual(['POST /v1/statement'])
  })

  test('is sent again when the server is too busy to take it', async () => {
    expect(await all(await given({ 0: [answer(503)] }))).toEqual([[1n, 2n, 3n]])
  })

  test.each([502, 504])(
    'is sent once when a proxy answers %i: it may have begun',
    async (status) => {
      const server = await given({ 0: [answer(status)] })
      await expect(all(server)).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
      expect(server.asked).toEqual(['POST /v1/statement'])
    },
  )

  test('that the server has forgotten is asked once more from its beginning', async () => {
    const server = await given({ 3: [answer(404)] })
    expect(await all(server)).toEqual([[1n, 2n, 3n]])
    expect(server.asked.filter((one) => one.startsWith('POST'))).toHaveLength(2)
    const gone = await given({ 3: [answer(404), answer(410)] })
    await expect(all(gone)).rejects.toMatchObject({
      code: 'SQL_ENGINE_FAILED',
      message: expect.stringContaining('does not know the statement'),
    })
    expect(gone.asked.filter((one) => one.startsWith('POST'))).toHaveLength(2)
  })

  test('waits for a server that starts', async () => {
    const error = { errorName: 'SERVER_STARTING_UP', message: 'still initializing' }
    const server = await given({}, { fail: (id) => (id < 3 ? error : null) })
    expect(await all(server)).toEqual([[1n, 2n, 3n]])
    expect(server.asked.filter((one) => one.startsWith('POST'))).toHaveLength(3)
    const never = await given({}, { fail: () => error, patience: 0.1 })
    await expect(all(never)).rejects.toMatchObject({
      code: 'SQL_ENGINE_FAILED',
      message: expect.stringContaining('still initializing'),
    })
  })

  test('that writes is not asked again', async () => {
    const server = await given({ 3: [answer(404)] })
    const write = { text: 'INSERT INTO t SELECT 1', parameters: [] }
    await expect(server.trino.run(write)).rejects.toMatchObject({ code: 'SQL_ENGINE_FAILED' })
    expect(server.asked.filter((one) => one.startsWith('POST'))).toHaveLength(1)
  })

  test('whose worker ends is sent once more, without rows of the first attempt', async () => {
    const error = {
      errorName: 'PAGE_TRANSPORT_TIMEOUT',
      errorType: 'INTERNAL_ERROR',
      message: 'no worker',
    }
    expect(await all(await given({}, { fail: (id) => (id === 1 ? error : null) }))).toEqual([
      [1n, 2n, 3n],
    ])
    await expect(all(await given({}, { fail: () => error }))).rejects.toMatchObject({
      code: 'SQL_ENGINE_FAILED',
      message: expect.stringContaining('no worker'),
    })
  })

  test.each([
    ['NUMERIC_VALUE_OUT_OF_RANGE', 'bigint addition overflow: 1 + 9', 'SQL_OUT_OF_RANGE'],
    ['INVALID_CAST_ARGUMENT', "Cannot cast BIGINT '9' to DECIMAL(1, 1)", 'SQL_OUT_OF_RANGE'],
    ['INVALID_CAST_ARGUMENT', "Cannot cast 'x' to INT", 'SQL_ENGINE_FAILED'],
    ['EXCEEDED_TIME_LIMIT', 'Query exceeded maximum time limit', 'SQL_LIMIT_EXCEEDED'],
    ['EXCEEDED_LOCAL_MEMORY_LIMIT', 'Query exceeded per-node memory limit', 'SQL_LIMIT_EXCEEDED'],
    ['SYNTAX_ERROR', 'line 1:1', 'SQL_ENGINE_FAILED'],
  ])('that fails with %s: %s is a %s', async (errorName, message, code) => {
    const error = { errorName, errorType: 'USER_ERROR', message }
    await expect(all(await given({}, { fail: () => error }))).rejects.toMatchObject({ code })
  })

  test('that is aborted before the server has given it an id is ended there', async () => {
    const stop = new AbortController()
    const late: Step = (page, response) => {
      stop.abort(new Error('gone'))
      setTimeout(() => response.end(page), 30)
    }
    const { trino, asked } = await given({ 0: [late] })
    await expect(trino.run(ROWS, { signal: stop.signal })).rejects.toThrow('gone')
    expect(asked).toEqual(['POST /v1/statement', 'DELETE /v1/statement/executing/q1/1'])
  })

  test('is ended where it has more rows than may be, and tells how far it is', async () => {
    const { trino, asked } = await given({})
    const told: number[] = []
    const onProgress = ({ percentage, nodes }: { percentage: number | null; nodes: number }) =>
      told.push(percentage ?? -1, nodes)
    await expect(trino.run(ROWS, { maxRows: 1, onProgress })).rejects.toMatchObject({
      code: 'SQL_TOO_MANY_ROWS',
    })
    expect(asked.at(-1)).toBe('DELETE /v1/statement/executing/q1/3')
    expect(told).toEqual([0, 2, 1, 2, 2, 2])
    const few = await given({}, { rows: 2 })
    await expect(few.trino.run(ROWS)).rejects.toMatchObject({ code: 'SQL_LIMIT_EXCEEDED' })
  })
})

describe('a driver', () => {
  test('that only reads refuses to write before anything is sent', async () => {
    const { trino, asked } = await given({}, { readOnly: true })
    for (const text of [
      'INSERT INTO t SELECT 1',
      '-- SELECT\nDROP TABLE t',
      'CALL p()',
      'EXPLAIN ANALYZE DELETE FROM t',
    ]) {
      await expect(trino.run({ text, parameters: [] })).rejects.toMatchObject({
        code: 'SQL_ENGINE_FAILED',
        message: expect.stringContaining('only reads'),
      })
    }
    expect(asked).toEqual([])
    await trino.run({ text: '/* a comment */ (\n SELECT 1)', parameters: [] })
  })

  test('shows who it is with every request, and asks for the token anew with every statement', async () => {
    const seen: (string | undefined)[] = []
    const look: Step = (page, response, request) => {
      seen.push(
        String(request.headers['x-trino-session']),
        request.headers['x-trino-catalog']?.toString(),
      )
      response.end(page)
    }
    const { trino } = await given({ 0: [look] }, { catalog: 'lake house', seconds: 7, memory: 64 })
    await trino.run(ROWS)
    expect(seen).toEqual(['query_max_run_time=7s,query_max_memory=64MB', 'lake%20house'])
  })

  test('sends no password without encryption', async () => {
    const options = { url: 'http://127.0.0.1:1', user: 'x', password: async () => 'swordfish' }
    await expect(createTrino(options)).rejects.toThrow('over https only')
  })

  test('reports that the server does not answer', async () => {
    const nowhere = createTrino({ url: 'http://127.0.0.1:1', user: 'x' })
    await expect(nowhere).rejects.toMatchObject({
      code: 'SQL_ENGINE_FAILED',
      message: expect.stringMatching(/Trino could not be opened .*ECONNREFUSED/),
    })
  })
})
