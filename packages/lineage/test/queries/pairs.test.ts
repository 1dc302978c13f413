import { pairs } from '@tributary/lineage/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyRooted, edge, graphOf, ref, text } from '../samples.ts'

test('gives each pair with an edge once, whatever the types', () => {
  fc.assert(
    fc.property(anyRooted, ({ edges, vertices }) => {
      const found = Array.from(pairs(graphOf(edges, vertices)), ({ src, dst }) => [
        text(src),
        text(dst),
      ])
      const expected = new Set(edges.map(({ src, dst }) => JSON.stringify([text(src), text(dst)])))
      expect(found.map((one) => JSON.stringify(one)).sort()).toEqual([...expected].sort())
    }),
  )
})

test('goes on while the graph changes', () => {
  const graph = graphOf([
    edge('METRIC a > METRIC b'),
    edge('METRIC a > METRIC c'),
    edge('METRIC b > METRIC c'),
    edge('METRIC c > METRIC d'),
  ])
  const found = pairs(graph)
  expect(found.next().value).toEqual({ src: ref('METRIC a'), dst: ref('METRIC b') })
  graph.dropVertex(ref('METRIC c'))
  const rest = Array.from(found, ({ src, dst }) => `${text(src)} > ${text(dst)}`)
  expect(rest).toEqual(['METRIC a > METRIC c'])
})
