import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })
const A = { vertexId: 'a', vertexType: 'METRIC' }

describe('the questions beside the specification', () => {
  test.each([
    [
      'queryEvidence?from_id=a&from_type=METRIC&to_id=b&to_type=FILE',
      'evidence',
      [A, { vertexId: 'b', vertexType: 'FILE' }],
    ],
    ['queryImpact?vertex_id=a&vertex_type=METRIC', 'impact', [A, undefined]],
    [
      'queryImpact?vertex_id=a&vertex_type=METRIC&edge_types=COLUMN_IMPACT',
      'impact',
      [A, ['COLUMN_IMPACT']],
    ],
    ['querySinglePoints?vertex_id=a&vertex_type=METRIC', 'singlePoints', [A]],
    ['queryLooseEnds', 'looseEnds', []],
    ['queryCycles', 'cycles', []],
    ['queryDifference?from=2026-01-01', 'difference', [{ from: '2026-01-01' }]],
    [
      'queryDifference?from=a&to=b&vertex_id=a&vertex_type=METRIC&input_step=1',
      'difference',
      [{ from: 'a', to: 'b', around: { ...A, inputStep: 1, outputStep: 0 } }],
    ],
    [
      'queryVertexLineage?vertex_id=a&vertex_type=METRIC&input_step=1&output_step=2&as_of=2026-01-01',
      'vertexAsOf',
      [{ ...A, inputStep: 1, outputStep: 2 }, '2026-01-01'],
    ],
  ])('%s asks the platform once', async (path, operation, given) => {
    const before = platform.calls.length
    expect((await ask(app, { url: `/api/v1/lineage/${path}` })).status).toBe(200)
    expect(platform.calls.slice(before)).toEqual([{ operation, arguments: given }])
  })

  test.each([
    ['queryEvidence?from_id=a&from_type=METRIC&to_id=b', 'to_type is missing'],
    ['queryImpact?vertex_id=a&vertex_type=metric', 'vertex_type must be one of FILE'],
    ['queryImpact?vertex_id=a&vertex_type=METRIC&edge_types=ROW', 'edge_types'],
    ['querySinglePoints?vertex_id=&vertex_type=METRIC', 'vertex_id must be not empty'],
    ['queryDifference?from=2026-01-01&vertex_id=a', 'vertex_type is missing'],
    ['queryDifference?from=2026-01-01&vertex_type=METRIC', 'vertex_id is missing'],
    ['queryDifference?from=2026-01-01&input_step=0', 'vertex_id is missing'],
  ])('%s is refused', async (path, message) => {
    const { status, body } = await ask(app, { url: `/api/v1/lineage/${path}` })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(message)
  })
})

describe('asset lineage, what the specification does not have', () => {
  test('reaches the platform only when it is asked for', async () => {
    const more =
      'vertex_types=METRIC,FILE&edge_types=TABLE_IMPACT&collapse=true&induced=false&limit=5&cursor=x&visit_budget=9&extras=true'
    const url = `/api/v1/lineage/queryVertexLineage?vertex_id=a&vertex_type=METRIC&input_step=1&output_step=2`
    const plain = { ...A, inputStep: 1, outputStep: 2 }
    await ask(app, { url })
    expect(platform.calls.at(-1)!.arguments[1]).toStrictEqual(plain)
    await ask(app, { url: `${url}&${more}` })
    expect(platform.calls.at(-1)!.arguments[1]).toStrictEqual({
      ...plain,
      vertexTypes: ['METRIC', 'FILE'],
      edgeTypes: ['TABLE_IMPACT'],
      collapse: true,
      induced: false,
      limit: 5,
      cursor: 'x',
      visitBudget: 9,
      extras: true,
    })
  })

  test.each([
    'collapse=yes',
    'limit=-1',
    'limit=1.5',
    'visit_budget=x',
    'vertex_types=metric',
    'vertex_types=',
  ])('refuses %s', async (wrong) => {
    const url = `/api/v1/lineage/queryVertexLineage?vertex_id=a&vertex_type=METRIC&input_step=1&output_step=2&${wrong}`
    const { status, body } = await ask(app, { url })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(wrong.split('=')[0])
  })
})
