import { answerCalls } from '../measure/called-process.ts'
import { type Costs, measureCosts } from './costs.ts'
import { generateLineage } from './generate.ts'
import { graphOf } from './ours.ts'

/** What the process does that measures what a lineage costs beside questions. */
export type CostsCalls = {
  readonly costs: (options: CostsOptions) => Promise<SizedCosts>
}

/** Of which lineage. */
export interface CostsOptions {
  /** Its size. */
  readonly edges: number
  /** A folder for files. */
  readonly folder: string
}

/** The costs, and what the lineage has. */
export interface SizedCosts {
  readonly vertices: number
  readonly edges: number
  readonly costs: Costs
}

async function costs({ edges, folder }: CostsOptions): Promise<SizedCosts> {
  const lineage = generateLineage(edges)
  const graph = graphOf(lineage)
  await graph.prepare()
  const { vertices, sources } = lineage
  return {
    vertices: vertices.length,
    edges: sources.length,
    costs: await measureCosts(graph, lineage, folder),
  }
}

answerCalls({ costs } satisfies CostsCalls)
