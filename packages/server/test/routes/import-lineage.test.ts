import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { CREDENTIALS } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

test('an import goes on as a task after half of the time that answers may take', async () => {
  const platform = fakePlatform()
  const app = createApp({ platform, answerTimeout: 3_000 })
  await app.inject({
    method: 'POST',
    url: '/api/v1/lineage/import?file=edges.csv',
    headers: { ...CREDENTIALS, 'content-type': 'text/csv' },
    payload: 'src_type,src_id',
  })
  await app.close()
  const [call] = platform.calls.filter(({ operation }) => operation === 'importLineage')
  expect(call!.arguments.slice(1)).toEqual([
    { text: 'src_type,src_id', file: 'edges.csv' },
    {
      signal: expect.any(AbortSignal),
      onPartFailed: expect.any(Function),
      answerWithin: 1_500,
    },
  ])
})

async function imported(chunks: readonly Uint8Array[]) {
  const platform = fakePlatform()
  const app = createApp({ platform })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/lineage/import',
    headers: { ...CREDENTIALS, 'content-type': 'text/csv' },
    payload: Readable.from(chunks),
  })
  await app.close()
  const [call] = platform.calls.filter(({ operation }) => operation === 'importLineage')
  return { answer, given: call?.arguments[1] }
}

test('a file in UTF-8 is read whatever pieces it comes in', async () => {
  const bytes = Buffer.from('\uFEFFa größe 中 😀 z')
  for (const size of [1, 2, 3, 5, 100]) {
    const chunks: Uint8Array[] = []
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size))
    const { given } = await imported(chunks)
    expect(given).toEqual({ text: 'a größe 中 😀 z' })
  }
})

test.each([
  ['in the middle', [Buffer.from([0x61, 0xff]), Buffer.from('b')]],
  ['at the end', [Buffer.from('größ'), Buffer.from([0xc3])]],
])('bytes that are not UTF-8, %s, are refused', async (_where, chunks) => {
  const { answer, given } = await imported(chunks)
  expect([answer.statusCode, given]).toEqual([400, undefined])
  expect(answer.json().detailErrorMsg).toContain('SERVER_INVALID_JSON')
})

test('a file beyond the limit is 413, said beforehand or not', async () => {
  const chunk = Buffer.alloc(2 ** 20, 'a')
  const { answer, given } = await imported(Array.from({ length: 65 }, () => chunk))
  expect([answer.statusCode, given]).toEqual([413, undefined])
  const app = createApp({ platform: fakePlatform() })
  const said = await app.inject({
    method: 'POST',
    url: '/api/v1/lineage/import',
    headers: { ...CREDENTIALS, 'content-type': 'text/csv', 'content-length': '67108865' },
    payload: Readable.from([chunk]),
  })
  expect(said.statusCode).toBe(413)
  await app.close()
})
