import { describe, expect, test } from 'vitest'
import { createHeadline } from '../../src/analysis/headline.ts'
import { rowOf } from '../support/rows.ts'

const labels = (rows: readonly { labels: readonly string[] }[]) => rows.map((row) => row.labels[0])
const leaders = (change: number, ...contributions: readonly (number | null)[]) => {
  const rows = contributions.map((one, at) => rowOf('abcdefgh'.charAt(at), one))
  return labels(createHeadline(change, { rows, remainder: null }).leaders.map(({ row }) => row))
}

describe('the headline', () => {
  test('names the group that holds at least 30 % of the change', () => {
    expect(leaders(10, 5, 3, 2)).toEqual(['a'])
    expect(leaders(-10, -5, -3, -2)).toEqual(['a'])
  })

  test('names two groups when only together they hold as much', () => {
    expect(leaders(10, 2, 2, 2, 2, 2)).toEqual(['a', 'b'])
    expect(leaders(10, 1, 1, 1, 1, 1, 1, 1)).toEqual([])
  })

  test('names nobody for a group alone, or when the largest goes against the change', () => {
    expect(leaders(10, 10)).toEqual([])
    expect(leaders(2, -8, 6, 4)).toEqual([])
    expect(leaders(0, 5, -5)).toEqual([])
  })

  test('says how the groups moved beside one another', () => {
    const pattern = (change: number, ...contributions: readonly number[]) =>
      createHeadline(change, {
        rows: contributions.map((one, at) => rowOf(`${at}`, one)),
        remainder: null,
      }).pattern
    expect(pattern(6, 3, 2, 1)).toBe('all')
    expect(pattern(-6, -3, -2, -1)).toBe('all')
    expect(pattern(7, 3, 2, 3, -1)).toBe('allBut')
    expect(pattern(1, 5, -4)).toBe('against')
    expect(pattern(5, 3, 2, 0)).toBe('mixed')
    expect(pattern(5, 5)).toBe('mixed')
  })
})
