import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import {
  analyzeImpact,
  createLineageGraph,
  cycles,
  difference,
  type Edge,
  type Lineage,
  type LineageGraph,
  neighbourhood,
  singlePointsOfFailure,
  type VertexRef,
  writeLineage,
} from '@tributary/lineage'
import {
  cyclesInSlices,
  differenceInSlices,
  evidenceInSlices,
  impactInSlices,
  neighbourhoodInSlices,
  singlePointsInSlices,
  unsourcedInSlices,
  unusedInSlices,
} from '@tributary/lineage/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyLists, bare, edge, graphOf, type Lists, ref, text } from '../samples.ts'

const EMPTY = createLineageGraph()

/** A question of each kind about the first and the last vertex of a graph. */
const QUESTIONS: Readonly<
  Record<string, (lineage: Lineage, first: VertexRef, last: VertexRef) => SlicedWork<unknown>>
> = {
  neighbourhood: (lineage, root) =>
    neighbourhoodInSlices(lineage, { root, upstream: 1e6, downstream: 1e6, boundary: true }),
  'induced neighbourhood': (lineage, root) =>
    neighbourhoodInSlices(lineage, { root, upstream: 1e6, downstream: 1e6, induced: true }),
  'collapsed neighbourhood': (lineage, root) =>
    neighbourhoodInSlices(lineage, {
      root,
      upstream: 1e6,
      downstream: 1e6,
      vertexTypes: ['DIMENSION'],
      collapse: true,
    }),
  'page of a neighbourhood': (lineage, root) =>
    neighbourhoodInSlices(lineage, { root, upstream: 1e6, downstream: 1e6, limit: 3 }),
  impact: (lineage, first) => impactInSlices(lineage, { removed: [first] }),
  evidence: (lineage, from, to) => evidenceInSlices(lineage, { from, to }),
  'single points': (lineage, _first, last) => singlePointsInSlices(lineage, last),
  unused: (lineage) => unusedInSlices(lineage),
  unsourced: (lineage) => unsourcedInSlices(lineage),
  cycles: (lineage) => cyclesInSlices(lineage),
  difference: (lineage) => differenceInSlices(EMPTY, lineage),
}

/** `pnpm test:long` takes chains of 100,000 vertices. */
const SCALE = process.env.TRIBUTARY_LONG === '1' ? 34 : 1

/** Graphs of many vertices, for which a question takes many slices. */
const LARGE: Readonly<Record<string, () => Lists>> = {
  chain: () => shaped(3_000 * SCALE, (at) => [[at, at + 1]]),
  ring: () => shaped(3_000 * SCALE, (at, size) => [[at, (at + 1) % size]]),
  star: () => shaped(3_000 * SCALE, (at) => [[0, at + 1]]),
  diamonds: () =>
    shaped(2_000 * SCALE, (at) => {
      return [
        [at, at + 1],
        [at, at + 2],
      ]
    }),
  clique: () => shaped(40, (at, size) => Array.from({ length: size }, (_, to) => [at, to])),
}

function shaped(
  size: number,
  edgesFrom: (at: number, size: number) => readonly (readonly number[])[],
): Lists {
  const vertices = Array.from({ length: size }, (_, at) => ref(`METRIC m${at}`))
  const edges = vertices.flatMap((src, at) =>
    edgesFrom(at, size)
      .filter(([, to]) => to! < size)
      .map(([, to]): Edge => ({ src, dst: vertices[to!]!, edgeType: 'COLUMN_IMPACT' })),
  )
  return { vertices, edges }
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].filter((one) => !others.has(one)).sort()

const endsOf = ({ vertices }: Lists) => [vertices[0]!, vertices.at(-1)!] as const

