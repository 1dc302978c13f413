import type { FieldProblem } from '../errors.ts'

/** The most keys of an object in a body: far above what any map of the API may have. */
const MOST_KEYS = 1_000

/**
 * A body with more values is shortened for the search for its mistakes, which takes about a microsecond a value. The
 * longest list of a schema, with three values an entry, is below it.
 */
const MOST_VALUES = 40_000

/** Entries of a list that are kept then: one more than the longest list that a schema allows, so that its limit shows. */
const MOST_ENTRIES = 10_001

/** No schema looks deeper. */
const DEEPEST = 20

/**
 * An object of a body with more than {@link MOST_KEYS} keys, as a problem; null when there is none. It takes some ten
 * nanoseconds a value.
 */
export function tooManyKeys(body: unknown, depth = 0): FieldProblem | null {
  if (!isObject(body) || depth === DEEPEST) return null
  if (Array.isArray(body)) {
    for (let at = 0; at < body.length; at++) {
      const path = tooManyKeys(body[at], depth + 1)
      if (path !== null) return { ...path, path: `[${at}]${joinPath(path.path)}` }
    }
    return null
  }
  let keys = 0
  for (const _ in body) keys += 1
  if (keys > MOST_KEYS) {
    const expected = `an object with at most ${MOST_KEYS} keys`
    return { path: '', expected, found: `an object with ${keys} keys` }
  }
  for (const name in body) {
    const path = tooManyKeys((body as Readonly<Record<string, unknown>>)[name], depth + 1)
    if (path !== null) return { ...path, path: `${name}${joinPath(path.path)}` }
  }
  return null
}

function joinPath(path: string): string {
  return path === '' || path.startsWith('[') ? path : `.${path}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * A large body with only the first entries of its lists; the body itself when it is small. Every list that has an entry
 * keeps one.
 */
export function shortenBody(body: unknown): unknown {
  let budget = MOST_VALUES
  let isCut = false
  const shorten = (value: unknown, depth: number): unknown => {
    budget -= 1
    if (!isObject(value) || depth === DEEPEST) return value
    if (!Array.isArray(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, shorten(item, depth + 1)]),
      )
    }
    const items: unknown[] = []
    for (const item of value) {
      if (items.length > 0 && (budget <= 0 || items.length === MOST_ENTRIES)) {
        isCut = true
        break
      }
      items.push(shorten(item, depth + 1))
    }
    return items
  }
  const shortBody = shorten(body, 0)
  return isCut ? shortBody : body
}
