import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const platform = fakePlatform()
const app = createApp({ platform })
const NEIGHBOURHOOD = '/api/v1/lineage/queryVertexLineage'

describe('all lineage', () => {
  test('answers every edge', async () => {
    const { status, body } = await ask(app, { url: '/api/v1/lineage/queryAll' })
    expect(status).toBe(200)
    expect(body.data).toEqual({ edgeList: [] })
  })

  test('takes a Content-Type without a body', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await ask(app, { url: '/api/v1/lineage/queryAll', headers })).status).toBe(200)
  })
})

describe('asset lineage', () => {
  test('reads the query', async () => {
    const query = { vertex_id: 'a.b', vertex_type: 'METRIC', input_step: '3', output_step: '0' }
    expect((await ask(app, { url: NEIGHBOURHOOD, query })).status).toBe(200)
    expect(platform.calls.at(-1)!.arguments[1]).toEqual({
      vertexId: 'a.b',
      vertexType: 'METRIC',
      inputStep: 3,
      outputStep: 0,
    })
  })

  test.each(['1.5', '-1', '', 'abc', '1e1', '99999999999999999999'])(
    'refuses %j hops',
    async (step) => {
      const query = { vertex_id: 'a', vertex_type: 'METRIC', input_step: step, output_step: '0' }
      const { status, body } = await ask(app, { url: NEIGHBOURHOOD, query })
      expect(status).toBe(400)
      expect(body.errorMsg).toMatch(
        step === '-1' ? /input_step must be 0 or more/ : /input_step must be a whole number/,
      )
      expect(body.detailErrorMsg).toMatch(/^SERVER_INVALID_QUERY: path input_step/)
    },
  )

  test.each([
    ['vertex_id is missing', 'vertex_type=METRIC&input_step=1&output_step=1'],
    ['vertex_id must be not empty', 'vertex_id=&vertex_type=METRIC&input_step=1&output_step=1'],
    [
      'vertex_id must be a string',
      'vertex_id=a&vertex_id=b&vertex_type=METRIC&input_step=1&output_step=1',
    ],
    [
      'vertex_type must be one of FILE',
      'vertex_id=a&vertex_type=metric&input_step=1&output_step=1',
    ],
    ['output_step is missing', 'vertex_id=a&vertex_type=METRIC&input_step=1'],
  ])('says that %s', async (message, query) => {
    const { status, body } = await ask(app, { url: `${NEIGHBOURHOOD}?${query}` })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(message)
  })
})
