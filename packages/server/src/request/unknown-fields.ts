import { nearNames } from '@tributary/core'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'

/** A field of a body that its schema does not have, although it seems to be meant to do something. */
export interface UnknownField {
  /** Where it is, such as `attribution.fitlers`. */
  readonly path: string
  /** The field that is meant. */
  readonly meant: string
}

/** The parts of a schema that say which fields there are. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

/** Fields that callers of the API send and that change nothing. */
const PASSED: ReadonlySet<string> = new Set(['compareType'])

/** The most fields that are named. */
const MOST = 20

/**
 * Creates the function that finds, in a body that its schema accepts, fields at the wrong level and misspelt ones. A field
 * that is near no other one passes: it may be of a front end, or of a later version.
 */
export function createUnknownFieldFinder(
  schema: TSchema,
): (body: unknown) => readonly UnknownField[] {
  const shape = schema as Shape
  const places = new Map<string, string>()
  for (const { name, path } of listFields(shape, '')) {
    const shorter = places.get(name)
    if (shorter === undefined || path.length < shorter.length) places.set(name, path)
  }
  return (body) => {
    const fields: UnknownField[] = []
    for (const { name, path, siblings } of listUnknown(shape, body, '')) {
      if (PASSED.has(name)) continue
      const suggestion = findMeant(name, { path, siblings, places })
      if (suggestion !== null) fields.push({ path: printable(path), meant: printable(suggestion) })
      if (fields.length === MOST) break
    }
    return fields
  }
}

interface NamedField {
  readonly name: string
  readonly path: string
}

/** Every field that the schema has, at every level. */
function* listFields(shape: Shape, path: string): Generator<NamedField> {
  const { properties = {}, additionalProperties, items, anyOf = [] } = shape
  for (const [name, field] of Object.entries(properties)) {
    const place = path === '' ? name : `${path}.${name}`
    yield { name, path: place }
    yield* listFields(field, place)
  }
  if (typeof additionalProperties === 'object') yield* listFields(additionalProperties, `${path}.*`)
  if (items !== undefined) yield* listFields(items, `${path}[]`)
  for (const alternative of anyOf) yield* listFields(alternative, path)
}

interface FoundField extends NamedField {
  /** The names of the fields that the schema has in its place. */
  readonly siblings: readonly string[]
}

function* listUnknown(shape: Shape, value: unknown, path: string): Generator<FoundField> {
  if (typeof value !== 'object' || value === null) return
  const part = selectShape(shape, Array.isArray(value))
  if (part === null) return
  const { properties = {}, additionalProperties, items } = part
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (typeof item !== 'object') return
      yield* listUnknown(items!, item, `${path}[${index}]`)
    }
    return
  }
  for (const [name, field] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`
    if (Object.hasOwn(properties, name)) yield* listUnknown(properties[name]!, field, place)
    else if (typeof additionalProperties === 'object') {
      yield* listUnknown(additionalProperties, field, place)
    } else yield { name, path: place, siblings: Object.keys(properties) }
  }
}

/** The alternative of a schema that describes objects, or lists; null when there is none. */
function selectShape(shape: Shape, isList: boolean): Shape | null {
  const { anyOf } = shape
  if (anyOf !== undefined) {
    const shapes = anyOf.flatMap((alternative) => selectShape(alternative, isList) ?? [])
    return shapes[0] ?? null
  }
  const fits = isList ? shape.items !== undefined : shape.properties !== undefined
  return fits ? shape : null
}

interface Meaning {
  readonly path: string
  readonly siblings: readonly string[]
  readonly places: ReadonlyMap<string, string>
}

/** The field that a name means: one beside it, or one at another level. */
function findMeant(name: string, { path, siblings, places }: Meaning): string | null {
  const [beside] = nearNames(name, siblings)
  if (beside !== undefined) return path.slice(0, path.length - name.length) + beside
  const elsewhere = places.has(name) ? name : nearNames(name, places.keys())[0]
  return elsewhere === undefined ? null : places.get(elsewhere)!
}

/** A path that is one word of at most 80 characters, all of them such as a header may have. */
function printable(path: string): string {
  const word = path.replace(/[^\w.*[\]$-]+/g, '_')
  return word.length > 80 ? `${word.slice(0, 77)}...` : word
}

const NOTED = new WeakMap<FastifyRequest, readonly UnknownField[]>()

/** Keeps what was found in the body of a request until it is answered. */
export function noteUnknownFields(request: FastifyRequest, fields: readonly UnknownField[]): void {
  NOTED.set(request, fields)
}

/** The data of an answer with a warning for each unknown field of its request, where they have a place for warnings. */
export function withUnknownFields(request: FastifyRequest, data: unknown): unknown {
  const fields = NOTED.get(request)
  if (fields === undefined || typeof data !== 'object' || data === null) return data
  const texts = fields.map(formatUnknownField)
  const entries = fields.map(({ path, meant }) => ({
    code: 'UNKNOWN_FIELD',
    details: { path, meant },
  }))
  const { warning, warnings } = data as Warned
  const isOfTexts = 'headline' in data
  return {
    ...data,
    ...(warning !== undefined && { warning: [warning, ...texts].filter(Boolean).join('; ') }),
    ...(warnings !== undefined && {
      warnings: isOfTexts
        ? [...warnings, ...texts]
        : [
            ...warnings,
            ...entries.map((entry) => (warning === undefined ? { ...entry, metrics: [] } : entry)),
          ],
    }),
  }
}

interface Warned {
  readonly warning?: string | null
  readonly warnings?: readonly unknown[]
}

/** The warning as text. */
export function formatUnknownField({ path, meant }: UnknownField): string {
  return `UNKNOWN_FIELD path=${path} meant=${meant}`
}

/** Whether a request asks to be refused for what would be a warning (RFC 7240). */
export function isStrict({ headers: { prefer = '' } }: Pick<FastifyRequest, 'headers'>): boolean {
  return /(?:^|[,;])\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i.test(String(prefer))
}
