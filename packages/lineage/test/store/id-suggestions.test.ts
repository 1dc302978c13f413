import { describe, expect, test } from 'vitest'
import { IdSuggestions } from '../../src/store/id-suggestions.ts'
import { ref } from '../samples.ts'

describe('near', () => {
  test('finds ids of the same type only', () => {
    const ids = knownIds(['METRIC late_rate', 'DIMENSION late_rates'])
    expect(ids.near(ref('METRIC late_rat'))).toEqual(['late_rate'])
    expect(ids.near(ref('FILE late_rat'))).toEqual([])
  })

  test('forgets a deleted id', () => {
    const ids = knownIds(['METRIC late_rate'])
    ids.delete(ref('METRIC late_rate'))
    expect(ids.near(ref('METRIC late_rat'))).toEqual([])
  })

  test('compares a short id with 10,000 ids and no more', () => {
    const ids = knownIds(Array.from({ length: 10_000 }, (_, i) => `METRIC m${i}`))
    expect(ids.near(ref('METRIC m_777'))).toContain('m777')
    ids.add(ref('METRIC m10000'))
    expect(ids.near(ref('METRIC m_777'))).toEqual([])
  })

  test('compares an id of 40 characters with a quarter as many', () => {
    const long = 'c'.repeat(40)
    const ids = knownIds(Array.from({ length: 2_499 }, (_, i) => `METRIC m${i}`))
    ids.add(ref(`METRIC ${long}`))
    expect(ids.near(ref(`METRIC C${long.slice(1)}`))).toEqual([long])
    ids.add(ref('METRIC one_more'))
    expect(ids.near(ref(`METRIC C${long.slice(1)}`))).toEqual([])
  })
})

test('forgets the ids of a type that has too many, until all are gone', () => {
  const many = Array.from({ length: 10_001 }, (_, i) => `METRIC m${i}`)
  const ids = knownIds(many)
  for (const id of many.slice(1)) ids.delete(ref(id))
  expect(ids.near(ref('METRIC m_0'))).toEqual([])
  ids.delete(ref('METRIC m0'))
  ids.add(ref('METRIC m7'))
  expect(ids.near(ref('METRIC m_7'))).toEqual(['m7'])
})

test('forgets everything at once', () => {
  const ids = knownIds(['METRIC late_rate'])
  ids.clear()
  expect(ids.near(ref('METRIC late_rat'))).toEqual([])
})

function knownIds(texts: readonly string[]): IdSuggestions {
  const ids = new IdSuggestions()
  for (const text of texts) ids.add(ref(text))
  return ids
}
