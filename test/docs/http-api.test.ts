import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '@tributary/cli/main'
import { systemClock } from '@tributary/core'
import { createPlatform } from '@tributary/platform'
import { serve } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, FLIGHTS, type ServedFlights, serveFlights } from '../support/flights.ts'
import { ROOT } from '../support/imports.ts'

const PAGE = readFileSync(join(ROOT, 'docs/http-api.md'), 'utf8')
const BASE = 'http://127.0.0.1:8080'
const LEFT_OUT = '…'

/** A `curl` of the page, with the answer that the next block shows; null when another one follows. */
interface Example {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly answer: unknown
}

const BLOCKS = [...PAGE.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', text = '']) => ({ language, text }),
)

const EXAMPLES: readonly Example[] = BLOCKS.flatMap(({ text }, i) => {
  if (!text.startsWith('curl ')) return []
  const next = BLOCKS[i + 1]
  return [{ ...readCurl(text), answer: next?.language === 'json' ? JSON.parse(next.text) : null }]
})

/** Reads the few options of curl that the page uses. */
function readCurl(text: string): Omit<Example, 'answer'> {
  const words = [...text.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain!,
  )
  const after = (flag: string): readonly string[] =>
    words.filter((_, i) => i > 0 && words[i - 1] === flag)
  const url = words.find((word) => word.startsWith('http'))!
  expect(url.startsWith(BASE), url).toBe(true)
  const headers = after('-H').map((header) => header.split(/: */, 2) as [string, string])
  return {
    path: url.slice(BASE.length),
    headers: Object.fromEntries(headers),
    body: after('-d')[0] ?? null,
  }
}

/**
 * What the page shows, filled up from the real answer where the page leaves something out: the key or
 * the entry `…`. Equal to the real answer exactly when the page is right.
 */
function filledUp(shown: unknown, real: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(real)) {
    const at = shown.indexOf(LEFT_OUT)
    if (at < 0) return shown.map((one, i) => filledUp(one, real[i]))
    const tail = shown.length - at - 1
    expect(real.length, 'something is left out').toBeGreaterThanOrEqual(shown.length)
    return [
      ...shown.slice(0, at).map((one, i) => filledUp(one, real[i])),
      ...real.slice(at, real.length - tail),
      ...shown.slice(at + 1).map((one, i) => filledUp(one, real[real.length - tail + i])),
    ]
  }
  if (isObject(shown) && isObject(real)) {
    const { [LEFT_OUT]: more, ...kept } = shown
    const filled = Object.entries(kept).map(([key, one]) => [key, filledUp(one, real[key])])
    return { ...(more === undefined ? {} : real), ...Object.fromEntries(filled) }
  }
  return shown
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

let flights: ServedFlights
let openapi: OpenApi
beforeAll(async () => {
  flights = await serveFlights()
  openapi = (await (await fetch(`${flights.url}/openapi.json`)).json()) as OpenApi
})
afterAll(() => flights.close())

async function ask({ path, headers, body }: Omit<Example, 'answer'>): Promise<Answer> {
  const response = await fetch(`${flights.url}${path}`, {
    headers,
    ...(body === null ? {} : { method: 'POST', body }),
  })
  return { status: response.status, body: await response.json() }
}

