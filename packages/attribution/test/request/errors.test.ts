import { TributaryError } from '@tributary/core'
import { expect, test } from 'vitest'
import { columnTypeError, fanOutError, unknownColumnError } from '../../src/request/errors.ts'

test('says what was expected, what was found and what to do', () => {
  const error = fanOutError('airports', '["ATL"]')
  expect(error).toBeInstanceOf(TributaryError)
  expect(error.name).toBe('AttributionError')
  expect(error.message).toBe(
    'Table "airports" should have one row for each key, but the key ["ATL"] occurs twice, so rows would be counted twice; make the key unique',
  )
})

test('shows a value of any kind', () => {
  expect(columnTypeError('c', 0, 'STRING', 5n).message).toContain('row 0 contains bigint 5n')
  expect(columnTypeError('c', 0, 'INT', 'x').message).toContain('row 0 contains string "x"')
})

test('suggests near names only when there are some', () => {
  expect(unknownColumnError('t', 'zzz', []).message).toBe('Table "t" has no column "zzz"')
  expect(unknownColumnError('t', 'a', ['b', 'c']).message).toContain('did you mean "b" or "c"?')
})
