import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { CREDENTIALS, PEER_COMPARISON, TIME_COMPARISON } from './support/ask.ts'
import { fakePlatform } from './support/fake-platform.ts'

const app = createApp({ platform: fakePlatform(), bodyLimit: 2_000, accountRateLimit: 'off' })

const PATHS = [
  '/api/v1/attribution/dim_peer_compare',
  '/api/v1/attribution/dim_time_compare',
  '/api/v1/lineage/queryAll',
  '/api/v1/lineage/queryVertexLineage',
  '/api/v1/dimension/detail',
  '/api/v1/metrics/dimensionAll',
  '/api/v1/dataset/info',
  '/api/v1/nope',
  '/nope',
]

/** Only the body of a POST is read. */
const METHODS = ['GET', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** A body that would be right, with one of its parts replaced by anything. */
const nearlyRight = fc
  .tuple(
    fc.constantFrom(TIME_COMPARISON, PEER_COMPARISON, { dimName: 'a' }),
    fc.nat(),
    fc.jsonValue(),
  )
  .map(([right, at, value]) => JSON.stringify(replacePart(right, at, value)))

const body = fc.oneof(
  nearlyRight,
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    '',
    '{"__proto__":{}}',
    '{"constructor":{"prototype":{}}}',
    '['.repeat(999),
    ' '.repeat(2_001),
    'x'.repeat(9_000),
  ),
)

const parameter = fc.constantFrom(
  ...['vertex_id', 'vertex_type', 'input_step', 'output_step', 'dimName', 'metricNames', 'name'],
  ...['__proto__', 'constructor', 'toString'],
)

const query = fc
  .array(
    fc.tuple(
      parameter,
      fc.oneof(fc.constantFrom('METRIC', '1', '1.5', ''), fc.string({ unit: 'grapheme' })),
    ),
  )
  .map((pairs) => new URLSearchParams(pairs).toString())

const rawQuery = fc.string({ unit: fc.constantFrom(...'%&=+ab0zé?#[]'.split('')) })

const header = fc.oneof(
  fc.constantFrom('demo', 'ACCOUNT', '', 'UUID', 'application/json', 'text/plain', 'x'.repeat(33)),
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
  }),
)

const headerName = fc.constantFrom(
  ...[
    'tenant-id',
    'auth-type',
    'auth-value',
    'content-type',
    'querybY',
    'traceparent',
    'accept-language',
  ],
)

const headers = fc
  .tuple(fc.boolean(), fc.dictionary(headerName, header, { maxKeys: 3 }))
  .map(([known, others]) => ({
    ...(known ? { ...CREDENTIALS, 'content-type': 'application/json' } : {}),
    ...others,
  }))

test('whatever comes, the answer is an envelope and the fault is not ours', async () => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        method: fc.constantFrom(...METHODS),
        path: fc.constantFrom(...PATHS),
        query: fc.oneof(query, rawQuery),
        headers,
        payload: body,
      }),
      async ({ method, path, query, headers, payload }) => {
        const response = await app.inject({ method, url: `${path}?${query}`, headers, payload })
        seen.add(response.statusCode)
        expect(response.statusCode).toBeLessThan(500)
        const envelope = response.json()
        expect(Object.keys(envelope)).toEqual(FIELDS)
        expect(envelope.code).toBe(String(response.statusCode))
        expect(envelope.success).toBe(response.statusCode === 200)
        expect(envelope.traceId).toMatch(/^[0-9a-f]{32}$/)
        if (!envelope.success) {
          expect(envelope.data).toBeNull()
          expect(envelope.errorMsg.length).toBeLessThanOrEqual(512)
          expect(envelope.detailErrorMsg).toMatch(/^[A-Z_]+: /)
        }
      },
    ),
    { numRuns: process.env.TRIBUTARY_LONG ? 20_000 : 1_000 },
  )
  expect([...seen].sort()).toEqual([200, 400, 401, 404, 405, 413, 415])
})

const FIELDS = ['data', 'success', 'code', 'errorMsg', 'detailErrorMsg', 'traceId']

/** `value` with its `at`-th part, counted over all depths, replaced. */
function replacePart(value: unknown, at: number, by: unknown): unknown {
  const paths = partsOf(value)
  const chosen = paths[at % paths.length]!
  return replaceAt(value, chosen, by)
}

function partsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => partsOf(child, [...path, key]))]
}

function replaceAt(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = replaceAt(copy[key], rest, by)
  return copy
}