describe('the examples', () => {
  const answered = EXAMPLES.filter((one) => one.answer !== null)

  /** Each is asked once, as a reader would: some write. */
  const answers: Answer[] = []
  beforeAll(async () => {
    const copied = new Map<string, string>()
    for (const example of EXAMPLES) {
      const filled = (text: string): string =>
        text.replace(/DAG_NAME|INSTANCE_ID|IMPORT_ID/, (word) => copied.get(word) ?? word)
      const path = filled(example.path)
      const body = example.body && filled(example.body)
      const answer = await ask({ ...example, path, body })
      answers.push(answer)
      if (path.endsWith('/accelerate/task/create')) copied.set('DAG_NAME', answer.body.data)
      if (path.includes('/import?')) copied.set('IMPORT_ID', answer.body.data.importId)
      const [instance] = answer.body.instances ?? []
      if (instance !== undefined) copied.set('INSTANCE_ID', instance.id)
    }
  })
  const answerTo = (example: Example): Answer => answers[EXAMPLES.indexOf(example)]!

  test('are answered as the page says', () => {
    expect(answered.length).toBeGreaterThanOrEqual(19)
    for (const example of answered) {
      const { body } = answerTo(example)
      const { traceId } = body
      expect(traceId).toMatch(/^[0-9a-f]{32}$/)
      const shown = filledUp(example.answer, body) as object
      const expected = 'traceId' in shown ? { ...shown, traceId } : shown
      expect(body, example.path).toEqual(expected)
    }
  })

  test('succeed, but for the one that shows an error', () => {
    const failed: string[] = []
    for (const example of EXAMPLES) {
      const { status, body } = answerTo(example)
      // A file has no envelope, and three operations answer without one.
      const code = status === 200 ? (body.code ?? '200') : body.code
      expect(code).toBe(String(status))
      if (status !== 200) failed.push(body.errorMsg)
    }
    expect(failed).toEqual([expect.stringContaining('[orign]')])
  })

  test('show how an error envelope looks, and how a good one', () => {
    const whole = answered.filter(({ answer }) => !Object.hasOwn(answer as object, LEFT_OUT))
    expect(whole.map(({ answer }) => (answer as Answer['body']).success)).toEqual(
      expect.arrayContaining([true, false]),
    )
  })
})

/** What these tests read of the OpenAPI document. */
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
  }[]
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema } }
  }
}

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** The part of the page that describes each operation, by `GET /api/v1/…`. */
const OPERATIONS: ReadonlyMap<string, string> = new Map(
  PAGE.split(/^## /m)
    .flatMap((chapter) => chapter.split(/^### /m).slice(1))
    .map((part) => [/^`([^`]+)`/.exec(part)![1]!, part]),
)

function operationsOfServer(): ReadonlyMap<string, Operation> {
  return new Map(
    Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'head')
        .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  )
}

/** The fields of a body by their way from it; what holds only others is not a field of its own. */
function fieldsOf(schema: Schema, way = ''): readonly (readonly [string, boolean])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    Object.keys(one.properties ?? {}).length === 0
      ? [[`${way}${name}`, schema.required?.includes(name) ?? false] as const]
      : fieldsOf(one, `${way}${name}.`),
  )
}

describe('the operations', () => {
  test('are the routes of the server, and all of them', () => {
    expect([...OPERATIONS.keys()].toSorted()).toEqual([...operationsOfServer().keys()].toSorted())
  })

  test('each have an example', () => {
    const examples = EXAMPLES.map(
      ({ path, body }) => `${body === null ? 'GET' : 'POST'} ${path.split('?', 1)[0]}`,
    )
    expect([...new Set(examples)].toSorted()).toEqual([...OPERATIONS.keys()].toSorted())
  })

  test('name every field and parameter, and which are required', () => {
    for (const [name, { parameters = [], requestBody }] of operationsOfServer()) {
      const rows = new Map(
        [...OPERATIONS.get(name)!.matchAll(/^\| `([^`]+)`.*?\| +(yes|no) +\|/gm)].map(
          ([, field = '', required]) => [field, required === 'yes'],
        ),
      )
      const shared = [
        ...['metric', 'metricDefinitions', 'dimensions', 'contributions'],
        ...['rowLimit', 'details', 'explain'],
      ]
      const told = name.endsWith('dim_peer_compare') ? shared : []
      const body = requestBody?.content['application/json'].schema ?? {}
      const isGet = name.startsWith('GET ')
      const expected = [
        ...parameters
          // The document cannot say "in the query or in the body"; the page does.
          .map((one) => [one.name, (one.required ?? false) || one.name === 'dimName'] as const),
        ...(isGet ? [] : fieldsOf(body).filter(([field]) => !told.includes(field))),
      ]
      expect([...rows].toSorted(), name).toEqual(expected.toSorted())
      for (const field of told) expect(OPERATIONS.get(name), name).toContain(`\`${field}\``)
    }
  })
})

