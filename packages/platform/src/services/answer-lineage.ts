import { cycles, evidence, impactOf, singlePoints, unsourced, unused } from '@tributary/lineage'
import type { Tenant } from '../tenant.ts'
import type { EvidenceData, LineageAnswers } from './lineage-answers.ts'
import type { VertexRefData } from './lineage-data.ts'
import { readEdgeTypes, readVertexRef } from './read-lineage-names.ts'

/** The questions about the lineage of a tenant. */
export function answerLineage({ lineage }: Pick<Tenant, 'lineage'>): LineageAnswers {
  return {
    evidence: (from, to) => evidenceBetween({ lineage }, from, to),
    impact: (vertex, edgeTypes) =>
      impactOf(lineage, {
        removed: [readVertexRef(vertex)],
        ...(edgeTypes && { edgeTypes: readEdgeTypes(edgeTypes) }),
      }),
    singlePoints: (vertex) => ({ vertexList: singlePoints(lineage, readVertexRef(vertex)) }),
    looseEnds: () => ({ unused: unused(lineage), unsourced: unsourced(lineage) }),
    cycles: () => ({
      cycleList: cycles(lineage).map(({ vertices, closedBy }) => ({
        vertexList: vertices,
        closedBy: closedBy.map(({ src, dst, edgeType }) => {
          return { srcVertex: src, dstVertex: dst, edgeType }
        }),
      })),
    }),
  }
}

function evidenceBetween(
  { lineage }: Pick<Tenant, 'lineage'>,
  from: VertexRefData,
  to: VertexRefData,
): EvidenceData {
  const ends = { from: readVertexRef(from, 'from_type'), to: readVertexRef(to, 'to_type') }
  const found = evidence(lineage, ends)
  if (found === null) return { path: [], steps: [], paths: '0', shortestPaths: '0' }
  const { path, steps, paths, shortestPaths } = found
  return { path, steps, paths: paths?.toString() ?? null, shortestPaths: shortestPaths.toString() }
}