/** Changes that touch what a question has read and what it has not. */
function disturb(graph: LineageGraph, { vertices }: Lists, turn: number): void {
  const one = vertices[(turn * 7) % vertices.length]!
  const late = ref(`DIMENSION late${turn % 5}`)
  const other = vertices[(turn * 3) % vertices.length]!
  graph.setVertex(bare(late))
  graph.setVertex(bare(one))
  graph.setVertex(bare(other))
  graph.addEdge({ src: one, dst: late, edgeType: 'TABLE_IMPACT' })
  graph.addEdge({ src: late, dst: other, edgeType: 'COLUMN_IMPACT' })
  if (turn % 3 === 0) graph.dropVertex(one)
  if (turn % 5 === 0) graph.dropVertex(late)
}

function toEnd(work: SlicedWork<unknown>, between: (turn: number) => void): unknown {
  for (let turn = 1; ; turn++) {
    const step = work.next()
    if (step.done === true) return step.value
    between(turn)
  }
}

describe.each(Object.entries(QUESTIONS))('%s in slices', (_name, question) => {
  test('answers for the moment when it began, whoever writes and asks meanwhile', () => {
    fc.assert(
      fc.property(anyLists, fc.nat(), (lists, seed) => {
        if (lists.vertices.length === 0) return
        const graph = graphOf(lists.edges, lists.vertices)
        const expected = runToEnd(question(graphOf(lists.edges, lists.vertices), ...endsOf(lists)))
        const view = graph.view.pin()
        const found = toEnd(question({ view }, ...endsOf(lists)), (turn) => {
          disturb(graph, lists, seed + turn)
          cycles(graph)
        })
        view.release()
        expect(found).toEqual(expected)
      }),
      { numRuns: 25 },
    )
  })

  test.each(Object.keys(LARGE))('of a %s gives the same result as without slices', (name) => {
    const lists = LARGE[name]!()
    const graph = graphOf(lists.edges, lists.vertices)
    const expected = runToEnd(question(graph, ...endsOf(lists)))
    const [view, other] = [graph.view.pin(), graph.view.pin()]
    const beside = question({ view: other }, ...endsOf(lists))
    const found = toEnd(question({ view }, ...endsOf(lists)), (turn) => {
      beside.next()
      if (turn % 20 === 1) disturb(graph, lists, turn)
    })
    // Abandoned in the middle: its memory serves the next.
    beside.return(null)
    view.release()
    other.release()
    expect(found).toEqual(expected)
    const again = graph.view.pin()
    const content = [...graph.edges()].map(({ src, dst, edgeType }) => ({ src, dst, edgeType }))
    const fresh = graphOf(content, [...graph.vertices()])
    const ends = [lists.vertices[1]!, lists.vertices.at(-1)!] as const
    for (const one of [{ view: again }, fresh]) {
      for (const end of ends) if (one.view.numberOf(end) < 0) return
    }
    expect(runToEnd(question({ view: again }, ...ends))).toEqual(runToEnd(question(fresh, ...ends)))
  })
})

test('single points are what breaks a vertex, files, tables and datasets with their columns too', () => {
  const names = ['DATASET d', 'DATASET e', 'DATASET_COLUMN d.a', 'DATASET_COLUMN d.b']
  const more = ['DATASET_COLUMN e.a', 'DATASET_COLUMN e.b', 'METRIC m', 'METRIC n', 'FILE f']
  const vertices = [...names, ...more].map(ref)
  const end = fc.constantFrom(...vertices)
  const edgeType = fc.constant<Edge['edgeType']>('COLUMN_IMPACT')
  const anyEdges = fc.array(fc.record({ src: end, dst: end, edgeType }), { maxLength: 16 })
  fc.assert(
    fc.property(anyEdges, end, (edges, root) => {
      const graph = graphOf(edges, vertices)
      const container = text(root).startsWith('DATASET_COLUMN') ? `DATASET ${root.vertexId[0]}` : ''
      const expected = vertices.filter((one) => {
        if (text(one) === text(root) || text(one) === container) return false
        return analyzeImpact(graph, { removed: [one] }).breaks.some(
          (broken) => text(broken) === text(root),
        )
      })
      expect(singlePointsOfFailure(graph, root).map(text).sort()).toEqual(expected.map(text).sort())
    }),
    { numRuns: 600 },
  )
})

