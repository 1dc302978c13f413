import type { EdgeData, EvidenceData, VertexRefData } from '@tributary/contract'
import {
  cycles,
  evidence,
  impactOf,
  type Lineage,
  singlePointsOfFailure,
  unsourced,
  unused,
} from '@tributary/lineage'
import { pairs } from '@tributary/lineage/internal'
import { tenantResource } from '../../model/rights.ts'
import type { Session } from '../../tenant/session.ts'
import { exportLineage, importLineage } from './exchange-lineage.ts'
import type { AllLineageData, LineageAnswers } from './lineage-answers.ts'
import { lineageDifference, vertexLineageAsOf } from './lineage-past.ts'
import { edgeTypesOf, vertexRefOf } from './vertex-lineage.ts'

/** The questions about the lineage of a tenant; of what the caller may use of it; changes are made in his name. */
export function answerLineage(session: Session): LineageAnswers {
  const { access, caller } = session
  const whole = tenantResource(caller.tenant)
  return {
    evidence: (from, to) => evidenceBetween({ lineage: session.shownLineage }, from, to),
    impact: (vertex, edgeTypes) =>
      impactOf(session.shownLineage, {
        removed: [vertexRefOf(vertex)],
        ...(edgeTypes && { edgeTypes: edgeTypesOf(edgeTypes) }),
      }),
    singlePoints: (vertex) => ({
      vertexList: singlePointsOfFailure(session.shownLineage, vertexRefOf(vertex)),
    }),
    looseEnds: () => {
      const { shownLineage } = session
      return { unused: unused(shownLineage), unsourced: unsourced(shownLineage) }
    },
    cycles: () => ({
      cycleList: cycles(session.shownLineage).map(({ vertices, closedBy }) => ({
        vertexList: vertices,
        closedBy: closedBy.map(({ src, dst, edgeType }) => {
          return { srcVertex: src, dstVertex: dst, edgeType }
        }),
      })),
    }),
    vertexAsOf: (query, at) => vertexLineageAsOf(session, query, at),
    difference: (query) => lineageDifference(session, query),
    write: (format) => {
      access.require('USE', whole)
      return exportLineage(session, format)
    },
    import: async (text) => {
      access.require('EDIT', whole)
      return importLineage(session, caller.account, text)
    },
  }
}

function evidenceBetween(
  { lineage }: { readonly lineage: Lineage },
  from: VertexRefData,
  to: VertexRefData,
): EvidenceData {
  const ends = { from: vertexRefOf(from, 'from_type'), to: vertexRefOf(to, 'to_type') }
  const found = evidence(lineage, ends)
  if (found === null) return { path: [], steps: [], paths: '0', shortestPaths: '0' }
  const { path, steps, paths, shortestPaths } = found
  return { path, steps, paths: paths?.toString() ?? null, shortestPaths: shortestPaths.toString() }
}

/** E15: every edge of the tenant, each pair of vertices once. */
export function allLineage({ lineage }: { readonly lineage: Lineage }): AllLineageData {
  return { edgeList: edgesOf(lineage) }
}

function* edgesOf(lineage: Lineage): Generator<EdgeData, void, undefined> {
  for (const { src, dst } of pairs(lineage)) yield { srcVertex: src, dstVertex: dst }
}
