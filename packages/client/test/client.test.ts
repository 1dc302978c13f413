import { describe, expect, test } from 'vitest'
import { type Client, createClient } from '../src/client.ts'
import { ClientError } from '../src/errors.ts'
import { listen, listenWith } from './support/listen.ts'

const credentials = { tenantId: 'demo', authType: 'APIKEY', authValue: 'secret' } as const
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const OK = { data: { edgeList: [] }, success: true, code: '200', traceId: TRACE }

function clientAt(baseUrl: string, timeout = 10_000): Client {
  return createClient({ baseUrl, credentials, timeout })
}

/** What a call rejected with. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('The call did not fail.')
}

describe('a client', () => {
  test('sends the credentials and the trace, and gives the data', async () => {
    const seen: unknown[] = []
    const url = await listen((request, response) => {
      const { headers } = request
      seen.push([request.method, request.url, headers['tenant-id'], headers['auth-type']])
      seen.push([headers['auth-value'], headers.traceparent])
      response.end(JSON.stringify(OK))
    })
    const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`
    expect(await clientAt(`${url}/root/`).allLineage({ traceparent })).toEqual({ edgeList: [] })
    expect(seen).toEqual([
      ['GET', '/root/api/v1/lineage/queryAll', 'demo', 'APIKEY'],
      ['secret', traceparent],
    ])
  })
})

describe('an error of the service', () => {
  test('has its name, status, sentence, details and trace id', async () => {
    const url = await listenWith(404, {
      data: null,
      success: false,
      code: '404',
      errorMsg: 'No dataset is called x.',
      detailErrorMsg: 'CATALOG_UNKNOWN_DATASET: path name; did you mean y?',
      traceId: TRACE,
    })
    const error = await failureOf(clientAt(url).datasetDetail({ name: 'x' }))
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({
      name: 'ClientError',
      code: 'CATALOG_UNKNOWN_DATASET',
      status: 404,
      message: 'No dataset is called x.',
      detail: 'CATALOG_UNKNOWN_DATASET: path name; did you mean y?',
      traceId: TRACE,
      retryAfter: null,
    })
  })

  test('says when to come back', async () => {
    const body = { ...OK, data: null, success: false, detailErrorMsg: 'SERVER_RATE_LIMITED: x' }
    const url = await listenWith(429, body, { 'retry-after': '7' })
    expect(await failureOf(clientAt(url).allLineage())).toMatchObject({
      code: 'SERVER_RATE_LIMITED',
      retryAfter: 7,
    })
  })

  test.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>'],
    ['no body', 200, ''],
    ['other JSON', 200, '{"data":1}'],
    ['null', 200, 'null'],
  ])('is unexpected when there is %s', async (_what, status, body) => {
    const url = await listenWith(status, body)
    const error = await failureOf(clientAt(url).allLineage())
    expect(error).toMatchObject({ code: 'CLIENT_UNEXPECTED_ANSWER', status, traceId: null })
  })

  test('is raised when only the HTTP status is an error', async () => {
    const url = await listenWith(500, OK)
    expect(await failureOf(clientAt(url).allLineage())).toMatchObject({
      code: 'HTTP_500',
      status: 500,
      traceId: TRACE,
    })
  })
})

test('an answer that is a file is its text, and an error of it is one', async () => {
  const file = await listenWith(200, 'digraph {}')
  expect(await clientAt(file).exportLineage({ format: 'dot' })).toBe('digraph {}')
  const refused = await listenWith(401, {
    ...OK,
    success: false,
    detailErrorMsg: 'ACCESS_UNAUTHENTICATED: x',
  })
  expect(await failureOf(clientAt(refused).exportLineage({}))).toMatchObject({
    code: 'ACCESS_UNAUTHENTICATED',
  })
})

describe('an answer without an envelope', () => {
  const query = { uuid: 'p1', pageNumber: 1, pageSize: 10 }

  test('is the JSON itself', async () => {
    const found = { isPartition: false, hasData: true, partition: null }
    const url = await listenWith(200, found)
    expect(await clientAt(url).planPartitions(query)).toEqual(found)
  })

  test('has an envelope when it is an error', async () => {
    const url = await listenWith(404, {
      ...OK,
      success: false,
      detailErrorMsg: 'PLATFORM_UNKNOWN_PLAN: path uuid',
    })
    const error = await failureOf(clientAt(url).planPartitions(query))
    expect(error).toMatchObject({ code: 'PLATFORM_UNKNOWN_PLAN', status: 404, traceId: TRACE })
  })

  test.each(['<html>Welcome</html>', '', 'null', '5'])(
    'is unexpected when it is %j',
    async (body) => {
      const url = await listenWith(200, body)
      const error = await failureOf(clientAt(url).planPartitions(query))
      expect(error).toMatchObject({ code: 'CLIENT_UNEXPECTED_ANSWER', status: 200 })
    },
  )
})

describe('a redirection', () => {
  test.each([301, 302, 307, 308])('%i is refused, and the credentials stay', async (status) => {
    let asked = 0
    const elsewhere = await listen((_request, response) => {
      asked += 1
      response.end(JSON.stringify(OK))
    })
    const url = await listen((_request, response) => {
      response.writeHead(status, { location: `${elsewhere}/api/v1/lineage/queryAll` }).end()
    })
    const error = await failureOf(clientAt(url).allLineage())
    expect(error).toMatchObject({ code: 'CLIENT_UNEXPECTED_ANSWER', status })
    expect((error as Error).message).toContain(`redirects to ${elsewhere}`)
    expect(asked).toBe(0)
  })
})

describe('without an answer', () => {
  test('a server that is not there cannot be reached, and why', async () => {
    const error = await failureOf(clientAt('http://127.0.0.1:1').allLineage())
    expect(error).toMatchObject({ code: 'CLIENT_UNREACHABLE', status: null, traceId: null })
    expect((error as Error).message).toMatch(/^http:\/\/127\.0\.0\.1:1\/api.* cannot be reached: /)
    expect((error as Error).cause).toBeInstanceOf(Error)
  })

  test('a connection that breaks in the middle cannot be reached either', async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"data":')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await failureOf(clientAt(url).allLineage())).toMatchObject({
      code: 'CLIENT_UNREACHABLE',
    })
  })

  test.each([
    ['that never begins', () => {}],
    ['that never ends', (response: { write(text: string): void }) => response.write('{')],
  ])('an answer %s is too late', async (_what, begin) => {
    const url = await listen((_request, response) => void begin(response))
    const error = await failureOf(clientAt(url, 50).allLineage())
    expect(error).toMatchObject({ code: 'CLIENT_TIMEOUT', status: null })
    expect((error as Error).message).toContain('did not answer within 0.05 s')
    const slower = clientAt(url, 60_000)
    expect(await failureOf(slower.allLineage({ timeout: 50 }))).toMatchObject({
      code: 'CLIENT_TIMEOUT',
    })
  })

  test('rejects with the reason of its own signal, and tells the server', async () => {
    const left = Promise.withResolvers<void>()
    const controller = new AbortController()
    const url = await listen((_request, response) => {
      response.once('close', () => left.resolve())
      controller.abort(new Error('enough'))
    })
    const error = await failureOf(clientAt(url).allLineage({ signal: controller.signal }))
    expect(error).toMatchObject({ message: 'enough' })
    await left.promise
    const reason = await failureOf(clientAt(url).allLineage({ signal: controller.signal }))
    expect(reason).toBe(error)
  })
})

test('a header that cannot be one is told before anything is sent', async () => {
  const wrong = { ...credentials, authValue: 'a\nb' }
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', credentials: wrong })
  expect(await failureOf(client.allLineage())).toBeInstanceOf(TypeError)
})

describe('headers', () => {
  test('are sent in addition to those of the operation, which take precedence', async () => {
    const seen: unknown[] = []
    const url = await listen(({ headers }, response) => {
      seen.push([headers['x-gateway'], headers['tenant-id'], headers.accept])
      response.end(JSON.stringify(OK))
    })
    let calls = 0
    const given = { 'x-gateway': 'a', 'Tenant-Id': 'other', accept: 'text/html' }
    await createClient({ baseUrl: url, credentials, headers: given }).allLineage()
    const headers = async () => ({ 'x-gateway': String(++calls) })
    const client = createClient({ baseUrl: url, credentials, headers })
    await client.allLineage()
    await client.allLineage()
    expect(seen).toEqual([
      ['a', 'demo', 'application/json'],
      ['1', 'demo', 'application/json'],
      ['2', 'demo', 'application/json'],
    ])
  })
})

describe('retries', () => {
  const failed = (name: string) =>
    JSON.stringify({ ...OK, data: null, success: false, detailErrorMsg: `${name}: x` })

  /** A service that fails so often, then answers; and how often it was asked. */
  async function failing(times: number, status: number, headers = {}) {
    const asked = { times: 0 }
    const url = await listen((_request, response) => {
      asked.times += 1
      if (asked.times > times) response.end(JSON.stringify(OK))
      else response.writeHead(status, headers).end(failed('SERVER_RATE_LIMITED'))
    })
    const client = (retries: number, timeout = 20_000) =>
      createClient({ baseUrl: url, credentials, retries, timeout })
    return { asked, client }
  }

  test.each([429, 503])('send what changes nothing again after %i', async (status) => {
    const { asked, client } = await failing(2, status, { 'retry-after': '0' })
    expect(await client(2).allLineage()).toEqual({ edgeList: [] })
    expect(asked.times).toBe(3)
  })

  test('end after the configured number', async () => {
    const { asked, client } = await failing(9, 503, { 'retry-after': '0' })
    expect(await failureOf(client(2).allLineage())).toMatchObject({ kind: 'UNAVAILABLE' })
    expect(asked.times).toBe(3)
    expect(await failureOf(client(0).allLineage())).toMatchObject({ status: 503 })
    expect(asked.times).toBe(4)
  })

  test('send what changes data again only when it was not worked on', async () => {
    const busy = await failing(1, 429, { 'retry-after': '0' })
    await busy.client(3).deletePlan({ uuid: 'p' })
    expect(busy.asked.times).toBe(2)
    const broken = await failing(1, 503, { 'retry-after': '0' })
    const error = await failureOf(broken.client(3).deletePlan({ uuid: 'p' }))
    expect(error).toMatchObject({ status: 503 })
    expect(broken.asked.times).toBe(1)
  })

  test.each([400, 401, 403, 404, 409, 500])('do not happen after status %i', async (status) => {
    const { asked, client } = await failing(1, status)
    expect(await failureOf(client(3).allLineage())).toMatchObject({ status })
    expect(asked.times).toBe(1)
  })

  test('do not begin a wait that the time limit does not allow', async () => {
    const { asked, client } = await failing(1, 429, { 'retry-after': '3600' })
    const error = await failureOf(client(3).allLineage())
    expect(error).toMatchObject({ kind: 'BUSY', retryAfter: 3_600 })
    expect(asked.times).toBe(1)
  })

  test('end when the caller leaves', async () => {
    const { client } = await failing(1, 429, { 'retry-after': '10' })
    const controller = new AbortController()
    const call = failureOf(client(1).allLineage({ signal: controller.signal }))
    setTimeout(() => controller.abort(new Error('enough')), 50)
    expect(await call).toMatchObject({ message: 'enough' })
  })
})
