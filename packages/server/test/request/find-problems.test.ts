import { FORMS } from '@tributary/contract/internal'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { findProblems } from '../../src/request/find-problems.ts'

const refs = Type.Unsafe(
  Type.Object({}, { additionalProperties: Type.Object({ ref: Type.String() }) }),
)

const validator = Compile(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 3 }),
    kind: Type.Enum(['A', 'B']),
    filters: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
    map: Type.Optional(Type.Union([refs, Type.Null()])),
  }),
)

const problems = (value: unknown) => findProblems(value, validator.Errors(value))

describe('findProblems', () => {
  test('finds nothing wrong with a value that fits', () => {
    expect(problems({ name: 'a', kind: 'A', filters: null, other: 1 })).toEqual([])
  })

  test('tells each missing field', () => {
    expect(problems({})).toEqual([
      { path: 'name', expected: 'given', found: null },
      { path: 'kind', expected: 'given', found: null },
    ])
  })

  test('tells the alternatives of a field that may be null', () => {
    expect(problems({ name: 'a', kind: 'A', filters: 3 })).toEqual([
      { path: 'filters', expected: 'an array or null', found: 'the number 3' },
    ])
  })

  test('tells the place inside an array and inside a map', () => {
    expect(problems({ name: 'a', kind: 'A', filters: ['x', {}], map: { 'b/~': {} } })).toEqual([
      { path: 'filters[1]', expected: 'a string', found: 'an object' },
      { path: 'map.b/~.ref', expected: 'given', found: null },
    ])
  })

  test('says how long a list is that is too long', () => {
    const limited = Compile(
      Type.Object({ list: Type.Union([Type.Array(Type.Integer(), { maxItems: 2 }), Type.Null()]) }),
    )
    const value = { list: [1, 2, 3] }
    expect(findProblems(value, limited.Errors(value))).toEqual([
      { path: 'list', expected: 'a list of at most 2 or null', found: 'a list of 3' },
    ])
  })

  test('says how many keys an object may have', () => {
    const one = Compile(Type.Object({}, { minProperties: 1, maxProperties: 1 }))
    const problem = (value: object) => findProblems(value, one.Errors(value))
    expect(problem({ a: 1, b: 2 })).toEqual([
      { path: '', expected: 'an object with at most 1 key', found: 'an object with 2 keys' },
    ])
    expect(problem({})).toEqual([
      { path: '', expected: 'an object with at least 1 key', found: 'an object with 0 keys' },
    ])
  })

  test('says what a pattern of the contract means', () => {
    const day = Compile(Type.Object({ day: Type.String({ pattern: FORMS.day.pattern }) }))
    const value = { day: '2023-02-29' }
    expect(findProblems(value, day.Errors(value))).toEqual([
      {
        path: 'day',
        expected: 'a day of the years 0001 to 9999 that exists as YYYY-MM-DD, such as 2024-05-31',
        found: 'the string "2023-02-29"',
      },
    ])
  })

  test('sees a key with a line break', () => {
    expect(problems({ name: 'a', kind: 'A', map: { 'a\nb': 1 } })).toEqual([
      { path: 'map.a\nb', expected: 'an object', found: 'the number 1' },
    ])
  })

  test('does not take an inherited property for a given one', () => {
    const inherited = Compile(Type.Object({ toString: Type.String() }))
    expect(findProblems({}, inherited.Errors({}))).toEqual([
      { path: 'toString', expected: 'given', found: null },
    ])
  })

  test('does not repeat a text that is too long', () => {
    expect(problems({ name: 'secret', kind: 'C' })).toEqual([
      { path: 'name', expected: 'at most 3 characters', found: 'a longer one' },
      { path: 'kind', expected: 'one of A, B', found: 'the string "C"' },
    ])
  })

  test('tells the limits of lists, numbers and forms', () => {
    const limited = Compile(
      Type.Object({
        list: Type.Array(Type.Integer(), { maxItems: 2 }),
        page: Type.Integer({ minimum: 1, maximum: 9 }),
        size: Type.Integer({ minimum: 1, maximum: 9 }),
        name: Type.String({ pattern: '^[a-z]+$' }),
        count: Type.Integer(),
      }),
    )
    const value = { list: [1, 2, 3], page: 0, size: 10, name: 'A', count: 1.5 }
    const told = findProblems(value, limited.Errors(value)).map(({ expected }) => expected)
    expect(told).toEqual([
      'a list of at most 2',
      '1 or more',
      '9 or less',
      'a text of the form ^[a-z]+$',
      'a whole number',
    ])
  })

  test.each([
    [null, 'nothing'],
    [[], 'an empty list'],
    ['', 'an empty string'],
    [true, 'the boolean true'],
  ])('tells that %j is no object', (value, found) => {
    expect(problems(value)).toEqual([{ path: '', expected: 'an object', found }])
  })
})
