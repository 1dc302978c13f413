import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Edge,
  type LineageGraph,
  neighbourhood,
  type VertexRef,
  writeLineageSnapshot,
} from '@tributary/lineage'
import type { GeneratedLineage } from './generate.ts'
import { type StreamTimes, streamAll } from './streaming.ts'
import { WARM_UP } from './turn.ts'

/** What a lineage costs beside questions; times in milliseconds. */
export interface Costs {
  readonly bytesPerEdge: number
  /** An edge added and taken away again. */
  readonly writeMs: number
  readonly worstTotalsMs: number
  readonly stream: StreamTimes
  readonly snapshot: { readonly bytes: number; readonly writeMs: number; readonly startMs: number }
}

/** Measures them; the graph has the same afterwards as before. */
export async function measureCosts(
  graph: LineageGraph,
  lineage: GeneratedLineage,
  folder: string,
): Promise<Costs> {
  const bytesPerEdge = graph.indexBytes / graph.edgeCount
  const worstTotalsMs = worstTotals(graph, lineage)
  const stream = await streamAll(graph)
  // Late, because it leaves gigabytes behind, which are cleared away while what comes next is timed.
  const snapshot = await snapshotTimes(graph, lineage, folder)
  const writeMs = writeTime(graph, lineage)
  return { bytesPerEdge, writeMs, worstTotalsMs, stream, snapshot }
}

async function snapshotTimes(
  graph: LineageGraph,
  { vertices }: GeneratedLineage,
  folder: string,
): Promise<Costs['snapshot']> {
  const path = join(folder, 'lineage.snapshot')
  const begin = performance.now()
  await writeLineageSnapshot(path, graph, { version: 1 })
  const writeMs = performance.now() - begin
  const script = fileURLToPath(new URL('snapshot-start.ts', import.meta.url))
  const { vertexType, vertexId } = vertices.at(-1)!
  const starts = Array.from({ length: 3 }, () =>
    Number(execFileSync(process.execPath, [script, path, vertexType, vertexId])),
  )
  return { bytes: statSync(path).size, writeMs, startMs: median(starts) }
}

/** Totals of everything up and down, of the vertices with most neighbours and the roots of long ways. */
function worstTotals(
  graph: LineageGraph,
  { vertices, sources, targets }: GeneratedLineage,
): number {
  const degrees = new Uint32Array(vertices.length)
  for (const vertex of sources) degrees[vertex]! += 1
  for (const vertex of targets) degrees[vertex]! += 1
  const hubs = Array.from(degrees.keys()).sort((a, b) => degrees[b]! - degrees[a]!)
  const roots = hubs.slice(0, 30).map((number) => vertices[number]!)
  const count = (root: VertexRef): number => {
    const begin = performance.now()
    neighbourhood(graph, { root, upstream: 1_000, downstream: 1_000, limit: 0 })
    return performance.now() - begin
  }
  const warmUntil = performance.now() + WARM_UP
  for (let i = 0; performance.now() < warmUntil; i++) count(roots[i % roots.length]!)
  // Round by round, so that a noisy moment hits one run of each root and not all of one.
  const rounds = Array.from({ length: 9 }, () => roots.map(count))
  return Math.max(...roots.map((_, place) => median(rounds.map((times) => times[place]!))))
}

function writeTime(graph: LineageGraph, { vertices }: GeneratedLineage): number {
  const count = 20_000
  // Between any vertices: of a hub, whose neighbours are searched one by one, few are among them.
  const edges: Edge[] = Array.from({ length: count }, (_, i) => ({
    src: vertices[(i * 97) % vertices.length]!,
    dst: vertices[(i * 89 + 11) % vertices.length]!,
    edgeType: 'COLUMN_IMPACT',
  }))
  const fresh = edges.filter((edge) => graph.edgeSources(edge).length === 0)
  const once = (): number => {
    // What others left behind is not the writes' to clear away.
    globalThis.gc?.()
    const begin = performance.now()
    for (const edge of fresh) graph.addEdge(edge, 'write')
    for (const edge of fresh) graph.retractEdge(edge, 'write')
    return (performance.now() - begin) / fresh.length
  }
  return median(Array.from({ length: 5 }, once))
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!
}
