import { expect, test } from 'vitest'
import { keyText } from '../../src/results/key-text.ts'

test('writes decimals with every digit and no zeros at the end', () => {
  const units = [1050n, -5n, 0n, 10n ** 20n, null]
  expect(keyText({ kind: 'exact', scale: 2, units })).toEqual([
    '10.5',
    '-0.05',
    '0',
    '1000000000000000000',
    null,
  ])
  expect(keyText({ kind: 'exact', scale: 0, units: [100n] })).toEqual(['100'])
})

test('writes other kinds as the language does', () => {
  expect(keyText({ kind: 'double', values: Float64Array.of(0.5, Number.NaN) })).toEqual([
    '0.5',
    null,
  ])
  expect(keyText({ kind: 'boolean', values: [true, null] })).toEqual(['true', null])
  expect(keyText({ kind: 'date', values: [-1, null] })).toEqual(['1969-12-31', null])
  expect(keyText({ kind: 'timestamp', values: [1n, null] })).toEqual([
    '1970-01-01 00:00:00.000001',
    null,
  ])
  expect(keyText({ kind: 'text', values: ['x', null] })).toEqual(['x', null])
})
