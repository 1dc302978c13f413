import { describe, expect, test } from 'vitest'
import { nearNames } from '../src/near-names.ts'

const METRICS = ['flight_count', 'total_delay', 'total_distance', 'longest_delay', 'late_rate']

describe('nearNames', () => {
  test.each([
    ['flight_cuont', ['flight_count']],
    ['FlightCount', ['flight_count']],
    ['flight count', ['flight_count']],
    ['late_rat', ['late_rate']],
    ['total_dely', ['total_delay']],
    ['xyz', []],
    ['', []],
  ])('offers for %j what may have been meant', (name, expected) => {
    expect(nearNames(name, METRICS)).toEqual(expected)
  })

  test('puts the nearest first and offers at most three', () => {
    expect(nearNames('abcd', ['abcx', 'ABCD', 'abdc', 'abce', 'abcf'])).toEqual([
      'ABCD',
      'abce',
      'abcf',
    ])
  })

  test('treats names of object members like any other name', () => {
    expect(nearNames('constuctor', ['constructor', '__proto__'])).toEqual(['constructor'])
  })
})
