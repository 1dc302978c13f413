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
      const found = tooManyKeys(body[at], depth + 1)
      if (found !== null) return { ...found, path: `[${at}]${joined(found.path)}` }
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
    const found = tooManyKeys((body as Readonly<Record<string, unknown>>)[name], depth + 1)
    if (found !== null) return { ...found, path: `${name}${joined(found.path)}` }
  }
  return null
}

function joined(path: string): string {
  return path === '' || path.startsWith('[') ? path : `.${path}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * A large body with only the first entries of its lists; the body itself when it is small. Every list that has an entry
 * keeps one.
 */
export function shortened(body: unknown): unknown {
  let left = MOST_VALUES
  let isCut = false
  const shorten = (value: unknown, depth: number): unknown => {
    left -= 1
    if (!isObject(value) || depth === DEEPEST) return value
    if (!Array.isArray(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, shorten(one, depth + 1)]),
      )
    }
    const kept: unknown[] = []
    for (const item of value) {
      if (kept.length > 0 && (left <= 0 || kept.length === MOST_ENTRIES)) {
        isCut = true
        break
      }
      kept.push(shorten(item, depth + 1))
    }
    return kept
  }
  const kept = shorten(body, 0)
  return isCut ? kept : body
}
