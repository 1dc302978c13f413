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
  return Readable.from(eachInSlices(toChunks(pieces)), options)
}

function* toChunks(pieces: Iterable<string>): Generator<Buffer> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < FULL) continue
    yield* sliceBytes(Buffer.from(text))
    text = ''
  }
  yield* sliceBytes(Buffer.from(text))
}

function* sliceBytes(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

/** Streams the answer of `allLineage` as JSON. */
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
  return countRemaining(MOST_AT_ONCE, data, depth) < 0
}

/** A number of entries minus the entries of all lists in a value; some negative number when they have more. */
function countRemaining(most: number, value: unknown, depth: number): number {
  if (depth === 0 || typeof value !== 'object' || value === null) return most
  let remaining = Array.isArray(value) ? most - value.length : most
  if (Array.isArray(value)) {
    for (const item of value) {
      if (remaining < 0) return remaining
      remaining = countRemaining(remaining, item, depth - 1)
    }
    return remaining
  }
  const fields = value as Readonly<Record<string, unknown>>
  for (const name in fields) {
    if (remaining < 0) return remaining
    remaining = countRemaining(remaining, fields[name], depth - 1)
  }
  return remaining
}

/** Streams data of the API in the envelope of an answer that succeeds. The data have no field that is not in its schema. */
export function streamData(request: FastifyRequest, data: unknown): Readable {
  return streamText(inEnvelope(request, writeJson(data)))
}

/** JSON in pieces: a list in blocks of items that are not long, an object field by field. */
export function* writeJson(value: unknown, depth: number = DEPTH): Generator<string> {
  if (!isLong(value, depth)) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  if (Array.isArray(value)) {
    yield '['
    yield* writeItems(value, depth)
    yield ']'
    return
  }
  let comma = ''
  yield '{'
  for (const [name, field] of Object.entries(value as object)) {
    if (field === undefined) continue
    yield `${comma}${JSON.stringify(name)}:`
    yield* writeJson(field, depth - 1)
    comma = ','
  }
  yield '}'
}

/** An object counts as so many plain values. */
const OBJECT = 8

/** Reads each item once: those of some lists are made when they are read. */
function* writeItems(list: readonly unknown[], depth: number): Generator<string> {
  let block: unknown[] = []
  let remaining = MOST_AT_ONCE
  let comma = ''
  const written = (): string => {
    const text = JSON.stringify(block).slice(1, -1)
    block = []
    remaining = MOST_AT_ONCE
    return text
  }
  for (const item of list) {
    const entries = typeof item === 'object' && item !== null ? OBJECT : 1
    let after = countRemaining(remaining - entries, item, depth - 1)
    if (after < 0 && block.length > 0) {
      yield comma + written()
      comma = ','
      after = countRemaining(remaining - entries, item, depth - 1)
    }
    if (after >= 0) {
      block.push(item)
      remaining = after
      continue
    }
    yield comma
    yield* writeJson(item, depth - 1)
    comma = ','
  }
  if (block.length > 0) yield comma + written()
}

/** The envelope of an answer that succeeds around the pieces of its data. */
export function* inEnvelope(request: FastifyRequest, data: Iterable<string>): Generator<string> {
  const envelope: Omit<Envelope<unknown>, 'data'> = {
    success: true,
    code: '200',
    errorMsg: null,
    detailErrorMsg: null,
    traceId: request.id,
  }
  yield '{"data":'
  yield* data
  yield `,${JSON.stringify(envelope).slice(1)}`
}