describe('credentials', () => {
  let data: string
  beforeAll(() => {
    data = mkdtempSync(join(tmpdir(), 'tributary-docs-'))
  })
  afterAll(() => rmSync(data, { recursive: true, force: true }))

  /** Runs the page's `tributary credential create`, on our folder instead of `./data`. */
  async function createCredential(): Promise<string> {
    const [, line = ''] = /^tributary (credential create .*)$/m.exec(PAGE)!
    let printed = ''
    const write = (text: string): void => {
      printed += text
    }
    const quiet = { write: () => {}, isTerminal: false, columns: null }
    const exitCode = await main(line.replace('./data', data).split(' '), {
      stdout: { ...quiet, write },
      stderr: quiet,
      env: {},
      cwd: ROOT,
      signal: new AbortController().signal,
      clock: systemClock,
      exitWithin: () => {},
    })
    expect(exitCode).toBe(0)
    return printed.trim()
  }

  test('made on the command line are known at once, while names are refused', async () => {
    const platform = await createPlatform({ workspace: FLIGHTS, data })
    const served = await serve({ platform, port: 0 })
    try {
      const secret = await createCredential()
      expect(secret.length).toBeLessThanOrEqual(32)
      const statuses: Record<string, number> = {}
      for (const [type, value] of [
        ['APIKEY', secret],
        ['TOKEN', secret],
        ['APIKEY', 'wrong'],
        ['ACCOUNT', 'demo'],
        ['UID', 'demo'],
      ] as const) {
        const { status } = await fetch(`${served.url}/api/v1/lineage/queryAll`, {
          headers: { 'tenant-id': 'demo', 'auth-type': type, 'auth-value': value },
        })
        statuses[`${type} ${value === secret ? 'secret' : value}`] = status
      }
      expect(statuses).toEqual({
        'APIKEY secret': 200,
        'TOKEN secret': 401,
        'APIKEY wrong': 401,
        'ACCOUNT demo': 401,
        'UID demo': 401,
      })
    } finally {
      await served.close()
      await platform.close()
    }
  })

  test.each(['ACCOUNT', 'UID'])(
    '%s is believed by a server that trusts the proxy',
    async (type) => {
      const headers = { 'tenant-id': 'demo', 'auth-type': type, 'auth-value': 'demo' }
      const answer = await ask({ path: '/api/v1/lineage/queryAll', headers, body: null })
      expect(answer.status).toBe(200)
    },
  )
})

describe('the rest of the page', () => {
  test('says what needs no credentials', async () => {
    for (const path of ['/openapi.json', '/docs', '/healthz']) {
      expect((await fetch(`${flights.url}${path}`)).status, path).toBe(200)
      expect(PAGE).toContain(`\`${path}\``)
    }
  })

  test('says that unknown fields are ignored', async () => {
    const good = EXAMPLES.findLast(({ path }) => path.endsWith('/dim_time_compare'))!
    const body = JSON.stringify({ ...JSON.parse(good.body!), compareType: 'X' })
    expect((await ask({ ...good, body })).status).toBe(200)
  })

  test('says which is wrong: the credentials, or the header', async () => {
    const [example] = EXAMPLES
    const wrong = { ...example!.headers, 'auth-value': 'nobody' }
    const long = { ...example!.headers, 'auth-value': 'x'.repeat(33) }
    expect((await ask({ ...example!, headers: wrong })).status).toBe(401)
    expect((await ask({ ...example!, headers: long })).status).toBe(400)
    expect((await ask({ ...example!, headers: {} })).status).toBe(400)
  })
})
