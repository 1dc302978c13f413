import { Agent, type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'

/** A request to the server. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends the request. */
  readonly signal?: AbortSignal
}

/** The whole answer to a request. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Certificates as PEM texts, and the name that the server must have. */
export interface HttpCertificates {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly servername?: string
}

/** Milliseconds without a byte after which a connection is lost: the server answers after one second, with an empty page. */
const SILENCE_MS = 30_000

/** Connections to one server, kept open between requests. */
export class HttpConnections {
  readonly #open: typeof requestHttp
  readonly #kept: Agent
  readonly #single: Agent

  constructor(isSecure: boolean, certificates: HttpCertificates = {}) {
    const agent = (keepAlive: boolean): Agent =>
      isSecure
        ? new SecureAgent({ keepAlive, rejectUnauthorized: true, ...certificates })
        : new Agent({ keepAlive })
    this.#open = isSecure ? requestHttps : requestHttp
    this.#kept = agent(true)
    this.#single = agent(false)
  }

  /** Sends a request and reads the whole answer. Rejects when the connection is lost before its end. */
  send({ method, url, headers, body, signal }: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const request = this.#open(url, {
        method,
        headers: { ...headers, ...(body !== undefined && createBodyHeaders(body)) },
        // A server may end a kept connection while a request is on its way, and only some can be sent twice.
        agent: method === 'POST' ? this.#single : this.#kept,
        timeout: SILENCE_MS,
        ...(signal && { signal }),
      })
      request.on('timeout', () => request.destroy(new LostConnection('the server is silent')))
      request.on('error', reject)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('close', () => reject(new LostConnection('the connection ended in an answer')))
        response.on('end', () => {
          const { statusCode: status = 0, headers: received, complete } = response
          if (!complete) reject(new LostConnection('the connection ended in an answer'))
          else resolve({ status, headers: received, body: Buffer.concat(chunks).toString() })
        })
      })
      request.end(body)
    })
  }

  /** Closes all connections. */
  close(): void {
    this.#kept.destroy()
    this.#single.destroy()
  }
}

/** A connection that ended before the answer did. */
export class LostConnection extends Error {
  readonly code = 'ECONNRESET'
}

function createBodyHeaders(body: string): Readonly<Record<string, string>> {
  return { 'content-length': String(Buffer.byteLength(body)), 'content-type': 'text/plain' }
}
