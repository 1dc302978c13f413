import { Readable } from 'node:stream'
import type { EdgeData, Envelope, VertexRefData } from '@tributary/contract'
import { eachInSlices } from '@tributary/core/internal'
import type { FastifyRequest } from 'fastify'

/** The largest chunk of a stream, in bytes. */
const CHUNK = 65_536

/** The length of text at which a chunk is written: nearly {@link CHUNK}, and with the next piece seldom more. */
const FULL = 65_000

/**
 * Streams the pieces of a text in UTF-8. Memory does not grow with the text: chunks are made as fast as the client reads.
 * To make each of them is work in slices.
 */
export function streamText(pieces: Iterable<string>): Readable {
  const options = { objectMode: false, highWaterMark: CHUNK }
  return Readable.from(eachInSlices(chunksOf(pieces)), options)
}

function* chunksOf(pieces: Iterable<string>): Generator<Buffer> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < FULL) continue
    yield* slicesOf(Buffer.from(text))
    text = ''
  }
  yield* slicesOf(Buffer.from(text))
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

/** Streams the answer of E15 as JSON. */
export function streamEdges(request: FastifyRequest, edges: Iterable<EdgeData>): Readable {
  return streamText(inEnvelope(request, edgeList(edges)))
}

function* edgeList(edges: Iterable<EdgeData>): Generator<string> {
  yield '{"edgeList":['
  let comma = ''
  let source: VertexRefData | null = null
  let beginning = ''
  for (const { srcVertex, dstVertex } of edges) {
    if (srcVertex !== source) {
      source = srcVertex
      beginning = `{"srcVertex":${JSON.stringify(srcVertex)},"dstVertex":`
    }
    yield `${comma}${beginning}${JSON.stringify(dstVertex)}}`
    comma = ','
  }
  yield ']}'
}

/** Data with longer lists are streamed. */
const MOST_AT_ONCE = 1_000

/** Lists are looked for so deep in data. */
const DEPTH = 4

/** Whether to write the data as JSON takes long. */
export function isLong(data: unknown, depth: number = DEPTH): boolean {
  if (depth === 0 || typeof data !== 'object' || data === null) return false
  if (Array.isArray(data)) {
    return data.length > MOST_AT_ONCE || data.some((item) => isLong(item, depth - 1))
  }
  return Object.values(data).some((value) => isLong(value, depth - 1))
}

/** Streams data of the API in the envelope of an answer that succeeds. The data have no field that is not in its schema. */
export function streamData(request: FastifyRequest, data: unknown): Readable {
  return streamText(inEnvelope(request, jsonOf(data, DEPTH)))
}

/** JSON in pieces: a list item by item, an object field by field. */
function* jsonOf(value: unknown, depth: number): Generator<string> {
  if (!isLong(value, depth)) {
    yield JSON.stringify(value)
    return
  }
  let comma = ''
  if (Array.isArray(value)) {
    yield '['
    for (const item of value) {
      yield comma
      yield* jsonOf(item, depth - 1)
      comma = ','
    }
    yield ']'
    return
  }
  yield '{'
  for (const [name, one] of Object.entries(value as object)) {
    if (one === undefined) continue
    yield `${comma}${JSON.stringify(name)}:`
    yield* jsonOf(one, depth - 1)
    comma = ','
  }
  yield '}'
}

/** The envelope of an answer that succeeds around the pieces of its data. */
export function* inEnvelope(request: FastifyRequest, data: Iterable<string>): Generator<string> {
  const rest: Omit<Envelope<unknown>, 'data'> = {
    success: true,
    code: '200',
    errorMsg: null,
    detailErrorMsg: null,
    traceId: request.id,
  }
  yield '{"data":'
  yield* data
  yield `,${JSON.stringify(rest).slice(1)}`
}
