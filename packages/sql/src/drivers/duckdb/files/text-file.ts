import { isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { createAsyncMemo } from '@tributary/core/internal'
import { fileError } from '../../../errors.ts'
import {
  type CopyKind,
  hasTables,
  TableCopies,
  type TableInFile,
} from './containers/table-copies.ts'
import {
  type Compression,
  checkLastLine,
  hasMixedEnds,
  openBytes,
  parseCompression,
  readBytes,
} from './text-bytes.ts'

/** A text file in UTF-8: the file itself, or a copy of one in another encoding. */
export interface TextFile {
  /** The file as it is named. */
  readonly path: string
  /** The file that has the text in UTF-8. */
  readonly utf8: string
  readonly compression: Compression
  /** The beginning of the text, without a byte order mark. */
  readonly head: string
}

/** How many bytes of a file are looked at. */
const HEAD_BYTES = 2 ** 20

/** Copies in UTF-8 of files in other encodings, in a temporary folder that `close` removes. */
export class Utf8Copies {
  #folder: Promise<string> | null = null
  #next = 0
  readonly #copies = createAsyncMemo<string>()
  /** Whether lines end in two ways, by path and version. */
  readonly #mixed = createAsyncMemo<boolean>()
  /** Mistakes at the ends of texts, by path and version. */
  readonly #ends = createAsyncMemo<string | null>()
  readonly #originals = new Map<string, string>()
  /** Of files that have tables: workbooks and databases. */
  readonly tables: TableCopies = new TableCopies((path) => this.#createPath(path))

  /** Opens a text file in the first of the encodings that all of it fits; the last one is not checked. */
  async open(path: string, encodings: readonly string[]): Promise<TextFile> {
    const compression = parseCompression(path)
    try {
      const bytes = await readFileHead(path, compression)
      const encoding =
        markedEncoding(bytes) ?? (await fittingEncoding(path, compression, encodings))
      const head = new TextDecoder(encoding).decode(bytes, { stream: true })
      // Only its reader of CSV knows the byte order mark of UTF-8.
      const isReadable = IS_JSON.test(path)
        ? bytes[0] !== 0xef
        : !(await this.#hasMixedEnds(path, compression))
      const isUtf8 = encoding === 'utf-8' && isReadable
      const utf8 = isUtf8 ? path : await this.#copyOf(path, compression, encoding)
      const text = { path, utf8, compression: isUtf8 ? compression : null, head }
      const fault = IS_JSON.test(path) ? null : await this.#checkEnd(text)
      if (fault !== null) throw new Error(fault)
      return text
    } catch (cause) {
      throw fileError(path, cause)
    }
  }

  /** Opens the copy of a table of a file that has several as a file that its kind tells. */
  async openTable(
    { path, table }: TableInFile,
    connection: DuckDBConnection,
  ): Promise<{ readonly kind: CopyKind; readonly text: TextFile }> {
    const { kind, path: utf8 } = await this.tables.open({ path, table }, connection)
    if (kind === 'PARQUET') return { kind, text: { path, utf8, compression: null, head: '' } }
    try {
      const head = new TextDecoder().decode(await readFileHead(utf8, null), { stream: true })
      const text = { path, utf8, compression: null, head }
      const fault = kind === 'JSON' ? null : await this.#checkEnd(text)
      if (fault !== null) throw new Error(fault)
      return { kind, text }
    } catch (cause) {
      throw fileError(path, cause)
    }
  }

  /** The file that a path is a copy of; the path itself when it is none. */
  originalOf(path: string): string {
    return this.#originals.get(path) ?? path
  }

  /** Removes the copies. */
  async close(): Promise<void> {
    const folder = await this.#folder
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }

  async #checkEnd({ utf8, compression }: TextFile): Promise<string | null> {
    const { ino, size, mtimeNs } = await stat(utf8, { bigint: true })
    const key = [utf8, ino, size, mtimeNs].join(' ')
    return this.#ends.getOrMake(key, () => checkLastLine(utf8, compression))
  }

  async #hasMixedEnds(path: string, compression: Compression): Promise<boolean> {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true })
    const key = [path, ino, size, mtimeNs].join(' ')
    return this.#mixed.getOrMake(key, () => hasMixedEnds(path, compression))
  }

  async #copyOf(path: string, compression: Compression, encoding: string): Promise<string> {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true })
    return this.#copies.getOrMake([path, ino, size, mtimeNs, encoding].join(' '), async () => {
      const copy = await this.#createPath(path)
      const decoder = decoding(new TextDecoder(encoding, { fatal: true }))
      await pipeline([...openBytes(path, compression), decoder, createWriteStream(`${copy}.part`)])
      await rename(`${copy}.part`, copy)
      return copy
    })
  }

  /** A new name in the folder for a copy of a file. */
  async #createPath(original: string): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'tributary-text-'))
    const copy = join(await this.#folder, String(this.#next++))
    this.#originals.set(copy, original)
    return copy
  }
}

const IS_JSON = /\.(json|ndjson|jsonl)(\.(gz|zst))?$/i

async function readFileHead(path: string, compression: Compression): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  await readBytes(path, compression, (part) => {
    parts.push(part)
    length += part.length
    return length < HEAD_BYTES
  })
  return Buffer.concat(parts)
}

/** The encoding that a byte order mark tells. */
function markedEncoding(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null
}

async function fittingEncoding(
  path: string,
  compression: Compression,
  encodings: readonly string[],
): Promise<string> {
  for (const encoding of encodings.slice(0, -1)) {
    if (await fits(path, compression, encoding)) return new TextDecoder(encoding).encoding
  }
  return new TextDecoder(encodings.at(-1) ?? 'utf-8').encoding
}

/** Whether all of files is UTF-8, or has a byte order mark. */
export async function areUtf8(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    if (hasTables(path)) continue
    const compression = parseCompression(path)
    const isMarked = markedEncoding(await readFileHead(path, compression)) !== null
    if (!isMarked && !(await fits(path, compression, 'utf-8'))) return false
  }
  return true
}

/** Whether all of a file is text in an encoding. */
async function fits(path: string, compression: Compression, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    await readBytes(path, compression, (part) => {
      // The check of Node is many times faster; a character cut in two at the end of a part fails it.
      if (decoder.encoding !== 'utf-8' || !isUtf8(part)) decoder.decode(part, { stream: true })
      return true
    })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function decoding(decoder: InstanceType<typeof TextDecoder>): Transform {
  // The engine's reader of CSV fails where some lines end with CR LF and others with LF.
  let remainder = ''
  const unifyEnds = (text: string, isLast: boolean): string => {
    const all = remainder + text
    remainder = !isLast && all.endsWith('\r') ? '\r' : ''
    return all.slice(0, all.length - remainder.length).replaceAll('\r\n', '\n')
  }
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      settle(done, () => unifyEnds(decoder.decode(part, { stream: true }), false))
    },
    flush(done) {
      settle(done, () => unifyEnds(decoder.decode(), true))
    },
  })
}

function settle(done: (error: Error | null, text?: string) => void, read: () => string): void {
  try {
    done(null, read())
  } catch {
    done(new Error('some of its bytes are no text in the encoding that it is read in.'))
  }
}
