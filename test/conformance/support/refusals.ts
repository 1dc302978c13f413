import { expect } from 'vitest'
import type { Answer } from '../../support/flights.ts'
import { ENVELOPE, expectFields } from './fields.ts'

/** Expects an error envelope of this status, whose name is `code` and which speaks of `path`. */
export function expectRefusal(
  { status, body }: Answer,
  expected: { readonly status: number; readonly code?: string; readonly path?: string },
): void {
  expect(status, JSON.stringify(body)).toBe(expected.status)
  expectFields(body, ENVELOPE)
  expect(body).toMatchObject({ data: null, success: false, code: String(expected.status) })
  expect(body.errorMsg.length).toBeLessThanOrEqual(512)
  if (expected.code !== undefined) expect(body.detailErrorMsg).toMatch(`${expected.code}:`)
  if (expected.path !== undefined) expect(body.detailErrorMsg).toContain(expected.path)
}

/** Expects the envelope of a success and gives its data. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
export function dataOf({ status, body }: Answer): any {
  expect(status, JSON.stringify(body)).toBe(200)
  expectFields(body, { ...ENVELOPE, data: 'object|array|boolean|string|null' })
  const { data, traceId, ...rest } = body
  expect(rest).toEqual({ success: true, code: '200', errorMsg: null, detailErrorMsg: null })
  return data
}

/** Values that are no text; each stands where a text must. */
export const NOT_TEXT: readonly unknown[] = [null, 5, true, [], {}, ['a']]

/** Values that are no list of texts. */
export const NOT_TEXTS: readonly unknown[] = ['a', 5, true, {}, [5], [null], [['a']]]

/** `value` with the field at `path` (names and indices) replaced; without a third argument it is left out. */
export function changed(
  value: unknown,
  path: readonly (string | number)[],
  ...to: [unknown?]
): unknown {
  const [first, ...rest] = path
  if (first === undefined) return to[0]
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...(value as object) }
  const fields = copy as Record<string | number, unknown>
  if (rest.length === 0 && to.length === 0) delete fields[first]
  else fields[first] = changed(fields[first], rest, ...to)
  return copy
}
