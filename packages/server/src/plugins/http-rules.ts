import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { badRequestError, expectationError } from '../errors.ts'

/** Options of Node's server that leave to {@link followHttpRules} what Node would answer without an envelope. */
export const LENIENT = { requireHostHeader: false } as const

/**
 * Gives an envelope to requests that Node or Fastify would answer on their own: HTTP/1.1 without Host or with several, of
 * which Node takes the first and a proxy may take another, an Expect
 * other than 100-continue, and methods that Fastify does not route, which are 405 or 404 like all others.
 */
export function followHttpRules(app: FastifyInstance): void {
  for (const method of METHODS) {
    // The bodies of other methods are not read, whatever they are, before the answer 405.
    if (method !== 'POST') app.addHttpMethod(method, { overrideExisting: true })
  }
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    if (headers.host === undefined && raw.httpVersion === '1.1') {
      return done(badRequestError('The header Host is missing; HTTP/1.1 requires it.'))
    }
    if (hasTwoHosts(raw.rawHeaders)) {
      return done(badRequestError('The header Host is there more than once; send it once.'))
    }
    const { expect } = headers
    if (expect !== undefined && !CONTINUE.test(expect)) return done(expectationError(expect))
    done()
  })
}

const CONTINUE = /^100-continue$/i

/** Names and values by turns. */
function hasTwoHosts(raw: readonly string[]): boolean {
  const first = raw.findIndex(isHost)
  return first !== -1 && raw.findLastIndex(isHost) !== first
}

function isHost(text: string, place: number): boolean {
  return place % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host'
}
