import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { drive } from '../http/drive.ts'
import { bytesOf, CASES } from '../http/questions.ts'

test('the load counts the answers and the refusals that a server really gives', async () => {
  const bodies: string[] = []
  const secrets = new Set<string>()
  let answers = 0
  let refusals = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    secrets.add(String(request.headers['auth-value']))
    answers += 1
    const isRefused = answers % 3 === 0
    if (isRefused) refusals += 1
    const text = 'x'.repeat(100_000)
    response.writeHead(isRefused ? 503 : 200, { 'content-length': text.length }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  const save = CASES.find(({ name }) => name.startsWith('saveUserAttributes'))!
  const request = bytesOf(save, ['secret', 'other'])
  const result = await drive({ port, connections: 4, duration: 100, request })
  server.close()
  expect(result.answers).toBeGreaterThan(4)
  expect([result.answers, result.failures]).toEqual([answers, refusals])
  expect(new Set(bodies).size).toBe(answers)
  expect([...secrets].sort()).toEqual(['other', 'secret'])
  expect(JSON.parse(bodies[0]!)).toHaveProperty('userPropertyRequests')
})
