import { VERTEX_TYPES, type VertexRefData } from '@tributary/contract'
import { Type } from 'typebox'
import { defineTool, type Tool } from './tool.ts'

const MOST_ASSETS = 100

const asset = {
  type: Type.Enum(VERTEX_TYPES, { description: 'Kind of asset, such as METRIC or DATASET.' }),
  id: Type.String({
    minLength: 1,
    description: 'Its id: the name of a metric; dataset.column for a DATASET_COLUMN.',
  }),
}
const assets = (description: string) =>
  Type.Array(Type.Object({ type: Type.String(), id: Type.String() }), { description })
const hops = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 10, description }))

/** Answers where an asset comes from and what uses it. */
export const lineageTool: Tool = defineTool({
  name: 'lineage',
  title: 'Lineage of an asset',
  description:
    'Says where a metric, dimension, dataset, column, file or view comes from (upstream) and what uses it (downstream).',
  input: Type.Object(
    {
      ...asset,
      upstream: hops('Hops towards the sources; 2 without it.'),
      downstream: hops('Hops towards what uses it; 2 without it.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    assets: assets('Nearest first, itself included.'),
    edges: Type.Array(
      Type.Object({
        from: Type.String({ description: 'Type and id of the source.' }),
        to: Type.String({ description: 'Type and id of what it feeds.' }),
      }),
    ),
    total: Type.Integer({ description: `Assets in all; ${MOST_ASSETS} are listed at most.` }),
  }),
  answer: async ({ operations, signal }, { type, id, upstream = 2, downstream = 2 }) => {
    const query = {
      vertex_id: id,
      vertex_type: type,
      input_step: upstream,
      output_step: downstream,
      limit: MOST_ASSETS,
      extras: true,
    }
    const { vertexList, edgeList, extras } = await operations.vertexLineage(query, { signal })
    return {
      assets: vertexList.map(short),
      edges: edgeList.map(({ srcVertex, dstVertex }) => {
        return { from: inWords(srcVertex), to: inWords(dstVertex) }
      }),
      total: extras?.totals.vertices ?? vertexList.length,
    }
  },
})

/** Answers what breaks without an asset. */
export const impactTool: Tool = defineTool({
  name: 'impact',
  title: 'Impact of the loss of an asset',
  description:
    'Says what is affected when an asset is lost or changed: what breaks, because all its sources are gone, and what degrades, because some are left.',
  input: Type.Object(asset, { additionalProperties: false }),
  output: Type.Object({
    breaks: assets('Nearest first.'),
    degrades: assets('Nearest first.'),
    counts: Type.Object({ breaks: Type.Integer(), degrades: Type.Integer() }),
  }),
  answer: async ({ operations, signal }, { type, id }) => {
    const vertex = { vertex_id: id, vertex_type: type }
    const { breaks, degrades } = await operations.lineageImpact(vertex, { signal })
    return {
      breaks: breaks.slice(0, MOST_ASSETS).map(short),
      degrades: degrades.slice(0, MOST_ASSETS).map(short),
      counts: { breaks: breaks.length, degrades: degrades.length },
    }
  },
})

function short({ vertexType, vertexId }: VertexRefData): { type: string; id: string } {
  return { type: vertexType, id: vertexId }
}

function inWords({ vertexType, vertexId }: VertexRefData): string {
  return `${vertexType} ${vertexId}`
}
