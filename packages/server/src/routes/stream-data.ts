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

/** Data with more entries in all their lists are streamed; so many plain values are written at once. */
const MOST_AT_ONCE = 1_000

/** Lists are looked for so deep in data: the columns of attribution tables are the deepest. */
const DEPTH = 5

/** Whether to write the data as JSON takes long. */
export function isLong(data: unknown, depth: number = DEPTH): boolean {
  return leftOf(MOST_AT_ONCE, data, depth) < 0
}

/** What is left of a number of entries after those of all lists in a value; some negative number when they are more. */
function leftOf(most: number, value: unknown, depth: number): number {
  if (depth === 0 || typeof value !== 'object' || value === null) return most
  let left = Array.isArray(value) ? most - value.length : most
  if (Array.isArray(value)) {
    for (const one of value) {
      if (left < 0) return left
      left = leftOf(left, one, depth - 1)
    }
    return left
  }
  const fields = value as Readonly<Record<string, unknown>>
  for (const name in fields) {
    if (left < 0) return left
    left = leftOf(left, fields[name], depth - 1)
  }
  return left
}

/** Streams data of the API in the envelope of an answer that succeeds. The data have no field that is not in its schema. */
export function streamData(request: FastifyRequest, data: unknown): Readable {
  return streamText(inEnvelope(request, jsonOf(data)))
}

/** JSON in pieces: a list in blocks of items that are not long, an object field by field. */
export function* jsonOf(value: unknown, depth: number = DEPTH): Generator<string> {
  if (!isLong(value, depth)) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  if (Array.isArray(value)) {
    yield '['
    yield* itemsOf(value, depth)
    yield ']'
    return
  }
  let comma = ''
  yield '{'
  for (const [name, one] of Object.entries(value as object)) {
    if (one === undefined) continue
    yield `${comma}${JSON.stringify(name)}:`
    yield* jsonOf(one, depth - 1)
    comma = ','
  }
  yield '}'
}

/** An object counts as so many plain values. */
const OBJECT = 8

/** Reads each item once: those of some lists are made when they are read. */
function* itemsOf(list: readonly unknown[], depth: number): Generator<string> {
  let block: unknown[] = []
  let left = MOST_AT_ONCE
  let comma = ''
  const written = (): string => {
    const text = JSON.stringify(block).slice(1, -1)
    block = []
    left = MOST_AT_ONCE
    return text
  }
  for (const item of list) {
    const entries = typeof item === 'object' && item !== null ? OBJECT : 1
    let after = leftOf(left - entries, item, depth - 1)
    if (after < 0 && block.length > 0) {
      yield comma + written()
      comma = ','
      after = leftOf(left - entries, item, depth - 1)
    }
    if (after >= 0) {
      block.push(item)
      left = after
      continue
    }
    yield comma
    yield* jsonOf(item, depth - 1)
    comma = ','
  }
  if (block.length > 0) yield comma + written()
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
