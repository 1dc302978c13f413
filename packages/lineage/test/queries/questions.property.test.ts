import type { ImpactedVertex } from '@tributary/lineage'
import {
  analyzeImpact,
  cycles,
  type Edge,
  evidence,
  findUnsourced,
  findUnused,
  singlePointsOfFailure,
  type VertexRef,
  type VertexType,
} from '@tributary/lineage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareVertices } from '../../src/model/vertex.ts'
import { anyRooted, graphOf, type Lists, text } from '../samples.ts'

const anyTypes = fc.subarray<VertexType>(['DIMENSION', 'METRIC'])

test('impact is what deleting and looking again finds', () => {
  fc.assert(
    fc.property(anyRooted, ({ root, ...lists }) => {
      const { breaks, degrades } = analyzeImpact(graphOf(lists.edges, lists.vertices), {
        removed: [root],
      })
      const affected = reachable(lists.edges, [text(root)])
      const rest = lists.edges.filter(
        ({ src, dst }) => text(src) !== text(root) && text(dst) !== text(root),
      )
      const outside = lists.vertices.map(text).filter((one) => !affected.has(one))
      const standing = reachable(rest, outside)
      const downstream = [...affected].filter((one) => one !== text(root))
      const expected = (isStanding: boolean) =>
        downstream.filter((one) => standing.has(one) === isStanding).sort()
      expect(breaks.map(text).sort()).toEqual(expected(false))
      expect(degrades.map(text).sort()).toEqual(expected(true))
      const gone = new Set([text(root), ...breaks.map(text)])
      for (const one of [...breaks, ...degrades]) expectCounts(lists, one, gone)
    }),
    { numRuns: 300 },
  )
})

function expectCounts(lists: Lists, one: ImpactedVertex, gone: ReadonlySet<string>): void {
  const sources = new Set(
    lists.edges.filter(({ dst }) => text(dst) === text(one)).map(({ src }) => text(src)),
  )
  expect(one.sources).toBe(sources.size)
  expect(one.lostSources).toBe([...sources].filter((source) => gone.has(source)).length)
}

test('impact lists the nearest first, with their distances', () => {
  fc.assert(
    fc.property(anyRooted, ({ root, ...lists }) => {
      const { breaks, degrades } = analyzeImpact(graphOf(lists.edges, lists.vertices), {
        removed: [root],
      })
      const hops = distances(lists.edges, text(root))
      for (const list of [breaks, degrades]) {
        for (const one of list) expect(one.hop).toBe(hops.get(text(one)))
        const sorted = [...list].sort((a, b) => a.hop - b.hop || compareVertices(a, b))
        expect(list).toEqual(sorted)
      }
    }),
  )
})

test('without cycles a vertex breaks when all that feeds it is removed or broken', () => {
  const acyclic = anyRooted.map(({ edges, ...rest }) => {
    const order = new Map(rest.vertices.map((one, i) => [text(one), i]))
    return {
      ...rest,
      edges: edges.filter(({ src, dst }) => order.get(text(src))! < order.get(text(dst))!),
    }
  })
  fc.assert(
    fc.property(acyclic, ({ root, ...lists }) => {
      const { breaks, degrades } = analyzeImpact(graphOf(lists.edges, lists.vertices), {
        removed: [root],
      })
      for (const one of breaks) expect(one.lostSources).toBe(one.sources)
      for (const one of degrades) expect(one.lostSources).toBeLessThan(one.sources)
    }),
    { numRuns: 200 },
  )
})

test('single points of failure are those whose removal breaks the vertex', () => {
  fc.assert(
    fc.property(anyRooted, ({ root, ...lists }) => {
      const graph = graphOf(lists.edges, lists.vertices)
      const expected = lists.vertices.filter(
        (one) =>
          text(one) !== text(root) &&
          analyzeImpact(graph, { removed: [one] }).breaks.some(
            (broken) => text(broken) === text(root),
          ),
      )
      expect(singlePointsOfFailure(graph, root).map(text)).toEqual(
        expected.sort(compareVertices).map(text),
      )
    }),
    { numRuns: 500 },
  )
})

