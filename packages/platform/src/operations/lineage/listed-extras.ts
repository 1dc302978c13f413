import type { MetricDefinition } from '@tributary/catalog'
import { describeMetric } from '@tributary/catalog/internal'
import {
  type ListedVertexData,
  type TypedEdgeData,
  VERTEX_TYPES,
  type VertexLineageData,
} from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import { localTime } from '@tributary/expression/internal'
import type { VertexRef } from '@tributary/lineage'
import { findContainer } from '@tributary/lineage/internal'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import type { Session } from '../../tenant/session.ts'

type Answer = Pick<VertexLineageData, 'vertexList' | 'edgeList'>

/** Assets and edges between two yields; a formula may be parsed for one. */
const AT_ONCE = 64

/**
 * Adds to each asset who states it, what contains it and how many neighbours it has; to each edge who states it and how
 * its end is computed. Statements and definitions are those of now: in a past lineage they are null.
 */
export function* withExtras(
  session: Session,
  lineage: CallerLineage,
  { answer, isPast }: { readonly answer: Answer; readonly isPast: boolean },
): SlicedWork<Answer> {
  const { access, lineage: graph } = session
  const isStated = access.usesEverything && !isPast
  const expressionOf = isPast ? () => null : createExpressionFinder(session)
  const vertexList: ListedVertexData[] = []
  for (const vertex of answer.vertexList) {
    if (vertexList.length % AT_ONCE === 0) yield
    const ref = toRef(vertex)
    const sources = isStated ? graph.vertexSources(ref) : null
    vertexList.push({ ...vertex, extras: { sources, ...describeVertexPlace(lineage, ref) } })
  }
  const edgeList: TypedEdgeData[] = []
  for (const edge of answer.edgeList) {
    if (edgeList.length % AT_ONCE === 0) yield
    const [src, dst] = [toRef(edge.srcVertex), toRef(edge.dstVertex)]
    const edgeType = edge.edgeType === 'TABLE_IMPACT' ? 'TABLE_IMPACT' : 'COLUMN_IMPACT'
    const sources = isStated ? graph.edgeSources({ src, dst, edgeType }) : null
    edgeList.push({ ...edge, extras: { sources, expression: expressionOf(dst) } })
  }
  return { vertexList, edgeList }
}

function toRef({ vertexId, vertexType }: { vertexId: string; vertexType: string }): VertexRef {
  return { vertexId, vertexType: VERTEX_TYPES.find((type) => type === vertexType)! }
}

function describeVertexPlace({ view }: CallerLineage, ref: VertexRef) {
  const number = view.numberOf(ref)
  const container = findContainer(view, ref)
  return {
    parent: container < 0 ? null : { ...view.refAt(container) },
    upstream: view.sources.counts[number] ?? 0,
    downstream: view.targets.counts[number] ?? 0,
  }
}

/** How metrics and dimensions are computed, as far as the caller may use that; each is looked up once. */
function createExpressionFinder(session: Session): (vertex: VertexRef) => string | null {
  const { catalog } = session
  const expressionsByVertex = new Map<string, string | null>()
  const find = ({ vertexType, vertexId }: VertexRef): string | null => {
    if (vertexType === 'DIMENSION') {
      const value = catalog.dimensions.byName(vertexId)?.value
      return value?.type === 'CUSTOM' && session.access.usesEverything ? value.expr : null
    }
    const metric = vertexType === 'METRIC' ? catalog.metrics.byName(vertexId) : undefined
    return metric !== undefined && seesAll(session, metric) ? formatMetricFormula(metric) : null
  }
  return (vertex) => {
    const key = `${vertex.vertexType} ${vertex.vertexId}`
    const expression =
      expressionsByVertex.get(key) ?? (expressionsByVertex.has(key) ? null : find(vertex))
    expressionsByVertex.set(key, expression)
    return expression
  }
}

function seesAll({ access, catalog, clock }: Session, metric: MetricDefinition): boolean {
  if (access.usesEverything) return true
  const now = localTime(clock.now(), catalog.workspace.timeZone)
  return describeMetric(catalog, metric, now).basedOn.every((resource) =>
    access.may('USE', resource),
  )
}

function formatMetricFormula(metric: MetricDefinition): string {
  switch (metric.type) {
    case 'ATOMIC':
      return `${metric.aggregate}(${metric.expr ?? ''})`
    case 'DERIVED':
      return `[${metric.metric}]`
    case 'COMPOSITE':
      return metric.expr
  }
}
