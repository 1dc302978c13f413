import {
  analyzeImpact,
  cycles,
  evidence,
  findUnsourced,
  findUnused,
  singlePointsOfFailure,
} from '@tributary/lineage'
import { describe, expect, test } from 'vitest'
import { edge, failureOf, graphOf, ref, text } from '../samples.ts'

const flights = graphOf([
  edge('FILE flights.parquet > DATASET flights'),
  edge('FILE_COLUMN flights.parquet.delay > DATASET_COLUMN flights.delay', 'COLUMN_IMPACT'),
  edge('DATASET flights > DATASET_COLUMN flights.delay'),
  edge('DATASET flights > DATASET_COLUMN flights.gate'),
  edge('DATASET flights > METRIC flights'),
  edge('DATASET_COLUMN flights.delay > METRIC delay', 'COLUMN_IMPACT'),
  edge('METRIC delay > METRIC average_delay', 'COLUMN_IMPACT'),
  edge('METRIC flights > METRIC average_delay', 'COLUMN_IMPACT'),
])

describe('analyzeImpact', () => {
  test('tells what breaks from what only degrades', () => {
    const { breaks, degrades } = analyzeImpact(flights, {
      removed: [ref('FILE_COLUMN flights.parquet.delay')],
    })
    expect(breaks).toEqual([])
    expect(degrades.map((one) => [text(one), one.hop, one.lostSources, one.sources])).toEqual([
      ['DATASET_COLUMN flights.delay', 1, 1, 2],
      ['METRIC delay', 2, 0, 1],
      ['METRIC average_delay', 3, 0, 2],
    ])
  })

  test('follows columns alone when asked to', () => {
    const { breaks, degrades } = analyzeImpact(flights, {
      removed: [ref('FILE_COLUMN flights.parquet.delay')],
      edgeTypes: ['COLUMN_IMPACT'],
    })
    expect(breaks.map(text)).toEqual(['DATASET_COLUMN flights.delay', 'METRIC delay'])
    expect(degrades.map(text)).toEqual(['METRIC average_delay'])
  })

  test('takes several away at once', () => {
    const removed = [ref('METRIC delay'), ref('METRIC flights')]
    expect(analyzeImpact(flights, { removed }).breaks.map(text)).toEqual(['METRIC average_delay'])
  })

  test('breaks a circle that nothing else feeds', () => {
    const graph = graphOf([
      edge('METRIC a > METRIC b'),
      edge('METRIC b > METRIC c'),
      edge('METRIC c > METRIC b'),
    ])
    expect(analyzeImpact(graph, { removed: [ref('METRIC a')] }).breaks.map(text)).toEqual([
      'METRIC b',
      'METRIC c',
    ])
  })
})

test('singlePoints lists what everything passes, and a file that takes all columns along', () => {
  const points = singlePointsOfFailure(flights, ref('METRIC average_delay'))
  expect(points.map(text)).toEqual(['DATASET flights', 'FILE flights.parquet'])
  expect(singlePointsOfFailure(flights, ref('METRIC flights')).map(text)).toEqual([
    'DATASET flights',
    'FILE flights.parquet',
  ])
})

describe('evidence', () => {
  test('gives a shortest way with its edge types and counts the others', () => {
    const found = evidence(flights, {
      from: ref('FILE flights.parquet'),
      to: ref('METRIC average_delay'),
    })
    expect(found?.path.map(text)).toEqual([
      'FILE flights.parquet',
      'DATASET flights',
      'METRIC flights',
      'METRIC average_delay',
    ])
    expect(found?.steps).toEqual([['TABLE_IMPACT'], ['TABLE_IMPACT'], ['COLUMN_IMPACT']])
    expect([found?.paths, found?.shortestPaths]).toEqual([2n, 1n])
  })

  test('is null where nothing flows', () => {
    const from = ref('METRIC delay')
    expect(evidence(flights, { from, to: ref('FILE flights.parquet') })).toBeNull()
  })

  test('counts more ways than could ever be listed', () => {
    const layers = Array.from({ length: 100 }, (_, i) => [
      edge(`METRIC m${i} > METRIC left${i}`),
      edge(`METRIC m${i} > METRIC right${i}`),
      edge(`METRIC left${i} > METRIC m${i + 1}`),
      edge(`METRIC right${i} > METRIC m${i + 1}`),
    ])
    const found = evidence(graphOf(layers.flat()), {
      from: ref('METRIC m0'),
      to: ref('METRIC m100'),
    })
    expect([found?.paths, found?.shortestPaths]).toEqual([2n ** 100n, 2n ** 100n])
  })
})

test('cycles names the circle and the edge that closes it', () => {
  const graph = graphOf([
    edge('METRIC a > METRIC b'),
    edge('METRIC b > METRIC c'),
    edge('METRIC c > METRIC a', 'COLUMN_IMPACT'),
    edge('METRIC c > METRIC d'),
    edge('METRIC d > METRIC d'),
  ])
  const found = cycles(graph)
  expect(found.map(({ vertices }) => vertices.map(text))).toEqual([
    ['METRIC a', 'METRIC b', 'METRIC c'],
    ['METRIC d'],
  ])
  expect(found[0]!.closedBy).toEqual([edge('METRIC c > METRIC a', 'COLUMN_IMPACT')])
})

test('cycles and single points take a chain of any length', () => {
  const chain = Array.from({ length: 20_000 }, (_, i) => edge(`METRIC m${i} > METRIC m${i + 1}`))
  const graph = graphOf(chain)
  expect(cycles(graph)).toEqual([])
  expect(singlePointsOfFailure(graph, ref('METRIC m20000'))).toHaveLength(20_000)
})

test('unused and unsourced name the loose ends', () => {
  expect(findUnused(flights).map(text)).toEqual(['DATASET_COLUMN flights.gate'])
  expect(findUnsourced(graphOf([edge('DATASET x > METRIC x')])).map(text)).toEqual([
    'DATASET x',
    'METRIC x',
  ])
})

test.each([
  ['impact', () => analyzeImpact(flights, { removed: [ref('METRIC dely')] })],
  ['single points', () => singlePointsOfFailure(flights, ref('METRIC dely'))],
  ['evidence', () => evidence(flights, { from: ref('METRIC delay'), to: ref('METRIC dely') })],
])('%s of an unknown vertex names near ones', (_, ask) => {
  const failed = failureOf(ask)
  expect(failed.code).toBe('LINEAGE_UNKNOWN_VERTEX')
  expect(failed.message).toContain('Did you mean "delay"?')
})
