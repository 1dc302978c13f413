import { expect, test } from 'vitest'
import {
  collect,
  parseMemory,
  parseNames,
  parsePort,
  parseRows,
  parseSteps,
} from '../../src/flags/parse.ts'

test.each([
  ['0', 0],
  ['8080', 8080],
  ['65535', 65535],
])('reads the port %s', (text, port) => {
  expect(parsePort(text)).toBe(port)
})

test.each(['', '-1', '65536', '80.5', '0x50', 'http', ' 80'])('refuses the port %j', (text) => {
  expect(() => parsePort(text)).toThrow('Expected a whole number from 0 to 65535.')
})

test('the number of rows is at least 1, the number of steps can be 0', () => {
  expect(() => parseRows('0')).toThrow('from 1 to')
  expect(parseSteps('0')).toBe(0)
})

test('reads names between commas', () => {
  expect(parseNames('origin, distance_band')).toEqual(['origin', 'distance_band'])
  expect(() => parseNames('origin,,x')).toThrow('separated by single commas')
})

test('collects repeated options in order', () => {
  expect(collect('b', collect('a'))).toEqual(['a', 'b'])
})

test.each([
  ['0', 0],
  ['512MiB', 2 ** 29],
  ['1.5 GiB', 1.5 * 2 ** 30],
  ['2gb', 2e9],
  ['134217728', 2 ** 27],
])('reads the memory %s', (text, bytes) => {
  expect(parseMemory(text)).toBe(bytes)
})

test.each(['', 'lots', '-1', '1 TB', '1e9', 'MiB', '99999999999999999999'])(
  'refuses the memory %j',
  (text) => {
    expect(() => parseMemory(text)).toThrow('Expected an amount of memory, such as 512MiB')
  },
)
