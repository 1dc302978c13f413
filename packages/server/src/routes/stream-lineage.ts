import { Readable } from 'node:stream'
import type { EdgeData, Envelope, VertexRefData } from '@tributary/contract'
import { eachInSlices } from '@tributary/core/internal'
import type { FastifyRequest } from 'fastify'

/** The largest chunk of a stream, in bytes. */
const CHUNK = 65_536

/** The length of text at which a chunk is written: nearly {@link CHUNK}, and with the next piece seldom more. */
const FULL = 65_000

/** Streams the pieces of a text in UTF-8. The event loop runs between chunks. */
export function streamText(pieces: Iterable<string>): Readable {
  return Readable.from(eachInSlices(chunksOf(pieces)), { objectMode: false })
}

function* chunksOf(pieces: Iterable<string>): Generator<Buffer> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < FULL) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/**
 * Streams the answer of E15 as JSON. Memory does not grow with the number of edges: chunks are written as fast as
 * the client reads. The event loop runs between chunks.
 */
export function streamEdges(request: FastifyRequest, edges: Iterable<EdgeData>): Readable {
  return Readable.from(eachInSlices(chunksOfEdges(request.id, edges)), {
    objectMode: false,
    highWaterMark: CHUNK,
  })
}

function* chunksOfEdges(traceId: string, edges: Iterable<EdgeData>): Generator<Buffer> {
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
    yield* slices(Buffer.from(text))
    text = ''
  }
  yield* slices(Buffer.from(`${text}]},${JSON.stringify(rest).slice(1)}`))
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}
