import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { EdgeData, Envelope, VertexRefData } from '@tributary/contract'
import type { FastifyRequest } from 'fastify'

/** The most bytes that are handed to the connection at once. */
const CHUNK = 65_536

/** Text is handed on when it has so many characters: nearly a chunk, and with the next piece seldom more. */
const FULL = 65_000

/** The pieces of a text as a stream of UTF-8; after each chunk other requests have their turn. */
export function streamText(pieces: Iterable<string>): Readable {
  return Readable.from(chunksOf(pieces), { objectMode: false })
}

async function* chunksOf(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < FULL) continue
    yield Buffer.from(text)
    text = ''
    await setImmediate()
  }
  yield Buffer.from(text)
}

/**
 * The answer of E15 as a stream of JSON. However many edges there are, little of it is ever in memory: it
 * is written as fast as the client reads, and after each chunk other requests have their turn.
 */
export function streamEdges(request: FastifyRequest, edges: Iterable<EdgeData>): Readable {
  return Readable.from(chunksOfEdges(request.id, edges), {
    objectMode: false,
    highWaterMark: CHUNK,
  })
}

async function* chunksOfEdges(traceId: string, edges: Iterable<EdgeData>): AsyncGenerator<Buffer> {
  const rest: Omit<Envelope<EdgeData>, 'data'> = {
    success: true,
    code: '200',
    errorMsg: null,
    detailErrorMsg: null,
    traceId,
  }
  let text = '{"data":{"edgeList":['
  let comma = ''
  let source: VertexRefData | null = null
  let beginning = ''
  for (const { srcVertex, dstVertex } of edges) {
    if (srcVertex !== source) {
      source = srcVertex
      beginning = `{"srcVertex":${JSON.stringify(srcVertex)},"dstVertex":`
    }
    text += `${comma}${beginning}${JSON.stringify(dstVertex)}}`
    comma = ','
    if (text.length < FULL) continue
    for (const slice of slices(Buffer.from(text))) {
      yield slice
      await setImmediate()
    }
    text = ''
  }
  yield* slices(Buffer.from(`${text}]},${JSON.stringify(rest).slice(1)}`))
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}
