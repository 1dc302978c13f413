import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform } from '@tributary/platform'
import { serve } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../support/flights.ts'

const WORKSPACE = `tenant: shop
accounts:
  - { account: ann, displayName: Ann, role: OWNER }
  - { account: joe, displayName: Joe, role: USAGER }
  - { account: eve, displayName: Eve }
datasources:
  - { name: local, type: FILES, root: . }
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    columns:
      - { name: amount, type: BIGINT }
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
`

let folder: string
let stop: () => Promise<void>
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-exchange-'))
  await writeFile(join(folder, 'workspace.yaml'), WORKSPACE)
  await writeFile(join(folder, 'orders.csv'), 'amount\n10\n')
  const platform = await createPlatform({
    workspace: folder,
    trustIdentityHeaders: true,
    lineageLimits: { maxVertices: 20, maxEdges: 30 },
  })
  const served = await serve({ platform, host: '127.0.0.1', port: 0 })
  url = `${served.url}/api/v1/lineage`
  stop = async () => {
    await served.close()
    await platform.close()
  }
})
afterAll(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

const headersOf = (account: string) => {
  return { 'tenant-id': 'shop', 'auth-type': 'ACCOUNT', 'auth-value': account }
}

async function send(
  body: string | Uint8Array<ArrayBuffer>,
  query = '',
  more = {},
): Promise<Answer> {
  const headers = { ...headersOf('ann'), 'content-type': 'text/plain', ...more }
  const response = await fetch(`${url}/import${query}`, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

async function download(format: string, account = 'ann') {
  const response = await fetch(`${url}/export?format=${format}`, { headers: headersOf(account) })
  const type = response.headers.get('content-type')
  return { status: response.status, type, text: await response.text() }
}

async function edges(): Promise<readonly string[]> {
  const response = await fetch(`${url}/queryAll`, { headers: headersOf('ann') })
  const { data } = (await response.json()) as Answer['body']
  return data.edgeList.map((edge: object) => JSON.stringify(edge)).sort()
}

const CSV = 'src_type,src_id,dst_type,dst_id\n'
const EVENT = {
  eventTime: '2026-01-01T00:00:00Z',
  producer: 'https://example.com',
  schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
  run: { runId: 'd46e465b-d358-4d32-83d4-df660ff614dd' },
  job: { namespace: 'jobs', name: 'report' },
  inputs: [{ namespace: 'shop', name: 'a.b.c' }],
  outputs: [{ namespace: 'shop', name: 'a.b.d' }],
}

describe('lineage over HTTP', () => {
  test.each([
    ['json', 'application/json; charset=utf-8'],
    ['csv', 'text/csv; charset=utf-8'],
    ['dot', 'text/vnd.graphviz; charset=utf-8'],
    ['mermaid', 'text/vnd.mermaid; charset=utf-8'],
    ['graphml', 'application/graphml+xml; charset=utf-8'],
    ['gexf', 'application/gexf+xml; charset=utf-8'],
    ['openlineage', 'application/x-ndjson; charset=utf-8'],
  ])('goes out as %s', async (format, type) => {
    const out = await download(format)
    expect(out).toMatchObject({ status: 200, type })
    expect(out.text).toContain('revenue')
  })

  test.each(['json', 'csv', 'openlineage'])(
    'as %s brings nothing new when it comes back',
    async (format) => {
      const before = await edges()
      const { text } = await download(format)
      const back = await send(text)
      expect(back.body).toMatchObject({
        success: true,
        data: { format, newVertices: 0, newEdges: 0 },
      })
      expect(back.body.data.edges).toBeGreaterThan(0)
      expect(await edges()).toEqual(before)
    },
  )

  test('is imported from JSON with any content type', async () => {
    const more = { 'content-type': 'application/json' }
    const { status, body } = await send(JSON.stringify([EVENT]), '', more)
    expect(status).toBe(200)
    const counts = { vertices: 2, edges: 1, newVertices: 2, newEdges: 1 }
    expect(body.data).toMatchObject({ status: 'SUCCESS', format: 'openlineage', ...counts })
    expect((await edges()).join()).toContain('a.b.d')
  })

  test('is imported only by accounts that may edit, and exported in full only to accounts that may use everything', async () => {
    const refused = await send(`${CSV}METRIC,a,METRIC,b\n`, '', headersOf('joe'))
    expect(refused.status).toBe(403)
    expect(refused.body.detailErrorMsg).toContain('ACCESS_FORBIDDEN')
    expect((await download('csv', 'joe')).status).toBe(200)
    expect((await download('csv', 'eve')).status).toBe(403)
  })
})

describe('what is wrong is refused, and nothing of it taken in', () => {
  test.each<[string, string, number, readonly string[], string?]>([
    ['no body', '', 400, ['LINEAGE_INVALID_IMPORT', 'body']],
    ['JSON that ends early', '{"job":', 400, ['LINEAGE_INVALID_IMPORT', 'body', 'JSON']],
    ['JSON that is no event', '{"a":1}', 400, ['body must have a job or a dataset']],
    [
      'a type that does not exist',
      `${CSV}METRIC,a,METRIC,b\nMETRIC,a,TABLE,c\n`,
      400,
      ['edges.csv: line 3', 'TABLE'],
      '?file=edges.csv',
    ],
    [
      'a mistake in the last event',
      `${JSON.stringify(EVENT)}\n${JSON.stringify({ ...EVENT, inputs: [{ namespace: 1 }] })}`,
      400,
      ['LINEAGE_INVALID_IMPORT', 'inputs[0]'],
    ],
    ['another format than it says', '<a/>', 400, ['LINEAGE_INVALID_IMPORT'], '?format=json'],
    ['a format that is only exported', '<a/>', 400, ['format', 'openlineage'], '?format=gexf'],
    [
      'a text in a format that is only exported',
      'digraph lineage {',
      400,
      ['LINEAGE_INVALID_IMPORT', 'body is DOT', 'json, csv, dbt, openlineage'],
    ],
    ['a format that does not exist', CSV, 400, ['format', 'openlineage'], '?format=xls'],
    ['a manifest in the wrong place', '{"nodes":{}}', 400, ['dbt_schema_version'], '?format=dbt'],
  ])('%s', async (_what, text, expected, says, query = '') => {
    const before = await edges()
    const { status, body } = await send(text, query)
    expect(status, JSON.stringify(body)).toBe(expected)
    for (const word of says) expect(`${body.errorMsg} ${body.detailErrorMsg}`).toContain(word)
    expect(await edges()).toEqual(before)
  })

  test('bytes that are no text', async () => {
    const { status, body } = await send(Uint8Array.from([0x7b, 0xff, 0xfe]))
    expect([status, body.errorMsg]).toEqual([400, expect.stringContaining('UTF-8')])
  })

  test('with more vertices than the limit', async () => {
    const before = await edges()
    const rows = Array.from({ length: 25 }, (_, i) => `METRIC,m${i},METRIC,m${i + 1}`)
    const { status, body } = await send(CSV + rows.join('\n'))
    expect([status, body.code]).toEqual([413, '413'])
    expect(body.errorMsg).toContain('20 vertices')
    expect(body.detailErrorMsg).toContain('LINEAGE_TOO_LARGE')
    expect(await edges()).toEqual(before)
  })

  test('a body over the limit', async () => {
    const { status, body } = await send(' '.repeat(67_108_865))
    expect(status).toBe(413)
    expect(body.detailErrorMsg).toContain('SERVER_BODY_TOO_LARGE')
  })
})
