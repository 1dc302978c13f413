import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layOut } from '../../src/layout/lay-out.ts'
import { assignLayers, type Digraph, withoutCycles } from '../../src/layout/layers.ts'

const graph: fc.Arbitrary<Digraph> = fc
  .integer({ min: 1, max: 25 })
  .chain((size) =>
    fc
      .array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 60 })
      .map((edges) => ({ size, edges })),
  )
const HEIGHT = 40
const GAP = 10

describe('layers', () => {
  test('every edge leads to a later one, once cycles are broken', () => {
    fc.assert(
      fc.property(graph, (one) => {
        const { edges } = withoutCycles(one)
        const layers = assignLayers({ size: one.size, edges })
        for (const [from, to] of edges) expect(layers[to]!).toBeGreaterThan(layers[from]!)
        expect(Math.min(...layers)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('an edge is turned only where there is a cycle', () => {
    fc.assert(
      fc.property(graph, ({ size, edges }) => {
        const forward = edges.filter(([from, to]) => from < to)
        expect(withoutCycles({ size, edges: forward }).turned.some(Boolean)).toBe(false)
      }),
    )
  })

  test('a chain of 20,000 is no deep recursion', () => {
    const edges = Array.from({ length: 19_999 }, (_, at) => [at, at + 1] as const)
    expect(
      assignLayers({ size: 20_000, edges: withoutCycles({ size: 20_000, edges }).edges }).at(-1),
    ).toBe(19_999)
  })
})

describe('a layout', () => {
  test('no two boxes of a layer overlap', () => {
    fc.assert(
      fc.property(graph, (one) => {
        const { places } = layOut(one, { heights: heightsOf(one), gap: GAP })
        const byLayer = Object.values(Object.groupBy(places, ({ layer }) => layer))
        for (const layer of byLayer) {
          const ys = layer!.map(({ y }) => y).sort((a, b) => a - b)
          ys.slice(1).forEach((y, at) => {
            expect(y - ys[at]!).toBeGreaterThanOrEqual(HEIGHT + GAP - 1e-6)
          })
        }
      }),
    )
  })

  test('an edge over several layers bends once in each, in its own direction', () => {
    fc.assert(
      fc.property(graph, (one) => {
        const { places, bends } = layOut(one, { heights: heightsOf(one), gap: GAP })
        one.edges.forEach(([from, to], edge) => {
          const [start, end] = [places[from]!.layer, places[to]!.layer]
          const step = Math.sign(end - start)
          const between = Array.from(
            { length: Math.abs(end - start) - 1 },
            (_, at) => start + (at + 1) * step,
          )
          expect(bends[edge]!.map(({ layer }) => layer)).toEqual(between)
        })
      }),
    )
  })
})

function heightsOf({ size }: Digraph): readonly number[] {
  return new Array<number>(size).fill(HEIGHT)
}