test('paths are counted up to 2^1024, however many there are', () => {
  const diamonds = (count: number) => {
    const edges = Array.from({ length: count }, (_, i) => [
      edge(`METRIC a${i} > METRIC b${i}`),
      edge(`METRIC a${i} > METRIC c${i}`),
      edge(`METRIC b${i} > METRIC a${i + 1}`),
      edge(`METRIC c${i} > METRIC a${i + 1}`),
    ])
    const ends = { from: ref('METRIC a0'), to: ref(`METRIC a${count}`) }
    return runToEnd(evidenceInSlices(graphOf(edges.flat()), ends))!
  }
  const counts = ({ paths, shortestPaths }: ReturnType<typeof diamonds>) => [paths, shortestPaths]
  expect(counts(diamonds(1_024))).toEqual([2n ** 1_024n, 2n ** 1_024n])
  expect(counts(diamonds(1_025))).toEqual([null, null])
})

test('the difference is what lists of both say', () => {
  fc.assert(
    fc.property(anyLists, anyLists, (before, after) => {
      const [old, young] = [before, after].map(({ edges, vertices }) => graphOf(edges, vertices))
      const found = difference(old!, young!)
      const keys = (graph: LineageGraph) =>
        new Set(
          [...graph.edges()].map(
            ({ src, dst, edgeType }) => `${text(src)}>${text(dst)} ${edgeType}`,
          ),
        )
      const shown = (edges: readonly Edge[]) =>
        edges.map(({ src, dst, edgeType }) => `${text(src)}>${text(dst)} ${edgeType}`).sort()
      expect(shown(found.edges.added)).toEqual(without(keys(young!), keys(old!)))
      expect(shown(found.edges.removed)).toEqual(without(keys(old!), keys(young!)))
      const ids = ({ vertices }: Lists) => new Set(vertices.map(text))
      expect(found.vertices.added.map(text).sort()).toEqual(without(ids(after), ids(before)))
    }),
    { numRuns: 200 },
  )
})

describe('a transaction', () => {
  const written = (graph: LineageGraph) =>
    [...writeLineage(graph, { format: 'csv', at: new Date(0) })].join('').split('\r\n').sort()

  test('that is rolled back has changed nothing, and queries have seen nothing of it', () => {
    fc.assert(
      fc.property(anyLists, fc.nat({ max: 12 }), fc.boolean(), (lists, turns, clears) => {
        const graph = graphOf(lists.edges, lists.vertices)
        const [before, root] = [written(graph), lists.vertices[0]!]
        const asked = () => neighbourhood(graph, { root, upstream: 9, downstream: 9 })
        const answer = asked()
        const transaction = graph.begin()
        for (let turn = 0; turn < turns; turn++) {
          disturb(graph, lists, turn)
          expect(asked()).toEqual(answer)
        }
        if (clears) graph.clear()
        if (!clears) graph.clearEdges()
        expect(asked()).toEqual(answer)
        transaction.rollback()
        expect(written(graph)).toEqual(before)
        expect(asked()).toEqual(answer)
        expect(graph.edgeCount).toBe([...graph.edges()].length)
      }),
      { numRuns: 150 },
    )
  })

  test('that is committed has changed what it would have changed alone', () => {
    fc.assert(
      fc.property(anyLists, fc.nat({ max: 12 }), (lists, turns) => {
        const [graph, plain] = [lists, lists].map(({ edges, vertices }) => graphOf(edges, vertices))
        const transaction = graph!.begin()
        for (let turn = 0; turn < turns; turn++) {
          disturb(graph!, lists, turn)
          disturb(plain!, lists, turn)
        }
        transaction.commit()
        expect(written(graph!)).toEqual(written(plain!))
        expect(cycles(graph!)).toEqual(cycles(plain!))
      }),
      { numRuns: 100 },
    )
  })
})
