import type { VertexRef } from '@tributary/lineage'
import { type Costs, measureCosts } from './costs.ts'
import { rawCsr } from './csr.ts'
import { duckDbEngine } from './duckdb.ts'
import type { Engine, Root } from './engine.ts'
import { type GeneratedLineage, generateLineage, pickRoots } from './generate.ts'
import { graphologyEngines } from './graphology.ts'
import { ladybugEngine } from './ladybug.ts'
import { measureQueries, type QueryTimes } from './measure-queries.ts'
import { orderedCsr } from './ordered-csr.ts'
import { graphOf, ours } from './ours.ts'
import { sqliteEngines } from './sqlite.ts'

/** Everything measured on a lineage of one size. */
export interface SizeReport {
  readonly vertices: number
  readonly edges: number
  readonly queries: readonly QueryTimes[]
  readonly costs: Costs
}

/** The hops of the questions, as many up as down. */
const STEPS = [1, 2, 3, 10]

/** Roots of each type of vertex. */
const ROOTS = 10

/** Measures a lineage of about so many edges. */
export async function measureSize(
  edges: number,
  folder: string,
  onQueries: (times: QueryTimes) => void,
): Promise<SizeReport> {
  const lineage = generateLineage(edges)
  const roots = rootsOf(lineage)
  const isLarge = edges > 500_000
  const graph = graphOf(lineage)
  await graph.prepare()
  const engines = await enginesOn(lineage, folder, ours(graph, lineage))
  const queries: QueryTimes[] = []
  for (const steps of STEPS) {
    const options = { steps, roots, patience: isLarge ? 4_000 : 1_500, rounds: isLarge ? 5 : 10 }
    const times = await measureQueries(engines, options)
    onQueries(times)
    queries.push(times)
  }
  for (const { close } of engines) await close?.()
  engines.length = 0
  globalThis.gc?.()
  const costs = await measureCosts(graph, lineage, folder)
  return { vertices: lineage.vertices.length, edges: lineage.sources.length, queries, costs }
}

/** Ours, then the one that all are compared with, then the others. */
async function enginesOn(
  lineage: GeneratedLineage,
  folder: string,
  own: Engine,
): Promise<Engine[]> {
  const data = { lineage, folder }
  const ladybug = await ladybugEngine(data)
  const csr = rawCsr(lineage)
  return [
    own,
    csr,
    orderedCsr(lineage, { ours: own, plain: csr }),
    ...graphologyEngines(lineage),
    ...sqliteEngines(lineage),
    await duckDbEngine(data),
    ...(ladybug === null ? [] : [ladybug]),
  ]
}

function rootsOf(lineage: GeneratedLineage): readonly Root[] {
  const numbers = new Map<VertexRef, number>(lineage.vertices.map((ref, number) => [ref, number]))
  return pickRoots(lineage, ROOTS).map((ref) => ({ ref, number: numbers.get(ref)! }))
}
