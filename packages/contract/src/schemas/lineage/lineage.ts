import { type TObject, Type } from 'typebox'
import { FORMS } from '../patterns.ts'
import {
  createMap,
  flag,
  integer,
  LARGEST,
  list,
  name,
  nullable,
  object,
  objects,
  patternText,
  type QueryOf,
  text,
  texts,
  type ValueOf,
  yesOrNo,
} from '../schema.ts'

/** The nine kinds of asset. */
export const VERTEX_TYPES = [
  'FILE',
  'FILE_COLUMN',
  'PHYSICAL_TABLE',
  'PHYSICAL_TABLE_COLUMN',
  'DATASET',
  'DATASET_COLUMN',
  'DIMENSION',
  'METRIC',
  'ANALYSIS_VIEW',
] as const

/** Schema of a kind of asset. */
export const vertexType = (description: string) => Type.Enum(VERTEX_TYPES, { description })

/** The two kinds of edge. */
export const EDGE_TYPES = ['COLUMN_IMPACT', 'TABLE_IMPACT'] as const

/** Schema of kinds of edge, separated by commas. */
export const edgeTypes = list(
  'Follow only these types of edge, separated by commas; both by default.',
  Type.Enum(EDGE_TYPES),
  { minItems: 1 },
)

/** Query of `vertexLineage`. */
export const vertexLineageQuery = Type.Object({
  vertex_id: name('Id of the asset, such as a metric name.'),
  vertex_type: vertexType('Type of the asset.'),
  input_step: Type.Integer({
    minimum: 0,
    maximum: LARGEST,
    description: 'How many hops to follow upstream.',
  }),
  output_step: Type.Integer({
    minimum: 0,
    maximum: LARGEST,
    description: 'How many hops to follow downstream.',
  }),
  vertex_types: Type.Optional(
    list(
      'List only these types of asset, separated by commas, and the one asked for.',
      Type.Enum(VERTEX_TYPES),
      { minItems: 1 },
    ),
  ),
  edge_types: Type.Optional(edgeTypes),
  collapse: yesOrNo(
    'Walk through assets of other types, without a hop, instead of stopping there.',
  ),
  induced: yesOrNo('Also list edges among the found assets that no walk of so many hops uses.'),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LARGEST,
      description: 'Largest number of assets to list.',
    }),
  ),
  cursor: Type.Optional(text('`extras.cursor` of the previous page.')),
  visit_budget: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LARGEST,
      description: 'Largest number of edges to visit.',
    }),
  ),
  extras: yesOrNo(
    'Whether to answer with `extras`, of the whole and of each asset and edge. A limit, a cursor or a budget implies those of the whole.',
  ),
  as_of: Type.Optional(
    patternText(FORMS.moment, 'The lineage at that moment, ISO 8601; UTC without a zone.'),
  ),
})

/** Schema of what identifies an asset. */
export const identity = {
  vertexId: text('Id of the asset, unique for its type.'),
  vertexType: text('Type of the asset.'),
}

/** Schema of the two ends of an edge. */
export const ends = {
  srcVertex: object('Source of the edge.', identity),
  dstVertex: object('Target of the edge.', identity),
}

/** `data` of `allLineage`. */
export const allLineageData = Type.Object({
  edgeList: objects('Every edge of the tenant.', ends),
})

const hops = (description: string) =>
  objects(description, {
    hop: integer('From 1 on.'),
    vertices: integer('Assets first found in this hop.'),
    byType: createMap(Type.Integer(), { description: 'The number of each type of asset.' }),
  })

const extras = object(
  'Only when asked for: what the answer leaves out, and how much there is in all.',
  {
    totals: object('Exact counts of the whole answer.', {
      vertices: integer('Assets, the one asked for included.'),
      edges: integer('Edges; a pair with edges of both types counts as two.'),
      upstream: hops('What was found upstream.'),
      downstream: hops('What was found downstream.'),
    }),
    truncated: flag('Whether assets follow that are not listed.'),
    cursor: nullable(text('Gives the next page.')),
    partial: nullable(
      object('The hops that the budget allowed, whose answer this is.', {
        inputStep: integer('Upstream hops.'),
        outputStep: integer('Downstream hops.'),
      }),
    ),
    boundary: objects('The listed assets with neighbours that are not listed.', {
      vertex: object('A listed asset.', identity),
      upstream: integer('Number of further assets that feed it.'),
      downstream: integer('Number of further assets that it feeds.'),
    }),
    hidden: integer(
      'Assets beside the listed ones that the caller may not see; in no other count.',
    ),
  },
)

/** Schema of an asset with its description. */
export const vertexFields = {
  ...identity,
  displayName: nullable(text('Name for people.')),
  description: nullable(text('What it is.')),
  custom: nullable(createMap(Type.Unknown(), { description: 'Further fields, by type of asset.' })),
}

const statedBy = nullable(
  texts(
    'Who states it, such as `catalog`; null with `as_of`, and for who may not use everything in the tenant.',
  ),
)

const vertexExtras = object('Only with `extras=true`: more of the asset.', {
  sources: statedBy,
  parent: nullable(object('Of a column the file, table or dataset that has it.', identity)),
  upstream: integer('Number of assets that feed it directly.'),
  downstream: integer('Number of assets that it feeds directly.'),
})

const edgeExtras = object('Only with `extras=true`: more of the edge.', {
  sources: statedBy,
  expression: nullable(
    text(
      'Of an edge to a metric or a dimension how that is computed; null when nothing says, with `as_of`, and when the caller may not use all of it.',
    ),
  ),
})

const typedEdge = Type.Object({
  ...ends,
  edgeType: text('`COLUMN_IMPACT` or `TABLE_IMPACT`.'),
  extras: Type.Optional(edgeExtras),
  derived: Type.Optional(
    Type.Literal(true, {
      description:
        'Only with `collapse`: not an edge but a path through assets that are not listed.',
    }),
  ),
})

const listedVertex = Type.Object({ ...vertexFields, extras: Type.Optional(vertexExtras) })

/** `data` of `vertexLineage`. */
export const vertexLineageData = Type.Object({
  vertexList: list(
    'The assets within reach, closest first, the asset itself included.',
    listedVertex,
  ),
  edgeList: list('The edges among them.', typedEdge),
  extras: Type.Optional(extras),
})

/** The type of an asset. */
export type VertexType = (typeof VERTEX_TYPES)[number]

/** The type of an edge. */
export type EdgeType = (typeof EDGE_TYPES)[number]

/** An asset by its id and type. */
export type VertexRefData = ValueOf<TObject<typeof identity>>

/** An asset with its description. */
export type VertexData = ValueOf<TObject<typeof vertexFields>>

/** An edge of `allLineage`. */
export type EdgeData = ValueOf<TObject<typeof ends>>

/** An edge of `vertexLineage`; `derived` only with `collapse`. */
export type TypedEdgeData = ValueOf<typeof typedEdge>

/** Request of the neighbourhood of an asset. */
export type VertexLineageQuery = QueryOf<typeof vertexLineageQuery>

/** `data` of `vertexLineage`: closest first, then by type, then by id. */
export type VertexLineageData = ValueOf<typeof vertexLineageData>

/** The assets that an answer of `vertexLineage` leaves out, and exact counts of the whole neighbourhood. */
export type LineageExtrasData = ValueOf<typeof extras>

/** An asset of `vertexLineage`; `extras` only when asked for. */
export type ListedVertexData = ValueOf<typeof listedVertex>
