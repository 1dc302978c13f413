import { createLineageGraph, type Vertex } from '@tributary/lineage'
import { describe, expect, test } from 'vitest'
import { bare, edge, edgeText, failureOf, graphOf, ref, text } from '../samples.ts'

describe('setVertex', () => {
  test('keeps what the vertex says', () => {
    const graph = createLineageGraph()
    const lateRate: Vertex = {
      ...ref('METRIC late_rate'),
      displayName: 'Late rate',
      description: 'Share of late flights',
      custom: { type: 'COMPOSITE' },
    }
    graph.setVertex(lateRate)
    expect(graph.vertex(ref('METRIC late_rate'))).toEqual(lateRate)
  })

  test('replaces what was said before and leaves the edges', () => {
    const graph = graphOf([edge('DATASET flights > METRIC delay')])
    graph.setVertex({ ...bare(ref('METRIC delay')), displayName: 'Delay' })
    expect(graph.vertex(ref('METRIC delay'))?.displayName).toBe('Delay')
    expect(graph.vertexCount).toBe(2)
    expect(graph.edgeCount).toBe(1)
  })

  test('keeps the same id apart in two types', () => {
    const graph = graphOf([], [ref('METRIC origin'), ref('DIMENSION origin')])
    expect(Array.from(graph.vertices(), text)).toEqual(['METRIC origin', 'DIMENSION origin'])
    expect(graph.vertex(ref('FILE origin'))).toBeUndefined()
  })

  test('does not follow later changes of the given object', () => {
    const graph = createLineageGraph()
    const given = { ...bare(ref('METRIC delay')), extra: 1 }
    graph.setVertex(given)
    Object.assign(given, { displayName: 'changed' })
    expect(graph.vertex(ref('METRIC delay'))).toEqual(bare(ref('METRIC delay')))
  })
})

describe('addEdge', () => {
  test('says whether the edge was new', () => {
    const graph = graphOf([], [ref('DATASET flights'), ref('METRIC delay')])
    expect(graph.addEdge(edge('DATASET flights > METRIC delay'))).toBe(true)
    expect(graph.addEdge(edge('DATASET flights > METRIC delay'))).toBe(false)
    expect(graph.edgeCount).toBe(1)
  })

  test('keeps both types of one pair and both directions apart', () => {
    const graph = graphOf([
      edge('METRIC a > METRIC b', 'TABLE_IMPACT'),
      edge('METRIC b > METRIC a', 'TABLE_IMPACT'),
      edge('METRIC a > METRIC b', 'COLUMN_IMPACT'),
      edge('METRIC a > METRIC a', 'COLUMN_IMPACT'),
    ])
    expect(Array.from(graph.edges(), edgeText)).toEqual([
      'METRIC a > METRIC b COLUMN_IMPACT',
      'METRIC a > METRIC b TABLE_IMPACT',
      'METRIC a > METRIC a COLUMN_IMPACT',
      'METRIC b > METRIC a TABLE_IMPACT',
    ])
    expect(graph.edgeCount).toBe(4)
  })

  test('takes ids that plain objects stumble over', () => {
    const graph = graphOf([
      edge('METRIC a > METRIC constructor'),
      edge('METRIC __proto__ > METRIC a'),
      edge('METRIC toString > METRIC __proto__'),
    ])
    expect(graph.edgeCount).toBe(3)
    expect(graph.vertex(ref('METRIC hasOwnProperty'))).toBeUndefined()
  })

  test.each([
    ['METRIC dely > METRIC rate', 'source', 'METRIC "dely"'],
    ['METRIC delay > DATASET rate', 'destination', 'DATASET "rate"'],
  ])('refuses %s, naming the %s', (text, end, name) => {
    const graph = graphOf([], [ref('METRIC delay'), ref('METRIC rate')])
    const failed = failureOf(() => graph.addEdge(edge(text)))
    expect(failed.code).toBe('LINEAGE_UNKNOWN_VERTEX')
    expect(failed.message).toContain(name)
    expect(failed.message).toContain(`the ${end} of an edge`)
    expect(graph.edgeCount).toBe(0)
    expect(graph.vertexCount).toBe(2)
  })
})

describe('dropEdge', () => {
  test('leaves the edge of the other type', () => {
    const graph = graphOf([
      edge('METRIC a > METRIC b', 'TABLE_IMPACT'),
      edge('METRIC a > METRIC b', 'COLUMN_IMPACT'),
    ])
    expect(graph.dropEdge(edge('METRIC a > METRIC b', 'COLUMN_IMPACT'))).toBe(true)
    expect(Array.from(graph.edges(), edgeText)).toEqual(['METRIC a > METRIC b TABLE_IMPACT'])
  })

  test('says when there was no such edge', () => {
    const graph = graphOf([edge('METRIC a > METRIC b', 'TABLE_IMPACT')])
    expect(graph.dropEdge(edge('METRIC a > METRIC b', 'COLUMN_IMPACT'))).toBe(false)
    expect(graph.dropEdge(edge('METRIC b > METRIC a'))).toBe(false)
    expect(graph.dropEdge(edge('METRIC a > METRIC nowhere'))).toBe(false)
    expect(graph.edgeCount).toBe(1)
  })
})

describe('dropVertex', () => {
  test('takes the edges of both directions along', () => {
    const graph = graphOf([
      edge('METRIC a > METRIC b', 'TABLE_IMPACT'),
      edge('METRIC a > METRIC b', 'COLUMN_IMPACT'),
      edge('METRIC b > METRIC b'),
      edge('METRIC b > METRIC c'),
      edge('METRIC a > METRIC c'),
    ])
    expect(graph.dropVertex(ref('METRIC b'))).toBe(true)
    expect(Array.from(graph.edges(), edgeText)).toEqual(['METRIC a > METRIC c TABLE_IMPACT'])
    expect(graph.edgeCount).toBe(1)
    expect(graph.vertexCount).toBe(2)
  })

  test('no longer suggests the vertex or its type', () => {
    const graph = graphOf([], [ref('METRIC delay'), ref('DIMENSION dely'), ref('METRIC a')])
    graph.dropVertex(ref('METRIC delay'))
    graph.dropVertex(ref('DIMENSION dely'))
    const failed = failureOf(() => graph.addEdge(edge('METRIC dely > METRIC a')))
    expect(failed.details).toMatchObject({ suggestions: [], otherTypes: [] })
  })

  test('says when there was no such vertex', () => {
    const graph = graphOf([], [ref('METRIC a')])
    expect(graph.dropVertex(ref('DIMENSION a'))).toBe(false)
    expect(graph.vertexCount).toBe(1)
  })
})
