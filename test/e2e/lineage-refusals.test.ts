import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FLIGHTS, type ServedFlights, serveFlights } from '../support/flights.ts'
import { runTributary } from '../support/tributary.ts'

const past = mkdtempSync(join(tmpdir(), 'tributary-refusals-'))
let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(async () => {
  await flights.close()
  await rm(past, { recursive: true })
})

const one = (id: string) => `vertex_id=${encodeURIComponent(id)}&vertex_type=METRIC`
const around = (id: string, steps: string) => `${one(id)}&input_step=${steps}&output_step=${steps}`

describe('over HTTP', () => {
  test.each<[string, number, readonly string[]]>([
    [`queryVertexLineage?${around('late_rat', '1')}`, 404, ['METRIC "late_rat"', '"late_rate"']],
    [`queryVertexLineage?${around('flights', '1')}`, 404, ['exists as DATASET']],
    [`queryVertexLineage?${around('late_rate', '1e400')}`, 400, ['input_step']],
    [`queryVertexLineage?${around('late_rate', '99999999999999999999')}`, 400, ['input_step']],
    [`queryVertexLineage?${around('late_rate', '1')}&as_of=yesterday`, 400, ['as_of', 'yesterday']],
    [`queryVertexLineage?${around('late_rate', '1')}&as_of=2001-01-01`, 404, ['late_rate']],
    [`queryVertexLineage?${around('late_rate', '1')}&cursor=x`, 400, ['LINEAGE_INVALID_PAGE']],
    [`queryImpact?${one('late_rat')}`, 404, ['late_rat']],
    [`querySinglePoints?${one('late_rat')}`, 404, ['late_rat']],
    [
      'queryEvidence?from_id=a&from_type=METRIC&to_id=late_rate&to_type=METRIC',
      404,
      ['METRIC "a"'],
    ],
    ['queryDifference?from=2026-02-30T00:00', 400, ['from must be', '2026-02-30']],
    ['queryDifference?from=2026-01-01&to=soon', 400, ['to must be', 'soon']],
    ['queryDifference?from=2026-01-01&vertex_id=late_rate', 400, ['vertex_type']],
    ['queryDifference?from=2001-01-01&vertex_id=no&vertex_type=METRIC', 404, ['METRIC "no"']],
    ['export?format=pdf', 400, ['format', 'mermaid']],
  ])('%s is refused by name', async (path, expected, says) => {
    const { status, body } = await flights.ask(`/api/v1/lineage/${path}`)
    expect(status, JSON.stringify(body)).toBe(expected)
    for (const word of says) expect(`${body.errorMsg} ${body.detailErrorMsg}`).toContain(word)
  })

  test.each([
    '__proto__',
    'constructor',
    "a'; DROP TABLE lineage_change; --",
    '\u0000',
    'a\nb',
    '😀',
    'METRIC:late_rate',
    'x'.repeat(5_000),
  ])('the id %j is looked for as it is', async (id) => {
    const { status, body } = await flights.ask(
      `/api/v1/lineage/queryVertexLineage?${around(id, '3')}`,
    )
    expect([status, body.detailErrorMsg.split(':')[0]]).toEqual([404, 'LINEAGE_UNKNOWN_VERTEX'])
  })

  test('the largest number of steps gives the complete lineage', async () => {
    const all = await flights.ask(
      `/api/v1/lineage/queryVertexLineage?${around('late_rate', '999999999')}`,
    )
    const enough = await flights.ask(
      `/api/v1/lineage/queryVertexLineage?${around('late_rate', '50')}`,
    )
    expect([all.status, all.body.data]).toEqual([200, enough.body.data])
  })
})

describe('on the command line', () => {
  test.each<[string, readonly string[]]>([
    ['METRIC late_rat', ['LINEAGE_UNKNOWN_VERTEX', 'late_rate']],
    ['TABLE late_rate', ['TABLE', 'METRIC']],
    ['METRIC late_rate --up -1', ['--up']],
    ['METRIC late_rate --up 1.5', ['--up']],
    ['METRIC late_rate --as-of yesterday', ['CLI_STORE_MISSING', '--data DIR']],
    ['METRIC late_rate --as-of yesterday --data PAST', ['as_of', 'yesterday']],
    ['impact METRIC nowhere', ['nowhere']],
    ['evidence METRIC late_rate METRIC', ["missing required argument 'to-id'"]],
    ['difference tomorrow', ['CLI_STORE_MISSING', '--data DIR']],
    ['difference tomorrow --data PAST', ['from is', 'tomorrow']],
    ['import no/such/file.json', ['CLI_FILE_UNREADABLE', 'no/such/file.json']],
    ['cycles --with no/such/file.json', ['CLI_FILE_UNREADABLE']],
    ['import package.json --format dbt', ['package.json', 'dbt_schema_version']],
  ])('%s is refused by name', async (command, says) => {
    const given = command.replace('PAST', past).split(' ')
    const words = ['lineage', ...given, '--workspace', FLIGHTS]
    const { code, stdout, stderr } = await runTributary(words)
    expect([code === 1 || code === 2, stdout]).toEqual([true, ''])
    for (const word of says) expect(stderr).toContain(word)
    expect(stderr).not.toMatch(/node_modules|\.ts:\d/)
  })
})