test('a file or dataset takes its columns along, in impact and as a single point of failure', () => {
  fc.assert(
    fc.property(anyFiles, ({ root, ...lists }) => {
      const graph = graphOf(lists.edges, lists.vertices)
      const breaking = lists.vertices.filter((one) => {
        const columns = lists.vertices.filter(
          ({ vertexType, vertexId }) =>
            vertexType === `${one.vertexType}_COLUMN` && vertexId.startsWith(`${one.vertexId}.`),
        )
        const removed = new Set([one, ...columns].map(text))
        const broken = brokenWithout(lists, removed)
        const { breaks } = analyzeImpact(graph, { removed: [one] })
        expect(breaks.map(text).sort()).toEqual(broken)
        return broken.includes(text(root))
      })
      const expected = breaking.sort(compareVertices).map(text)
      expect(singlePointsOfFailure(graph, root).map(text)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

/** Small graphs of files, their columns and metrics. */
const anyFiles: typeof anyRooted = fc
  .record({
    vertices: fc.uniqueArray(
      fc.constantFrom(
        'FILE a',
        'FILE b',
        'FILE_COLUMN a.x',
        'FILE_COLUMN a.y',
        'FILE_COLUMN b.x',
        'DATASET a',
        'DATASET_COLUMN a.x',
        'METRIC m',
        'METRIC n',
      ),
      { minLength: 2 },
    ),
    pairs: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 10 }),
    root: fc.nat(),
  })
  .map(({ vertices, pairs, root }) => {
    const refs = vertices.map(toRef)
    const at = (i: number): VertexRef => refs[i % refs.length]!
    const edges = pairs.map(([src, dst]) => {
      return { src: at(src), dst: at(dst), edgeType: 'TABLE_IMPACT' as const }
    })
    return { vertices: refs, edges, root: at(root) }
  })

function brokenWithout(
  { edges, vertices }: Lists,
  removed: ReadonlySet<string>,
): readonly string[] {
  const affected = reachable(edges, [...removed])
  const rest = edges.filter(({ src, dst }) => !removed.has(text(src)) && !removed.has(text(dst)))
  const standing = reachable(
    rest,
    vertices.map(text).filter((one) => !affected.has(one)),
  )
  return [...affected].filter((one) => !removed.has(one) && !standing.has(one)).sort()
}

test('evidence is a shortest way, and the number of ways is that of listing them', () => {
  fc.assert(
    fc.property(anyRooted, fc.nat(), ({ root, ...lists }, at) => {
      const to = lists.vertices[at % lists.vertices.length]!
      const found = evidence(graphOf(lists.edges, lists.vertices), { from: root, to })
      const ways = listPaths(lists.edges, [text(root)], text(to))
      if (ways.length === 0) {
        expect(found).toBeNull()
        return
      }
      const fewest = Math.min(...ways.map((way) => way.length))
      const shortest = ways.filter((way) => way.length === fewest)
      expect(shortest.map(String)).toContain(String(found!.path.map(text)))
      expect(found!.shortestPaths).toBe(BigInt(shortest.length))
      if (found!.paths !== null) expect(found!.paths).toBe(BigInt(ways.length))
      expect(found!.paths === null).toBe(hasCycleBetween(lists, text(root), text(to)))
      const [first] = shortest.sort((a, b) => compareWays(a, b))
      expect(found!.path.map(text)).toEqual(first)
    }),
    { numRuns: 300 },
  )
})

test('cycles are the vertices that lead back to themselves, and their closing edges open them', () => {
  fc.assert(
    fc.property(anyRooted, ({ edges, vertices }) => {
      const found = cycles(graphOf(edges, vertices))
      const circular = vertices
        .map(text)
        .filter((one) => reachable(edges, nextOf(edges, one)).has(one))
      expect(found.flatMap((cycle) => cycle.vertices.map(text)).sort()).toEqual(circular.sort())
      for (const { vertices: members } of found) {
        const [first] = members
        const ahead = reachable(edges, [text(first!)])
        for (const one of members) {
          expect(ahead.has(text(one))).toBe(true)
          expect(reachable(edges, [text(one)]).has(text(first!))).toBe(true)
        }
      }
      const closing = new Set(found.flatMap(({ closedBy }) => closedBy.map(pair)))
      const opened = edges.filter((edge) => !closing.has(pair(edge)))
      expect(cycles(graphOf(opened, vertices))).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('unused vertices reach no consumer, and unsourced vertices are reached from no origin', () => {
  fc.assert(
    fc.property(anyRooted, anyTypes, ({ edges, vertices }, types) => {
      const graph = graphOf(edges, vertices)
      const chosen = vertices.filter(({ vertexType }) => types.includes(vertexType)).map(text)
      const back = edges.map(({ src, dst, edgeType }) => ({ src: dst, dst: src, edgeType }))
      const left = (reached: ReadonlySet<string>) =>
        vertices
          .filter((one) => !reached.has(text(one)))
          .sort(compareVertices)
          .map(text)
      expect(findUnused(graph, types).map(text)).toEqual(left(reachable(back, chosen)))
      expect(findUnsourced(graph, types).map(text)).toEqual(left(reachable(edges, chosen)))
    }),
  )
})

function pair({ src, dst }: Edge): string {
  return `${text(src)} > ${text(dst)}`
}

function nextOf(edges: readonly Edge[], at: string): readonly string[] {
  return edges.filter(({ src }) => text(src) === at).map(({ dst }) => text(dst))
}

function reachable(edges: readonly Edge[], from: readonly string[]): ReadonlySet<string> {
  const found = new Set(from)
  for (const at of found) for (const next of nextOf(edges, at)) found.add(next)
  return found
}

function distances(edges: readonly Edge[], from: string): ReadonlyMap<string, number> {
  const found = new Map([[from, 0]])
  for (const [at, hops] of found) {
    for (const next of nextOf(edges, at)) if (!found.has(next)) found.set(next, hops + 1)
  }
  return found
}

/** All ways that meet no vertex twice. */
function listPaths(
  edges: readonly Edge[],
  way: readonly string[],
  to: string,
): readonly (readonly string[])[] {
  if (way.at(-1) === to) return [way]
  const next = [...new Set(nextOf(edges, way.at(-1)!))].filter((one) => !way.includes(one))
  return next.flatMap((one) => listPaths(edges, [...way, one], to))
}

/** Whether some vertex on a walk from one to the other lies in a circle of two vertices or more on such walks. */
function hasCycleBetween({ edges, vertices }: Lists, from: string, to: string): boolean {
  if (from === to) return false
  const ahead = reachable(edges, [from])
  const between = vertices
    .map(text)
    .filter((one) => ahead.has(one) && reachable(edges, [one]).has(to))
  const inside = edges.filter(
    ({ src, dst }) =>
      between.includes(text(src)) && between.includes(text(dst)) && text(src) !== text(dst),
  )
  return between.some((one) => reachable(inside, nextOf(inside, one)).has(one))
}

function compareWays(a: readonly string[], b: readonly string[]): number {
  for (const [i, one] of a.entries()) {
    const difference = compareVertices(toRef(one), toRef(b[i]!))
    if (difference !== 0) return difference
  }
  return 0
}

function toRef(one: string): VertexRef {
  const space = one.indexOf(' ')
  return { vertexType: one.slice(0, space) as VertexType, vertexId: one.slice(space + 1) }
}
