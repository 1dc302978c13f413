import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { renderCurl } from '../../src/render/curl.ts'

const request = {
  url: 'http://127.0.0.1:8080/api/v1/attribution/dim_time_compare',
  credentials: { tenantId: 'demo', authType: 'ACCOUNT', authValue: "o'brien" },
  body: { metric: "it's", attribution: { currentTimeConstraint: '[t] = "$HOME `x` \\"' } },
}

test('gives a POSIX shell exactly the request', () => {
  const command = renderCurl(request).replace(/^curl/, "printf '%s\\0'")
  const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\0').slice(0, -1)
  expect(words.slice(0, -1)).toEqual([
    '-sS',
    request.url,
    '-H',
    'content-type: application/json',
    '-H',
    'tenant-id: demo',
    '-H',
    'auth-type: ACCOUNT',
    '-H',
    "auth-value: o'brien",
    '-d',
  ])
  expect(JSON.parse(words.at(-1)!)).toEqual(request.body)
})
