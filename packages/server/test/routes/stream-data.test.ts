import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { isLong, streamEdges, writeJson } from '../../src/routes/stream-data.ts'
import { ask, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

type Edges = Parameters<typeof streamEdges>[1]

function metric(vertexId: string) {
  return { vertexId, vertexType: 'METRIC' }
}

function* chain(length: number): Edges {
  for (let i = 0; i < length; i++)
    yield { srcVertex: metric(`m${i}`), dstVertex: metric(`m${i + 1}`) }
}

const request = { id: 'trace' } as Parameters<typeof streamEdges>[0]

describe('all lineage', () => {
  test.each([0, 1, 3, 20_000])(
    'of %i edges streams the same JSON as an envelope that is written at once',
    async (length) => {
      const lineageEdges = async () => chain(length)
      const app = createApp({ platform: fakePlatform({ lineageEdges }) })
      const { status, headers, body } = await ask(app, { url: '/api/v1/lineage/queryAll' })
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
      expect(body).toEqual({
        data: { edgeList: [...chain(length)] },
        success: true,
        code: '200',
        errorMsg: null,
        detailErrorMsg: null,
        traceId: body.traceId,
      })
      expect(body.traceId).toMatch(/^[0-9a-f]{32}$/)
    },
  )

  test('comes in small chunks, whatever the ids', async () => {
    const long = 'é\n"'.repeat(50_000)
    const edges = [...chain(5_000), { srcVertex: metric(long), dstVertex: metric(`${long}2`) }]
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of streamEdges(request, edges) as AsyncIterable<Buffer>) {
      expect(chunk.length).toBeLessThanOrEqual(2 * 65_536)
      text += decoder.decode(chunk, { stream: true })
    }
    const { data } = JSON.parse(text)
    expect(data.edgeList).toHaveLength(5_001)
    expect(data.edgeList.at(-1).srcVertex.vertexId).toBe(long)
  })

  test('is written no faster than it is read', async () => {
    let asked = 0
    function* counted(): Edges {
      for (const edge of chain(1_000_000)) {
        asked += 1
        yield edge
      }
    }
    const stream = streamEdges(request, counted())
    const reader = stream[Symbol.asyncIterator]()
    await reader.next()
    for (let turn = 0; turn < 200; turn++) await setImmediate()
    expect(asked).toBeLessThan(10_000)
    stream.destroy()
    for (let turn = 0; turn < 200; turn++) await setImmediate()
    expect(asked).toBeLessThan(10_000)
  })

  test('gives others their turn while it is written', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 0)
    const stream = streamEdges(request, chain(300_000))
    for await (const _ of stream);
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
  })
})

/** JSON data, lists in them as they are or so long that they are streamed. */
const { data } = fc.letrec<{ readonly data: unknown }>((tie) => {
  const plain = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
  )
  const repeated = (item: fc.Arbitrary<unknown>) =>
    fc
      .tuple(fc.array(item, { maxLength: 4 }), fc.constantFrom(1, 1, 400))
      .map(([items, times]) => Array.from({ length: times }, () => items).flat())
  return {
    data: fc.oneof(
      { maxDepth: 6 },
      repeated(plain),
      repeated(fc.dictionary(fc.string(), plain, { maxKeys: 2, noNullPrototype: true })),
      fc.array(tie('data'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('data'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }
})

describe('data', () => {
  test('in pieces are together the JSON that is written at once', () => {
    fc.assert(
      fc.property(data, (one) => {
        expect([...writeJson(one)].join('')).toBe(JSON.stringify(one) ?? 'null')
      }),
    )
  })

  test('are long when all their lists together have more than a thousand entries', () => {
    const column = (rows: number) => Array.from({ length: rows }, (_, row) => row)
    const tables = (count: number, rows: number) => ({
      tables: Array.from({ length: count }, () => ({
        table: { a: column(rows), b: column(rows) },
      })),
    })
    expect(isLong(tables(1, 499))).toBe(false)
    expect(isLong(tables(1, 500))).toBe(true)
    expect(isLong(tables(4, 124))).toBe(false)
    expect(isLong(tables(4, 125))).toBe(true)
  })

  test.each([0, 1, 499, 1_001, 30_000])('with a table of %i rows arrive whole', async (rows) => {
    const table = {
      d: Array.from({ length: rows }, (_, row) => `é${row}`),
      '@currentValue': Array.from({ length: rows }, (_, row) => row / 3),
    }
    const answer = {
      tables: [{ dimension: 'd', table, warning: null, empty: rows === 0 }],
      warning: null,
    }
    const app = createApp({ platform: fakePlatform({ compareTimes: async () => answer }) })
    const { status, headers, body } = await ask(app, {
      url: '/api/v1/attribution/dim_time_compare',
      method: 'POST',
      payload: TIME_COMPARISON,
    })
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body).toEqual({
      data: answer,
      success: true,
      code: '200',
      errorMsg: null,
      detailErrorMsg: null,
      traceId: body.traceId,
    })
  })
})
