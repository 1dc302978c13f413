import { nearNames } from '@tributary/core'
import { invalidImportError } from '../errors.ts'

/** A line and a column, both from 1. */
export interface LineAndColumn {
  readonly line: number
  readonly column: number
}

/** The document of a place: the name of its file, and where its values stand in it, when that is known. */
export interface SourceDocument {
  readonly file: string
  /** Whether it is one of several files that are imported together. @defaultValue false */
  readonly isOfSeveral?: boolean
  readonly findPosition: ((path: readonly (string | number)[]) => LineAndColumn) | null
  /** The keys that were read, `metrics[].expr`, present or not. */
  readonly readKeys: Set<string>
}

/** A value of a foreign document with its place. Reading a value of another type throws with the place. */
export class Place {
  readonly value: unknown
  readonly steps: readonly (string | number)[]
  readonly document: SourceDocument
  /** The path with `[]` for every place of a list. */
  readonly #pattern: string

  constructor(
    value: unknown,
    document: SourceDocument,
    steps: Place['steps'] = [],
    pattern: string = toPathPattern(steps),
  ) {
    this.value = value
    this.document = document
    this.steps = steps
    this.#pattern = pattern
  }

  /** `metrics[3].expr`. */
  get path(): string {
    return this.steps
      .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
      .join('')
  }

  /** The line and the column; null where the document has none. */
  get position(): LineAndColumn | null {
    return this.document.findPosition?.(this.steps) ?? null
  }

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null
  }

  /** The value of a key; absent where there is none. */
  key(name: string): Place {
    const fields = this.isAbsent ? {} : this.fields()
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    const pattern = keyPattern(this.#pattern, name)
    this.document.readKeys.add(pattern)
    return new Place(value, this.document, [...this.steps, name], pattern)
  }

  /** The keys and their values. */
  fields(): Readonly<Record<string, unknown>> {
    const { value } = this
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
    return this.wrong('an object')
  }

  /** The entries of a list; none where it is absent. */
  items(): readonly Place[] {
    const { value } = this
    if (this.isAbsent) return []
    if (!Array.isArray(value)) return this.wrong('a list')
    const pattern = `${this.#pattern}[]`
    return value.map((item, i) => new Place(item, this.document, [...this.steps, i], pattern))
  }

  text(): string {
    const { value } = this
    if (typeof value === 'string') return value
    const isScalar = typeof value === 'number' || typeof value === 'boolean'
    return isScalar
      ? this.fail(`expected a text, found ${value}; write it in quotes`)
      : this.wrong('a text')
  }

  /** A text that is not empty and at most `longest` characters long. */
  name(longest = 128): string {
    const text = this.text()
    if (text.trim() === '') this.wrong('a name')
    if (text.length > longest) this.wrong(`a name of at most ${longest} characters`)
    return text
  }

  optionalText(): string | null {
    return this.isAbsent ? null : this.text()
  }

  /** A text, or a number or truth value as its text: YAML reads `1` as a number. */
  scalarText(): string | null {
    const { value } = this
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    return this.optionalText()
  }

  optionalNumber(): number | null {
    if (this.isAbsent) return null
    return typeof this.value === 'number' ? this.value : this.wrong('a number')
  }

  flag(): boolean {
    if (this.isAbsent) return false
    return typeof this.value === 'boolean' ? this.value : this.wrong('true or false')
  }

  /** One of the words, in any case. */
  word<Word extends string>(words: readonly Word[]): Word {
    const text = this.scalarText() ?? ''
    const match = words.find((candidate) => candidate === text.toLowerCase())
    if (match !== undefined) return match
    const near = text === '' ? undefined : nearNames(text, words)[0]
    return this.wrong(
      `one of ${words.join(', ')}${near === undefined ? '' : `; did you mean ${near}?`}`,
    )
  }

  /** Throws that something else is expected here. */
  wrong(expected: string): never {
    return this.fail(`expected ${expected}, found ${describeValue(this.value)}`)
  }

  /** Throws a sentence with the place. */
  fail(sentence: string): never {
    throw invalidImportError(`${this.inFile}: ${sentence}`, {
      file: this.document.file,
      path: this.path,
      ...this.position,
    })
  }

  /** The place with its file: `model.yml:3:5 cubes[0].name`. */
  get inFile(): string {
    const { position } = this
    const at = position === null ? '' : `:${position.line}:${position.column}`
    return `${this.document.file}${at} ${this.path === '' ? 'the document' : this.path}`
  }
}

function toPathPattern(steps: Place['steps']): string {
  return steps.reduce<string>(
    (pattern, step) => (typeof step === 'number' ? `${pattern}[]` : keyPattern(pattern, step)),
    '',
  )
}

function keyPattern(pattern: string, key: string): string {
  return pattern === '' ? key : `${pattern}.${key}`
}

/** A key of a document that was not read. */
export interface UnreadKey {
  /** Where it stands, with `[]` for every place of a list: `metrics[].config`. */
  readonly path: string
  /** How often it is there. */
  readonly count: number
}

/** The keys of documents that have a value and were not read, without those below them, by their paths. */
export function findUnreadKeys(documents: readonly Place[]): readonly UnreadKey[] {
  const counts = new Map<string, number>()
  const requestedKeys = new Set(documents.flatMap(({ document }) => [...document.readKeys]))
  const waiting: [value: unknown, pattern: string][] = documents.map(({ value }) => [value, ''])
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, pattern] = next
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const item of value) waiting.push([item, `${pattern}[]`])
      continue
    }
    for (const [key, child] of Object.entries(value)) {
      const path = keyPattern(pattern, key)
      if (requestedKeys.has(path)) waiting.push([child, path])
      else if (!isNothing(child)) counts.set(path, (counts.get(path) ?? 0) + 1)
    }
  }
  return Array.from(counts, ([path, count]) => ({ path, count })).toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  )
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** Things by their names, which no two may share; `where` ends the sentence about two that do. */
export function indexByName<T extends { readonly name: string; readonly at: Place }>(
  items: readonly T[],
  where = '',
): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const item of items) {
    const namesake = map.get(item.name)
    if (namesake !== undefined) {
      const isHere = namesake.at.document.file === item.at.document.file
      const place = isHere ? namesake.at.path : namesake.at.inFile
      item.at.fail(`"${item.name}" is the name of ${place} too${where}`)
    }
    map.set(item.name, item)
  }
  return map
}
