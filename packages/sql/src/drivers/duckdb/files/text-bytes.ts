import { createReadStream, statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { FREE_EXPANSION, MOST_EXPANSION } from './containers/expansion.ts'

/** How the bytes of a text file are compressed: `gzip` for `.gz`, `zstd` for `.zst`. */
export type Compression = 'gzip' | 'zstd' | null

/** The compression that the name of a file tells. */
export function parseCompression(path: string): Compression {
  const ending = path.toLowerCase()
  if (ending.endsWith('.gz')) return 'gzip'
  return ending.endsWith('.zst') ? 'zstd' : null
}

/** The bytes of a text, expanded where they are compressed, as streams to be piped one into the next. */
export function openBytes(path: string, compression: Compression): [Readable, ...Transform[]] {
  const bytes = createReadStream(path)
  if (compression === null) return [bytes]
  const expand = compression === 'gzip' ? createGunzip() : createZstdDecompress()
  return [bytes, expand, limitExpansion(statSync(path).size)]
}

function limitExpansion(compressedBytes: number): Transform {
  const most = Math.max(FREE_EXPANSION, compressedBytes * MOST_EXPANSION)
  let expanded = 0
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      expanded += part.length
      if (expanded <= most) return done(null, part)
      const why = `it expands to more than ${MOST_EXPANSION} times its size (${compressedBytes} bytes), which is the limit beyond 64 MiB. Store it without compression.`
      done(new Error(why))
    },
  })
}

/** Passes the bytes of a text to `take` until it returns false. */
export async function readBytes(
  path: string,
  compression: Compression,
  take: (part: Buffer) => boolean,
): Promise<void> {
  const streams = openBytes(path, compression)
  for (const [at, next] of streams.slice(1).entries()) {
    const stream = streams[at]!
    stream.on('error', (error) => next.destroy(error))
    stream.pipe(next as Transform)
  }
  const last: AsyncIterable<Buffer> = streams.at(-1)!
  try {
    for await (const part of last) if (!take(part)) return
  } finally {
    for (const stream of streams) stream.destroy()
  }
}

/** How many bytes a line of a CSV may have; the engine's reader refuses longer ones. */
const MOST_LINE_BYTES = 2_000_000

/**
 * The mistake in the last line of a CSV; null if the engine can read it. Its reader refuses a line that is too long,
 * but silently drops the last line if it does not fit into its buffer. A compressed text is read to its end.
 */
export async function checkLastLine(
  path: string,
  compression: Compression,
): Promise<string | null> {
  if (compression === null && (await endsWithShortLine(path))) return null
  const line = await findLongLine(path, compression)
  return line === null ? null : describeLongLine(line)
}

/** The message about a line that is too long, given by its number. */
export function describeLongLine(line: number): string {
  return `line ${line} has more than ${MOST_LINE_BYTES.toLocaleString('en-US')} bytes, which is the limit. Split the line, or leave it out.`
}

/** How many bytes of the end are looked at first: nearly every line is shorter. */
const TAIL_BYTES = 2 ** 16

async function endsWithShortLine(path: string): Promise<boolean> {
  const { size } = await stat(path)
  // The last two bytes may be the end of the last line.
  return size <= MOST_LINE_BYTES || findLastBreak((await readTail(path)).subarray(0, -2)) >= 0
}

/** The number of the first line that is too long for the engine; null for none. */
export async function findLongLine(path: string, compression: Compression): Promise<number | null> {
  let bytes = 0
  let [lineFeeds, carriageReturns] = [0, 0]
  let isLong = false
  await readBytes(path, compression, (part) => {
    const first = part.findIndex((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN)
    isLong = bytes + (first < 0 ? part.length : first) > MOST_LINE_BYTES
    if (isLong) return false
    bytes = first < 0 ? bytes + part.length : part.length - 1 - findLastBreak(part)
    lineFeeds += countByte(part, LINE_FEED)
    carriageReturns += countByte(part, CARRIAGE_RETURN)
    return true
  })
  return isLong ? Math.max(lineFeeds, carriageReturns) + 1 : null
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

function findLastBreak(bytes: Buffer): number {
  return Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(CARRIAGE_RETURN))
}

function countByte(bytes: Buffer, byte: number): number {
  let count = 0
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count += 1
  return count
}

/**
 * Whether some lines end with CR LF and others with LF alone. The beginning and the end of a text are looked at, where
 * editors leave such lines; all of a compressed one.
 */
export async function hasMixedEnds(path: string, compression: Compression): Promise<boolean> {
  let [pairs, feeds] = [0, 0]
  let last = 0
  const count = (part: Buffer): void => {
    for (let at = part.indexOf(LINE_FEED); at >= 0; at = part.indexOf(LINE_FEED, at + 1)) {
      if ((at > 0 ? part[at - 1] : last) === CARRIAGE_RETURN) pairs += 1
      else feeds += 1
    }
    last = part.at(-1) ?? last
  }
  let bytes = 0
  await readBytes(path, compression, (part) => {
    count(part)
    bytes += part.length
    return compression !== null || bytes < 2 ** 20
  })
  if (compression === null) {
    const tail = await readTail(path)
    count(tail.subarray(tail.indexOf(LINE_FEED) + 1))
  }
  return pairs > 0 && feeds > 0
}

async function readTail(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const length = Math.min(size, TAIL_BYTES)
    return (await file.read(Buffer.alloc(length), 0, length, size - length)).buffer
  } finally {
    await file.close()
  }
}
