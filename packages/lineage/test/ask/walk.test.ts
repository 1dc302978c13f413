import { describe, expect, test } from 'vitest'
import { walk } from '../../src/ask/walk.ts'

describe('walk', () => {
  test('stops at the limit in a graph without end', () => {
    const { hops, links } = walk(0, { forEachNext: (n, visit) => visit(n + 1, 1), limit: 3 })
    expect([...hops]).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    expect(links).toEqual([
      { near: 0, far: 1, types: 1 },
      { near: 1, far: 2, types: 1 },
      { near: 2, far: 3, types: 1 },
    ])
  })

  test('asks for the neighbours of nothing when no hop is allowed', () => {
    const forEachNext = (): void => expect.unreachable('no hop is allowed')
    const { hops, links } = walk('root', { forEachNext, limit: 0 })
    expect([...hops]).toEqual([['root', 0]])
    expect(links).toEqual([])
  })

  test('asks for the neighbours of each vertex once, however many ways lead to it', () => {
    const asked: number[] = []
    const forEachNext = (n: number, visit: (next: number, types: number) => void): void => {
      asked.push(n)
      for (const next of [n, (n + 1) % 4, (n + 2) % 4]) visit(next, 1)
    }
    const { links } = walk(0, { forEachNext, limit: Number.MAX_SAFE_INTEGER })
    expect(asked.sort()).toEqual([0, 1, 2, 3])
    expect(links).toHaveLength(12)
  })
})
