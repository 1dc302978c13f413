import { runToEnd } from '@tributary/core/internal'
import {
  createLineageGraph,
  EDGE_TYPES,
  importContent,
  type LineageGraph,
} from '@tributary/lineage'
import { planImport } from '@tributary/lineage/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyRef, bare, edgeText, failureOf, ref, text } from '../samples.ts'

const few = anyRef.filter(({ vertexId }) => ['a', 'constructor', ''].includes(vertexId))
const source = fc.constantFrom('catalog', 'dbt', 'tool')
const anyGraph = fc
  .record({
    vertices: fc.array(fc.tuple(few, source), { maxLength: 6 }),
    edges: fc.array(fc.tuple(few, few, fc.constantFrom(...EDGE_TYPES), source), { maxLength: 8 }),
    /** Ends that only edges hold. */
    released: fc.boolean(),
  })
  .map((parts) => (limits: Parameters<typeof createLineageGraph>[0]) => {
    const graph = createLineageGraph(limits)
    for (const [vertex, by] of parts.vertices) graph.setVertex(bare(vertex), by)
    for (const [src, dst, edgeType, by] of parts.edges) {
      for (const end of [src, dst]) graph.setVertex(bare(end), 'ends')
      graph.addEdge({ src, dst, edgeType }, by)
    }
    if (parts.released)
      for (const vertex of [...graph.vertices()]) graph.releaseVertex(vertex, 'ends')
    return graph
  })

/** Who states what, by text; an edge's two ends are two lines apart from its type. */
function statements(graph: LineageGraph) {
  const vertices = [...graph.statedVertices()].map((one) => [text(one), one.sources] as const)
  const edges = [...graph.edges()].map((one) => [edgeText(one), one.sources] as const)
  return { vertices: new Map(vertices), edges: new Map(edges) }
}

type Statements = ReturnType<typeof statements>

/** What is there afterwards, worked out by what the options say alone. */
function expected(before: Statements, content: Statements, replace: readonly string[]): Statements {
  const join = (side: 'vertices' | 'edges') => {
    const keys = new Set([...before[side].keys(), ...content[side].keys()])
    return [...keys].map((key) => {
      const stays = (before[side].get(key) ?? []).filter((one) => !replace.includes(one))
      return [key, [...new Set([...stays, ...(content[side].get(key) ?? [])])].sort()] as const
    })
  }
  const edges = new Map(join('edges').filter(([, sources]) => sources.length > 0))
  const held = new Set([...edges.keys()].flatMap((key) => endsOf(key)))
  const stands = ([key, sources]: readonly [string, readonly string[]]) =>
    sources.length > 0 || held.has(key)
  return { vertices: new Map(join('vertices').filter(stands)), edges }
}

const endsOf = (key: string) => key.replace(/ (?:COLUMN|TABLE)_IMPACT$/, '').split(' > ')
const pairsOf = ({ edges }: Statements) =>
  new Set([...edges.keys()].map((key) => endsOf(key).join(' > ')))

test('an import replaces and adds statements by source, and is limited by the size of the result', () => {
  fc.assert(
    fc.property(
      anyGraph,
      anyGraph,
      fc.subarray(['catalog', 'dbt', 'tool', 'ends']),
      fc.integer({ min: 0, max: 2 }),
      (makeGraph, makeContent, replace, missing) => {
        const before = statements(makeGraph({}))
        const content = makeContent({})
        const after = expected(before, statements(content), replace)
        const roomy = makeGraph({
          maxVertices: Math.max(before.vertices.size, after.vertices.size),
          maxEdges: Math.max(pairsOf(before).size, pairsOf(after).size),
        })
        importContent(roomy, content, { replace })
        expect(statements(roomy)).toEqual(after)
        if (after.vertices.size - missing < before.vertices.size || missing === 0) return
        const crowded = makeGraph({ maxVertices: after.vertices.size - missing })
        const failure = failureOf(() => importContent(crowded, content, { replace }))
        expect(failure.code).toBe('LINEAGE_TOO_LARGE')
        expect(statements(crowded)).toEqual(before)
      },
    ),
    { numRuns: 300 },
  )
})

test('a full graph drops replaced vertices and edges before new ones are added', () => {
  const chain = (name: string) => {
    const graph = createLineageGraph({ maxVertices: 3, maxEdges: 2 })
    for (const i of [0, 1, 2]) graph.setVertex(bare(ref(`METRIC ${name}${i}`)), 'dbt')
    for (const i of [0, 1]) {
      const ends = { src: ref(`METRIC ${name}${i}`), dst: ref(`METRIC ${name}${i + 1}`) }
      graph.addEdge({ ...ends, edgeType: 'COLUMN_IMPACT' }, 'dbt')
    }
    return graph
  }
  const graph = chain('old')
  expect(failureOf(() => importContent(graph, chain('new'))).code).toBe('LINEAGE_TOO_LARGE')
  importContent(graph, chain('new'), { replace: ['dbt'] })
  expect(statements(graph)).toEqual(statements(chain('new')))
})

test('an import is planned a little with every step, and nothing changes before the end', () => {
  const content = createLineageGraph()
  for (let i = 0; i < 3000; i++) content.setVertex(bare(ref(`METRIC m${i}`)), 'dbt')
  for (let i = 1; i < 3000; i++) {
    const ends = { src: ref(`METRIC m${i - 1}`), dst: ref(`METRIC m${i}`) }
    content.addEdge({ ...ends, edgeType: 'COLUMN_IMPACT' }, 'dbt')
  }
  const graph = createLineageGraph()
  const changes: string[] = []
  graph.observe(({ op }) => changes.push(op))
  for (const expectedChanges of [5999, 0]) {
    const planning = planImport(graph, content, { replace: ['dbt'] })
    let steps = 0
    let step = planning.next()
    for (; !step.done; step = planning.next()) steps += 1
    expect(steps).toBeGreaterThan(10)
    expect(changes).toHaveLength(0)
    runToEnd(step.value)
    expect(changes.splice(0)).toHaveLength(expectedChanges)
  }
})
