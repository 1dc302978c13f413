import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { compileValidator } from '../../src/plugins/validation.ts'
import { shortenBody, tooManyKeys } from '../../src/request/large-bodies.ts'

const validate = compileValidator(
  Type.Object({
    names: Type.Array(Type.String(), { minItems: 1, maxItems: 10_000 }),
    rest: Type.Optional(Type.Array(Type.Object({ one: Type.Array(Type.String()) }))),
  }),
  'body',
)

function problemsOf(body: unknown): string {
  const result = validate(body)
  return 'error' in result ? result.error.message : 'none'
}

const list = <T>(length: number, item: T): T[] => Array.from({ length }, () => item)

test('a small body stays as it is', () => {
  const body = { names: list(1_000, 'a'), rest: [{ one: [1] }] }
  expect(shortenBody(body)).toBe(body)
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  expect(shortenBody(deep)).toBe(deep)
  expect(shortenBody({ names: list(10_002, 1) })).toEqual({ names: list(10_001, 1) })
})

test('a large body is shortened to all of its fields, at least an entry of each list, and a limited number of values', () => {
  const body = { names: list(500_000, 1), rest: list(500_000, { one: [1, 2, 3] }), last: [4, 5] }
  const kept = shortenBody(body) as typeof body
  expect(kept.names.length).toBe(10_001)
  expect(kept.rest.length).toBeGreaterThan(0)
  expect(kept.rest.length).toBeLessThan(10_000)
  expect(kept.last).toEqual([4])
})

test('the mistakes of a large body are those that are there', () => {
  expect(problemsOf({ names: list(400_000, 'a') })).toBe(
    'The body field names must be a list of at most 10000; found a list of 400000.',
  )
  expect(problemsOf({ names: ['a'], rest: list(200_000, { one: [1] }) })).toContain(
    'The body field rest[0].one[0] must be a string; found the number 1',
  )
  const late = [...list(30_000, { one: ['a'] }), { one: [1] }]
  expect(problemsOf({ names: ['a'], rest: late })).toBe(
    'The body must be as documented; found a mistake after the first entries of a list.',
  )
  expect(problemsOf({ names: ['a'], rest: late.slice(0, -1) })).toBe('none')
})

test('an object has at most a thousand keys', () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))
  expect(tooManyKeys([{ a: keys(1_000) }])).toBeNull()
  expect(tooManyKeys([{ a: [keys(1_001)] }])).toEqual({
    path: '[0].a[0]',
    expected: 'an object with at most 1000 keys',
    found: 'an object with 1001 keys',
  })
  expect(problemsOf({ names: ['a'], ...keys(1_001) })).toBe(
    'The body must be an object with at most 1000 keys; found an object with 1002 keys.',
  )
})
