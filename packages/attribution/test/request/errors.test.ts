import { TributaryError } from '@tributary/core'
import { expect, test } from 'vitest'
import { columnTypeMismatch, fanOut, unknownColumn } from '../../src/request/errors.ts'

test('says what was expected, what was found and what to do', () => {
  const error = fanOut('airports', '["ATL"]')
  expect(error).toBeInstanceOf(TributaryError)
  expect(error.name).toBe('AttributionError')
  expect(error.message).toBe(
    'Table "airports" should have one row for a key, but key ["ATL"] has two; rows would be counted twice. Make the key unique',
  )
})

test('shows a value of any kind', () => {
  expect(columnTypeMismatch('c', 0, 'STRING', 5n).message).toContain('row 0 holds bigint 5n')
  expect(columnTypeMismatch('c', 0, 'INT', 'x').message).toContain('row 0 holds string "x"')
})

test('suggests near names only when there are some', () => {
  expect(unknownColumn('t', 'zzz', []).message).toBe('Table "t" has no column "zzz"')
  expect(unknownColumn('t', 'a', ['b', 'c']).message).toContain('did you mean "b" or "c"?')
})
