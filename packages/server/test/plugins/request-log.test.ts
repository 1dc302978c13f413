import { TributaryError } from '@tributary/core'
import type { Platform, PlatformOperations } from '@tributary/platform'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const ALL = '/api/v1/lineage/queryAll'
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

/** The lines that `requests` leave in the log of a fresh app. */
async function linesOf(
  requests: readonly Parameters<typeof ask>[1][],
  overrides: Partial<Platform & PlatformOperations> = {},
): Promise<readonly Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const app = createApp({ platform: fakePlatform(overrides), logger: { stream } })
  for (const request of requests) await ask(app, request)
  await app.close()
  return lines
}

describe('the log', () => {
  test('has one line for a request, under its trace id', async () => {
    const lines = await linesOf([{ url: `${ALL}?secret=1`, headers: { traceparent } }])
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        traceId: TRACE,
        method: 'GET',
        route: ALL,
        status: 200,
        ms: expect.any(Number),
        tenant: 'demo',
        msg: 'answered',
      }),
    ])
    expect(lines[0]!.ms).toBeGreaterThan(0)
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test('names the error of a request that fails, and no tenant that nobody proved', async () => {
    const lines = await linesOf([
      { url: ALL, headers: { 'auth-value': 'wrong' } },
      { url: '/nope' },
      { method: 'POST', url: ALL },
    ])
    expect(lines.map(({ route, status, code, tenant }) => [route, status, code, tenant])).toEqual([
      [ALL, 401, 'ACCESS_UNAUTHENTICATED', undefined],
      [null, 404, 'SERVER_NOT_FOUND', undefined],
      [null, 405, 'SERVER_METHOD_NOT_ALLOWED', undefined],
    ])
  })

  test('has one line more with the cause of a fault of ours', async () => {
    const lineageEdges = () => {
      throw new TributaryError('SQL_FAILED', 'the cause')
    }
    const lines = await linesOf([{ url: ALL, headers: { traceparent } }], { lineageEdges })
    expect(lines).toEqual([
      expect.objectContaining({ level: 50, traceId: TRACE, msg: 'the request failed' }),
      expect.objectContaining({ level: 30, traceId: TRACE, status: 500, code: 'SQL_FAILED' }),
    ])
    expect(lines[0]!.err).toMatchObject({ message: 'the cause' })
  })

  test('omits requests of health checks', async () => {
    expect(await linesOf(['/healthz', '/readyz', '/openapi.json'].map((url) => ({ url })))).toEqual(
      [expect.objectContaining({ route: '/openapi.json' })],
    )
  })
})
