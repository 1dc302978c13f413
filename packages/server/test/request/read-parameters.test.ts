import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { headerReader, queryReader } from '../../src/request/read-parameters.ts'

const schema = Type.Object({
  step: Type.Integer(),
  names: Type.Array(Type.String()),
  name: Type.String(),
})

describe('queryReader', () => {
  test('reads an integer of digits', () => {
    expect(queryReader(schema)({ step: '012' })).toEqual({ step: 12 })
    expect(queryReader(schema)({ step: '-1' })).toEqual({ step: -1 })
  })

  test.each(['', ' 1', '1.5', '--1', '+1', '1e3', '0x1', 'abc', '٣', '9999999999999999'])(
    'leaves %j for the schema to reject',
    (step) => {
      expect(queryReader(schema)({ step })).toEqual({ step })
    },
  )

  test('leaves a repeated integer for the schema to reject', () => {
    expect(queryReader(schema)({ step: ['1', '2'] })).toEqual({ step: ['1', '2'] })
  })

  test('reads a list separated by commas, repeated or both', () => {
    expect(queryReader(schema)({ names: 'a, b' })).toEqual({ names: ['a', 'b'] })
    expect(queryReader(schema)({ names: ['a,b', 'c', ''] })).toEqual({ names: ['a', 'b', 'c'] })
  })

  test('leaves text and unknown parameters alone', () => {
    expect(queryReader(schema)({ name: '1', other: '2' })).toEqual({ name: '1' })
  })
})

test('headerReader decodes header bytes as UTF-8 when valid, and leaves others unchanged', () => {
  const headers = headerReader(Type.Object({ name: Type.String() }))
  const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')
  expect(headers({ name: bytesOf('张三') })).toEqual({ name: '张三' })
  expect(headers({ name: bytesOf('Zoë 😀') })).toEqual({ name: 'Zoë 😀' })
  expect(headers({ name: 'Zoë' })).toEqual({ name: 'Zoë' })
  expect(headers({ name: '张三' })).toEqual({ name: '张三' })
  expect(headers({ name: 'plain' })).toEqual({ name: 'plain' })
})

test('readHeaders finds a header in the case of the schema', () => {
  const headers = Type.Object({ queryBy: Type.String() })
  expect(headerReader(headers)({ queryby: 'UUID', host: 'x' })).toEqual({ queryBy: 'UUID' })
})
