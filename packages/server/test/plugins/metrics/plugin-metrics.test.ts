import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type TributaryOptions, tributary } from '../../../src/api.ts'
import { CREDENTIALS } from '../../support/ask.ts'
import { fakePlatform } from '../../support/fake-platform.ts'
import { readExposition } from '../../support/read-exposition.ts'

const open: FastifyInstance[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()))
})

function createHost(options: Pick<TributaryOptions, 'metrics' | 'trustedProxy'>): FastifyInstance {
  const host = Fastify()
  open.push(host)
  host.get('/own', () => 'of the host')
  host.register(tributary, { platform: fakePlatform(), prefix: '/why', ...options })
  return host
}

test('the plugin serves metrics of its own routes below its prefix, where it is told to', async () => {
  const host = createHost({ metrics: true })
  await host.inject('/own')
  await host.inject({ url: '/why/api/v1/lineage/queryAll', headers: CREDENTIALS })
  await host.inject('/why/api/v1/nowhere')
  const answer = await host.inject('/why/metrics')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  const counted = readExposition(answer.body)
    .filter(({ name }) => name === 'tributary_http_requests_total')
    .map(({ labels, value }) => [labels.method, labels.route, labels.status, value])
  expect(counted).toEqual([
    ['any', '(none)', '404', 1],
    ['GET', '/why/api/v1/lineage/queryAll', '200', 1],
  ])
  expect((await host.inject('/metrics')).statusCode).toBe(404)
})

test('the metrics of a plugin that trusts this machine are refused under another name', async () => {
  const host = createHost({
    metrics: true,
    trustedProxy: { addresses: ['127.0.0.1'] },
  })
  const answer = await host.inject({ url: '/why/metrics', headers: { host: 'evil.example' } })
  expect(answer.statusCode).toBe(403)
})

test('a plugin without the option serves no metrics', async () => {
  const host = createHost({})
  expect((await host.inject('/why/metrics')).statusCode).toBe(404)
})
