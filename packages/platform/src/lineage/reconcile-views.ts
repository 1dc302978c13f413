import type { Catalog } from '@tributary/catalog'
import { type ViewAsset, viewLineage } from '@tributary/catalog/internal'
import { reconcileSource } from '@tributary/lineage'
import type { Work } from '../store/database/write-queue.ts'
import type { LineageRepository } from './lineage-repository.ts'

/** The source of the facts that come from views. */
const VIEWS = 'views'

/** Updates the lineage to the views, whose metrics and dimensions may have changed since. */
export async function reconcileViews(
  { graph, change }: LineageRepository,
  catalog: Catalog,
  views: readonly ViewAsset[],
): Promise<void> {
  await change(VIEWS, () => reconcileSource(graph, VIEWS, viewLineage(catalog, views)))
}

/** Adds a new view to the lineage, in the name of `actor`, together with the writes of `alongside`. */
export async function addViewToLineage(
  { graph, change }: LineageRepository,
  catalog: Catalog,
  { view, actor, alongside }: NewView,
): Promise<void> {
  const { vertices, edges } = viewLineage(catalog, [view])
  const add = (): void => {
    for (const vertex of vertices) graph.setVertex(vertex, VIEWS)
    for (const edge of edges) graph.addEdge(edge, VIEWS)
  }
  await change(actor, add, alongside)
}

/** Removes a view from the lineage, in the name of `actor`, together with the writes of `alongside`. */
export async function removeViewFromLineage(
  { graph, change }: LineageRepository,
  { name, actor, alongside }: RemovedView,
): Promise<void> {
  const vertex = { vertexType: 'ANALYSIS_VIEW', vertexId: name } as const
  const remove = (): void => {
    for (const edge of graph.edgesOf(vertex)) graph.retractEdge(edge, VIEWS)
    graph.releaseVertex(vertex, VIEWS)
  }
  await change(actor, remove, alongside)
}

interface RemovedView extends Pick<NewView, 'actor' | 'alongside'> {
  readonly name: string
}

interface NewView {
  readonly view: ViewAsset
  readonly actor: string
  readonly alongside: Work<void>
}
