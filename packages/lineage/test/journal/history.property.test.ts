import { fixedClock } from '@tributary/core'
import { runToEnd } from '@tributary/core/internal'
import {
  createLineageGraph,
  difference,
  EDGE_TYPES,
  type Lineage,
  type LineageGraph,
  neighbourhood,
  readHistory,
  reconcileSource,
  recordToJournal,
} from '@tributary/lineage'
import { type JournalEntry, vertexKey } from '@tributary/lineage/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyChange } from '../../src/journal/recorder.ts'
import { anyRef, bare, edgeText, NOTHING, text } from '../samples.ts'
import { createMemoryJournal } from './memory-journal.ts'

const source = fc.constantFrom('catalog', 'dbt')
const few = anyRef.filter(({ vertexId }) => vertexId === 'a' || vertexId === 'constructor')
const name = fc.constantFrom(null, 'A', 'B')
const anyEdge = fc.record({ src: few, dst: few, edgeType: fc.constantFrom(...EDGE_TYPES) })
const anyStep: fc.Arbitrary<(graph: LineageGraph) => void> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(few, name, source)
      .map(([vertex, displayName, by]) => (graph: LineageGraph) => {
        graph.setVertex({ ...bare(vertex), displayName }, by)
      }),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(anyEdge, source).map(([edge, by]) => (graph: LineageGraph) => {
      if (graph.vertex(edge.src) && graph.vertex(edge.dst)) graph.addEdge(edge, by)
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(anyEdge, source).map(([edge, by]) => (graph: LineageGraph) => {
      graph.retractEdge(edge, by)
    }),
  },
  {
    weight: 1,
    arbitrary: few.map((vertex) => (graph: LineageGraph) => void graph.dropVertex(vertex)),
  },
  {
    weight: 1,
    arbitrary: source.map((by) => (graph: LineageGraph) => reconcileSource(graph, by, NOTHING)),
  },
  { weight: 1, arbitrary: fc.constant((graph: LineageGraph) => graph.clearEdges()) },
  { weight: 1, arbitrary: fc.constant((graph: LineageGraph) => graph.clear()) },
)
const anySteps = fc.array(anyStep, { maxLength: 40, size: 'max' })

async function recorded(steps: readonly ((graph: LineageGraph) => void)[]) {
  const graph = createLineageGraph()
  const journal = createMemoryJournal()
  const clock = fixedClock(new Date('2026-01-01T00:00:00Z'))
  const recorder = recordToJournal(graph, { journal, last: null, clock })
  for (const step of steps) step(graph)
  await recorder.flush()
  const entries: JournalEntry[] = []
  for await (const entry of journal.read()) entries.push(entry)
  return { graph, entries, history: await readHistory(journal.read()), version: recorder.version }
}

/** Vertices with what they say and edges with their types, as texts in order. */
function contentOf(lineage: Lineage): readonly string[] {
  const { vertices, edges } = difference(createLineageGraph(), lineage)
  return [
    ...vertices.added.map((one) => `${text(one)} ${one.displayName}`),
    ...edges.added.map(edgeText),
  ]
}

test('the lineage as of a version is what replaying the journal so far makes', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { entries, history, version } = await recorded(steps)
      expect(history.version).toBe(version)
      const replayed = createLineageGraph()
      expect(contentOf(history.asOf(0))).toEqual([])
      for (const { version: at, change } of entries) {
        applyChange(replayed, change)
        expect(contentOf(history.asOf(at))).toEqual(contentOf(replayed))
      }
    }),
    { numRuns: 60 },
  )
})

test('what a version changed is the difference from the version before', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, few, async (steps, ref) => {
      const { history, version } = await recorded(steps)
      const all = runToEnd(
        history.changesInSlices({
          after: 0,
          until: Number.POSITIVE_INFINITY,
          isCounted: () => true,
        }),
      )
      for (let at = 1; at <= version; at++) {
        const { vertices, edges } = difference(history.asOf(at - 1), history.asOf(at))
        const expected = {
          added: { vertices: vertices.added.length, edges: edges.added.length },
          removed: { vertices: vertices.removed.length, edges: edges.removed.length },
          changed: vertices.changed.length,
        }
        const found = all.find((one) => one.version === at)
        const { added, removed, changed } = found ?? NO_CHANGE
        expect({ added, removed, changed }).toEqual(expected)
      }
      const key = vertexKey(ref)
      const isCounted = (keys: readonly string[]) => keys.includes(key)
      const own = runToEnd(history.changesInSlices({ after: 1, until: version - 1, isCounted }))
      for (const { version: at, added, removed } of own) {
        expect(at > 1 && at < version).toBe(true)
        expect(added.vertices + removed.vertices).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 60 },
  )
})

const NOTHING_COUNTED = { vertices: 0, edges: 0 }
const NO_CHANGE = { added: NOTHING_COUNTED, removed: NOTHING_COUNTED, changed: 0 }

test('replaying the whole journal makes the graph again, sources included', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { graph, entries } = await recorded(steps)
      const replayed = createLineageGraph()
      for (const { change } of entries) applyChange(replayed, change)
      const told = (one: LineageGraph) => ({
        vertices: [...one.vertices()].map((v) => [v, one.vertexSources(v)]).sort(),
        edges: [...one.edges()].map((e) => `${edgeText(e)} ${e.sources}`).sort(),
      })
      expect(told(replayed)).toEqual(told(graph))
    }),
    { numRuns: 100 },
  )
})

test('the past answers questions like the graph of that time', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.nat({ max: 3 }), async (steps, hops) => {
      const { graph, history, version } = await recorded(steps)
      const past = history.asOf(version)
      for (const root of graph.vertices()) {
        const query = { root, upstream: hops, downstream: hops, boundary: true }
        expect(neighbourhood(past, query)).toEqual(neighbourhood(graph, query))
      }
      expect(() =>
        neighbourhood(past, {
          root: { vertexType: 'FILE', vertexId: 'x' },
          upstream: 1,
          downstream: 1,
        }),
      ).toThrow(expect.objectContaining({ code: 'LINEAGE_UNKNOWN_VERTEX' }))
    }),
    { numRuns: 60 },
  )
})

test('a difference lists what was added and removed, and swaps them when its sides are swapped', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.nat(), async (steps, at) => {
      const { graph, history, version } = await recorded(steps)
      const then = history.asOf(at % (version + 1))
      const { vertices, edges } = difference(then, graph)
      const keys = (lineage: Lineage) => difference(createLineageGraph(), lineage)
      const [old, young] = [keys(then), keys(graph)]
      const minus = <T>(a: readonly T[], b: readonly T[], say: (one: T) => string) => {
        const known = new Set(b.map(say))
        return a.filter((one) => !known.has(say(one)))
      }
      expect(vertices.added).toEqual(minus(young.vertices.added, old.vertices.added, text))
      expect(vertices.removed).toEqual(minus(old.vertices.added, young.vertices.added, text))
      expect(edges.added).toEqual(minus(young.edges.added, old.edges.added, edgeText))
      expect(edges.removed).toEqual(minus(old.edges.added, young.edges.added, edgeText))
      for (const { before, after } of vertices.changed) {
        expect([text(before), before.displayName]).not.toEqual([text(after), after.displayName])
        expect(text(before)).toBe(text(after))
      }
      const back = difference(graph, then)
      expect(back.vertices.removed).toEqual(vertices.added)
      expect(back.edges.added).toEqual(edges.removed)
      expect(back.vertices.changed.length).toBe(vertices.changed.length)
    }),
    { numRuns: 100 },
  )
})
