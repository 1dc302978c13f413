import { invalidImportError, type LineageError } from '../model/errors.ts'

/**
 * A value in a JSON text with its position; reading methods throw LINEAGE_INVALID_IMPORT when the value has another
 * type.
 */
export class Place {
  readonly file: string
  readonly path: string
  readonly value: unknown

  constructor(file: string, path: string, value: unknown) {
    this.file = file
    this.path = path
    this.value = value
  }

  /** Whether the value is undefined or null. */
  get isMissing(): boolean {
    return this.value === undefined || this.value === null
  }

  /** Whether the value is an object. */
  get isObject(): boolean {
    return typeof this.value === 'object' && this.value !== null && !Array.isArray(this.value)
  }

  /** The value under a name of an object; missing when the object or the field is. */
  field(name: string): Place {
    if (!this.isMissing && !this.isObject) throw this.wrong('an object')
    const fieldValue = Object.hasOwn(Object(this.value), name)
      ? Object(this.value)[name]
      : undefined
    return new Place(this.file, formatPath(this.path, name), fieldValue)
  }

  /** The fields of an object; none when it is missing. */
  entries(): readonly (readonly [string, Place])[] {
    if (this.isMissing) return []
    if (!this.isObject) throw this.wrong('an object')
    return Object.keys(Object(this.value)).map((name) => [name, this.field(name)])
  }

  /** The items of a list; none when it is missing. */
  items(): readonly Place[] {
    if (this.isMissing) return []
    if (!Array.isArray(this.value)) throw this.wrong('a list')
    return this.value.map((item, i) => new Place(this.file, `${this.path}[${i}]`, item))
  }

  /** The text here. */
  text(): string {
    if (typeof this.value !== 'string') throw this.wrong('a text')
    return this.value
  }

  /** The text, which must not be empty. */
  name(): string {
    const text = this.text()
    if (text === '') throw this.wrong('a text that is not empty')
    return text
  }

  /** The text; null when it is missing. */
  optionalText(): string | null {
    return this.isMissing ? null : this.text()
  }

  /** The object; null when it is missing. Rejects an object too deep to be serialised. */
  optionalObject(): Readonly<Record<string, unknown>> | null {
    if (this.isMissing) return null
    if (!this.isObject) throw this.wrong('an object')
    if (isDeeper(this.value, MOST_LEVELS)) throw this.wrong(`at most ${MOST_LEVELS} levels deep`)
    return this.value as Readonly<Record<string, unknown>>
  }

  /** The error with the expected and the actual value. */
  wrong(expected: string): LineageError {
    return invalidImportError(this, `must be ${expected}, found ${describeJsonValue(this.value)}`)
  }
}

/** Parses a JSON text, with or without a byte order mark. Throws LINEAGE_INVALID_IMPORT when it is not JSON. */
export function parseJson(file: string, text: string): Place {
  try {
    return new Place(file, '', JSON.parse(stripByteOrderMark(text)))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw invalidImportError({ file, path: '' }, `is not JSON: ${reason}`, cause)
  }
}

/** The text without a byte order mark. */
export function stripByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** Deeper values are rejected; serialising JSON fails some thousand levels deep. */
const MOST_LEVELS = 100

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1))
}

function formatPath(path: string, name: string): string {
  const step = /^\w+$/.test(name) ? name : JSON.stringify(name)
  return path === '' ? step : `${path}.${step}`
}

function describeJsonValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
