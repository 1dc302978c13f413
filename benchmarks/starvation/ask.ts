import { Agent, request } from 'node:http'
import type { HeavyRequest } from './cases.ts'
import type { ServerReady } from './server-process.ts'

const agent = new Agent({ keepAlive: true })

/** Sends a request, reads the answer to its end and gives its status. Rejects when the signal is aborted before. */
export function ask(
  { port, owner, viewer }: ServerReady,
  { method, path, body, type, as }: HeavyRequest,
  signal?: AbortSignal,
): Promise<number> {
  const headers = {
    'tenant-id': 'demo',
    'auth-type': 'APIKEY',
    'auth-value': as === 'viewer' ? viewer : owner,
    ...(type !== undefined && { 'content-type': type }),
  }
  const options = { host: '127.0.0.1', port, method, path, headers, agent, signal }
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      answer.resume()
      answer.once('error', reject)
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Resolves after so many milliseconds. */
export function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
