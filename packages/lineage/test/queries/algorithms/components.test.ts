import { describe, expect, it } from 'vitest'
import { findComponents } from '../../../src/queries/algorithms/components.ts'
import { EDGES_AT_ONCE } from '../../../src/queries/algorithms/reach.ts'

describe('components', () => {
  it.each([0, 1])('yields on the way along a chain, with %i vertices before it', (before) => {
    const size = before + 8 * EDGES_AT_ONCE
    const places = Uint32Array.from({ length: size }, (_, place) => place)
    const counts = places.map((place) => (place >= before && place < size - 1 ? 1 : 0))
    const words = places.map((place) => (place + 1) << 2)
    let looked = 0
    const work = findComponents({
      size,
      vertexAt: (place) => {
        looked += 1
        return place
      },
      findPlace: (vertex) => vertex,
      targets: { starts: places, counts, words },
    })
    let most = 0
    let step = work.next()
    for (; step.done !== true; step = work.next()) {
      most = Math.max(most, looked)
      looked = 0
    }
    expect(most).toBeLessThanOrEqual(2 * EDGES_AT_ONCE)
    expect(step.value.count).toBe(size)
  })
})
