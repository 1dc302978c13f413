import { expect, test } from 'vitest'
import { TributaryError } from '../src/errors.ts'

class ShopError extends TributaryError<'SHOP_CLOSED' | 'SHOP_EMPTY'> {}

test('an error keeps its class name, code, details and cause', () => {
  const cause = new Error('no key')
  const error = new ShopError('SHOP_CLOSED', 'The shop is closed until 9.', {
    details: { opens: 9 },
    cause,
  })
  expect(error).toBeInstanceOf(Error)
  expect(error.name).toBe('ShopError')
  expect(error.code).toBe('SHOP_CLOSED')
  expect(error.details).toEqual({ opens: 9 })
  expect(error.cause).toBe(cause)
})

test('an error without a cause has none', () => {
  expect('cause' in new ShopError('SHOP_EMPTY', 'Nothing left.')).toBe(false)
})
