import { describe, expect, test } from 'vitest'
import { parseJson } from '../../src/request/parse-json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

describe('parseJson', () => {
  test('reads JSON, with or without a byte order mark', () => {
    expect(parse('{"a":[1,"é"]}')).toEqual({ a: [1, 'é'] })
    expect(parse('\ufeff1')).toBe(1)
  })

  test('reads no bytes as no body', () => {
    expect(parse('')).toBeUndefined()
  })

  test('says where the text breaks', () => {
    expect(() => parse('{"a":\n x}')).toThrow('breaks at line 2, column 2')
  })

  test('rejects bytes that are not UTF-8', () => {
    expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('not valid UTF-8')
  })

  test.each(['{"__proto__":1}', '{"a":[{"\\u005f_proto__":{}}]}'])(
    'rejects the key __proto__ in %s',
    (text) => {
      expect(() => parse(text)).toThrow('__proto__ must be absent')
    },
  )

  test('takes __proto__ as a value', () => {
    expect(parse('{"a":"__proto__"}')).toEqual({ a: '__proto__' })
  })
})
