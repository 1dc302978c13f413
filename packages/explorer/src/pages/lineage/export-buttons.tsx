import type { JSX } from 'preact'
import { toCsvFile } from '../../analysis/csv-file.ts'
import { type LineageGraphData, toAssetKey } from '../../analysis/merge-lineage.ts'
import { save } from '../../charts/export-chart.ts'
import { texts } from '../../text/language.ts'

/** Saves the edges that are shown, as CSV or as JSON. */
export function ExportButtons({
  graph,
  name,
}: {
  graph: LineageGraphData
  name: string
}): JSX.Element {
  const names = new Map(graph.vertices.map((vertex) => [toAssetKey(vertex), vertex.displayName]))
  const csv = () =>
    toCsvFile(
      ['sourceType', 'sourceId', 'sourceName', 'targetType', 'targetId', 'targetName', 'edgeType'],
      graph.edges.map(({ srcVertex, dstVertex, edgeType }) => [
        srcVertex.vertexType,
        srcVertex.vertexId,
        names.get(toAssetKey(srcVertex)) ?? null,
        dstVertex.vertexType,
        dstVertex.vertexId,
        names.get(toAssetKey(dstVertex)) ?? null,
        edgeType,
      ]),
    )
  const json = () => JSON.stringify({ vertexList: graph.vertices, edgeList: graph.edges }, null, 2)
  return (
    <p class="toolbar">
      <button
        type="button"
        class="plain"
        onClick={() => save(new Blob([csv()], { type: 'text/csv' }), `${name}-lineage.csv`)}
      >
        {texts.value.why.csv}
      </button>
      <button
        type="button"
        class="plain"
        onClick={() =>
          save(new Blob([json()], { type: 'application/json' }), `${name}-lineage.json`)
        }
      >
        JSON
      </button>
    </p>
  )
}
