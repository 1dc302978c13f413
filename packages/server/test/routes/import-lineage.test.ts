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
  const [call] = platform.calls.filter(({ operation }) => operation === 'import')
  expect(call!.arguments).toEqual([
    { text: 'src_type,src_id', file: 'edges.csv' },
    { signal: expect.any(AbortSignal), answerWithin: 1_500 },
  ])
})
