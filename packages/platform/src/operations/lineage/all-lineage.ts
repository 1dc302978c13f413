import type {
  CyclesData,
  EdgeData,
  EvidenceData,
  ImpactData,
  LooseEndsData,
  SinglePointsData,
} from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import type { Lineage, VertexRef } from '@tributary/lineage'
import {
  cyclesInSlices,
  evidenceInSlices,
  type ImpactQuery,
  impactInSlices,
  pairs,
  singlePointsInSlices,
  unsourcedInSlices,
  unusedInSlices,
} from '@tributary/lineage/internal'
import { askLineage, countHidden, mapLazily } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import type { CallOptions } from '../../model/options.ts'
import { toTenantResource } from '../../model/rights.ts'
import type { TaskRules } from '../../requests/kept-task.ts'
import type { Session } from '../../tenant/session.ts'
import { importAsTask, importState } from './import-lineage.ts'
import type { AllLineageData, LineageAnswers } from './lineage-answers.ts'
import { lineageDifference, readPastVertexLineage } from './lineage-difference.ts'
import { lineageMoments } from './lineage-moments.ts'
import { searchLineage } from './search-lineage.ts'
import { exportLineage } from './take-in-lineage.ts'
import { parseEdgeTypes, parseVertexRef } from './vertex-lineage.ts'

/** Runs a question that may take long when there is a place for it. */
export type Admit = <T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal | undefined,
) => Promise<T>

/** Where the questions and the imports of a caller find their places. */
export interface Admission {
  readonly admit: Admit
  readonly imports: TaskRules
}

/** The questions about the lineage of a tenant; of what the caller may use of it; changes are made in his name. */
export function answerLineage(session: Session, { admit, imports }: Admission): LineageAnswers {
  const { access, caller } = session
  const tenantRef = toTenantResource(caller.tenant)
  const ask = <T>(
    question: (lineage: CallerLineage) => SlicedWork<T>,
    { signal }: CallOptions = {},
  ): Promise<T> => admit((limited) => askLineage(session.visibleLineage, question, limited), signal)
  return {
    evidence: async (from, to, call) => {
      const ends = { from: parseVertexRef(from, 'from_type'), to: parseVertexRef(to, 'to_type') }
      return ask((lineage) => evidenceBetween(lineage, ends), call)
    },
    impact: async (vertex, { edgeTypes, ...call } = {}) => {
      const removed = [parseVertexRef(vertex)]
      const query = { removed, ...(edgeTypes && { edgeTypes: parseEdgeTypes(edgeTypes) }) }
      return ask((lineage) => impactWithout(lineage, query), call)
    },
    singlePoints: async (vertex, call) => {
      const ref = parseVertexRef(vertex)
      return ask((lineage) => findSinglePoints(lineage, ref), call)
    },
    looseEnds: async (call) => ask(looseEnds, call),
    cycles: async (call) => ask(allCycles, call),
    vertexAsOf: async (query, at, { signal } = {}) =>
      admit((limited) => readPastVertexLineage(session, query, { at, signal: limited }), signal),
    difference: async (query, { signal } = {}) =>
      admit((limited) => lineageDifference(session, query, limited), signal),
    moments: async (query, { signal } = {}) =>
      admit((limited) => lineageMoments(session, query, limited), signal),
    search: async (query, call) => ask((lineage) => searchLineage(lineage, query), call),
    write: (format) => {
      access.require('USE', tenantRef)
      return exportLineage(session, format)
    },
    import: async (request, options) => {
      access.require('EDIT', tenantRef)
      return importAsTask(session, request, { ...options, ...imports })
    },
    importState: async (id) => {
      access.require('EDIT', tenantRef)
      return importState(session, id, imports)
    },
  }
}

function* evidenceBetween(
  lineage: CallerLineage,
  ends: { readonly from: VertexRef; readonly to: VertexRef },
): SlicedWork<EvidenceData> {
  const evidence = yield* evidenceInSlices(lineage, ends)
  const hidden = yield* countHidden(lineage, [ends.from, ends.to], evidence?.path ?? [])
  if (evidence === null) return { path: [], steps: [], paths: '0', shortestPaths: '0', hidden }
  const { path, steps, paths, shortestPaths } = evidence
  return {
    path,
    steps,
    paths: paths?.toString() ?? null,
    shortestPaths: shortestPaths?.toString() ?? null,
    hidden,
  }
}

function* impactWithout(lineage: CallerLineage, query: ImpactQuery): SlicedWork<ImpactData> {
  const { breaks, degrades } = yield* impactInSlices(lineage, query)
  const hidden = yield* countHidden(lineage, query.removed, breaks, degrades)
  return { breaks, degrades, hidden }
}

function* findSinglePoints(lineage: CallerLineage, ref: VertexRef): SlicedWork<SinglePointsData> {
  const vertexList = yield* singlePointsInSlices(lineage, ref)
  return { vertexList, hidden: yield* countHidden(lineage, [ref], vertexList) }
}

function* looseEnds(lineage: CallerLineage): SlicedWork<LooseEndsData> {
  const unused = yield* unusedInSlices(lineage)
  const unsourced = yield* unsourcedInSlices(lineage)
  return { unused, unsourced, hidden: yield* countHidden(lineage, unused, unsourced) }
}

function* allCycles(lineage: CallerLineage): SlicedWork<CyclesData> {
  const cycleList: CyclesData['cycleList'][number][] = []
  for (const { vertices, closedBy } of yield* cyclesInSlices(lineage)) {
    const edges = mapLazily(closedBy, ({ src, dst, edgeType }) => {
      return { srcVertex: src, dstVertex: dst, edgeType }
    })
    cycleList.push({ vertexList: vertices, closedBy: edges })
  }
  const lists = cycleList.map(({ vertexList }) => vertexList as readonly VertexRef[])
  return { cycleList, hidden: yield* countHidden(lineage, ...lists) }
}

/** E15: every edge of the tenant, each pair of vertices once. */
export async function allLineage({
  visibleLineage,
}: Pick<Session, 'visibleLineage'>): Promise<AllLineageData> {
  return { edgeList: iterateEdgeData(await visibleLineage) }
}

function* iterateEdgeData(lineage: Lineage): Generator<EdgeData, void, undefined> {
  for (const { src, dst } of pairs(lineage)) yield { srcVertex: src, dstVertex: dst }
}
