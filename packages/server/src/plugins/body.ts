import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyTooLargeError, unsupportedMediaTypeError } from '../errors.ts'
import {
  assertNotEncoded,
  assertUtf8,
  createUtf8Decoder,
  parseJson,
} from '../request/parse-json.ts'

/**
 * Makes `app` accept JSON bodies only. An empty body of any type is accepted here; the schema of the route says
 * whether a body is required.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      assertNotEncoded(request.headers)
      assertUtf8(request.headers)
      done(null, parseJson(bytes as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0 || request.is404) done(null, undefined)
    else done(unsupportedMediaTypeError(request.headers['content-type'] ?? null))
  })
}

/** Makes `app` read bodies of every type as text. Throws `SERVER_INVALID_JSON` for bytes that are not UTF-8. */
export function acceptTextBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    assertNotEncoded(request.headers)
    assertUtf8(request.headers)
    const limit = request.routeOptions.bodyLimit ?? DEFAULT_BODY_LIMIT
    if (Number(request.headers['content-length']) > limit) throw bodyTooLargeError(limit)
    // Piece by piece as they come: all at once would delay other requests.
    const decoder = createUtf8Decoder()
    let text = ''
    for await (const bytes of readChunks(payload, limit)) text += decoder.decode(bytes)
    return text + decoder.end()
  })
}

/**
 * Reads the JSON body of a GET request, which Fastify does not read; undefined when there is none. Throws as {@link
 * parseJson} does, for a Content-Type other than JSON, and for a body over the route's limit.
 */
export async function readGetBody(request: FastifyRequest): Promise<unknown> {
  const bytes = await readBytes(request, request.routeOptions.bodyLimit ?? DEFAULT_BODY_LIMIT)
  if (bytes.length === 0) return undefined
  const type = request.headers['content-type'] ?? null
  if (type === null || !JSON_TYPE.test(type)) throw unsupportedMediaTypeError(type)
  assertNotEncoded(request.headers)
  assertUtf8(request.headers)
  return parseJson(bytes)
}

/** The default limit of a body, in bytes: 1 MiB. */
export const DEFAULT_BODY_LIMIT = 1_048_576

const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i

async function readBytes(request: FastifyRequest, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of readChunks(request.raw, limit)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The chunks of a body. Throws `SERVER_BODY_TOO_LARGE`, after which the connection can still be answered. */
async function* readChunks(body: Readable, limit: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length
    if (length > limit) throw bodyTooLargeError(limit)
    yield chunk as Buffer
  }
}
