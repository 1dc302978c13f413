import type { IncomingHttpHeaders } from 'node:http'
import {
  charsetError,
  encodedBodyError,
  invalidEncodingError,
  invalidJsonError,
  invalidPartError,
} from '../errors.ts'
import { locateJsonError } from './locate-json-error.ts'

/**
 * Parses a JSON body; undefined for no bytes. Throws `SERVER_INVALID_JSON` with the position of the error, and
 * `SERVER_INVALID_BODY` for a key `__proto__`, which would pollute prototypes when it is copied.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  const text = decodeUtf8(bytes)
  const value = parse(text)
  if (MAY_HOLD_PROTO.test(text)) rejectProto(value)
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The key `__proto__`, or any Unicode escape that could spell it. */
const MAY_HOLD_PROTO = /__proto__|\\u/

/** Decodes UTF-8 without a byte order mark. Throws `SERVER_INVALID_JSON` for invalid bytes. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalidEncodingError()
  }
}

/** Decodes UTF-8 that comes in pieces. */
export interface Utf8Decoder {
  /** The text of a piece. Throws `SERVER_INVALID_JSON` for invalid bytes. */
  decode(bytes: Uint8Array): string
  /** Throws `SERVER_INVALID_JSON` when the last piece ends within a character. */
  end(): string
}

/** Creates a decoder as {@link decodeUtf8} for one text. */
export function createUtf8Decoder(): Utf8Decoder {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes: Uint8Array | undefined, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      throw invalidEncodingError()
    }
  }
  return { decode: (bytes) => decode(bytes, true), end: () => decode(undefined, false) }
}

/** Throws `SERVER_UNSUPPORTED_MEDIA_TYPE` for a body with a Content-Encoding. */
export function assertNotEncoded({ 'content-encoding': encoding }: IncomingHttpHeaders): void {
  if (encoding !== undefined && !/^(?:identity)?$/i.test(encoding)) throw encodedBodyError(encoding)
}

/** Throws `SERVER_UNSUPPORTED_MEDIA_TYPE` for a Content-Type with a charset other than UTF-8 or its subset ASCII. */
export function assertUtf8({ 'content-type': type = '' }: IncomingHttpHeaders): void {
  const charset = CHARSET.exec(type)?.[1]
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) throw charsetError(charset)
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const at = locateJsonError(text)
    throw at === null ? error : invalidJsonError(at)
  }
}

function rejectProto(root: unknown): void {
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) {
      const problem = { path: '__proto__', expected: 'absent', found: 'that key' }
      throw invalidPartError('body', [problem])
    }
    for (const child of Object.values(value)) open.push(child)
  }
}
