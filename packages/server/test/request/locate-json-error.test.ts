import { describe, expect, test } from 'vitest'
import { locateJsonError } from '../../src/request/locate-json-error.ts'

describe('locateJsonError', () => {
  test.each([
    ['', 0, 1, 1],
    ['{', 1, 1, 2],
    ['{"a":x}', 5, 1, 6],
    ['{"a":1,}', 7, 1, 8],
    ['[1,]', 3, 1, 4],
    ['[1 2]', 3, 1, 4],
    ['{"a" 1}', 5, 1, 6],
    ['{a:1}', 1, 1, 2],
    ['[}', 1, 1, 2],
    ['1 2', 2, 1, 3],
    ['01', 1, 1, 2],
    ['"\\x"', 0, 1, 1],
    ['{\n  "a": 1,\n  "b": tru\n}', 19, 3, 8],
  ])('finds where %j breaks', (text, offset, line, column) => {
    expect(locateJsonError(text)).toEqual({ offset, line, column })
  })

  test.each(['null', ' [ ] ', '{"a":[{},"\\u00e9\\n",-1.5e+3,true]}', '"\u007f\u2028"'])(
    'finds nothing in %j',
    (text) => {
      expect(locateJsonError(text)).toBeNull()
    },
  )

  test('survives a megabyte of brackets and of text', () => {
    expect(locateJsonError('['.repeat(1_000_000))?.offset).toBe(1_000_000)
    expect(locateJsonError(`"${'a'.repeat(1_000_000)}`)?.offset).toBe(0)
  })
})
