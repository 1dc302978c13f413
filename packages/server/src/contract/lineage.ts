import type { AllLineageData, VertexLineageData } from '@tributary/platform'
import { type TNull, type TObject, type TString, type TUnion, type TUnsafe, Type } from 'typebox'
import { mapOf, nullable, typed } from './typed.ts'

/** Query of E16, as it is written in the address. */
export interface VertexLineageParameters {
  readonly vertex_id: string
  readonly vertex_type: string
  readonly input_step: number
  readonly output_step: number
  readonly vertex_types?: readonly string[]
  readonly edge_types?: readonly string[]
  readonly collapse?: 'true' | 'false'
  readonly induced?: 'true' | 'false'
  readonly limit?: number
  readonly cursor?: string
  readonly visit_budget?: number
  readonly extras?: 'true' | 'false'
  readonly as_of?: string
}

/** The nine kinds of asset (specification §2.9a). */
const VERTEX_TYPES = [
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
export const vertexType = (description: string): TUnsafe<string> =>
  typed(Type.Enum([...VERTEX_TYPES], { description }))

/** Schema of kinds of edge, separated by commas. */
export const edgeTypes: TUnsafe<string[]> = typed(
  Type.Array(Type.Enum(['COLUMN_IMPACT', 'TABLE_IMPACT']), {
    minItems: 1,
    description: 'Follow only these kinds of edge, separated by commas; both without it.',
  }),
)

const flag = (description: string) => Type.Optional(Type.Enum(['true', 'false'], { description }))

/** Schema of {@link VertexLineageParameters}. */
export const vertexLineageQuery: TUnsafe<VertexLineageParameters> = typed(
  Type.Object({
    vertex_id: Type.String({
      minLength: 1,
      description: 'Id of the asset, such as a metric name.',
    }),
    vertex_type: vertexType('Kind of the asset.'),
    input_step: Type.Integer({ minimum: 0, description: 'How many hops to follow upstream.' }),
    output_step: Type.Integer({ minimum: 0, description: 'How many hops to follow downstream.' }),
    vertex_types: Type.Optional(
      Type.Array(Type.Enum([...VERTEX_TYPES]), {
        minItems: 1,
        description: 'List only these kinds of asset, separated by commas, and the one asked for.',
      }),
    ),
    edge_types: Type.Optional(edgeTypes),
    collapse: flag('Walk through assets of other kinds, without a hop, instead of stopping there.'),
    induced: flag('Also list edges among the assets found that no walk of so many hops uses.'),
    limit: Type.Optional(Type.Integer({ minimum: 0, description: 'The most assets to list.' })),
    cursor: Type.Optional(Type.String({ description: '`extras.cursor` of the page before.' })),
    visit_budget: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The most edges to look at.' }),
    ),
    extras: flag('Answer with `extras`; a limit, a cursor and a budget do so anyway.'),
    as_of: Type.Optional(
      Type.String({ description: 'The lineage of that moment, ISO 8601, UTC without a zone.' }),
    ),
  }),
)

/** Schema of what identifies an asset. */
export const identity: { readonly vertexId: TString; readonly vertexType: TString } = {
  vertexId: Type.String({ description: 'Id of the asset, unique for its type.' }),
  vertexType: Type.String({ description: 'Kind of the asset.' }),
}

/** Schema of the two ends of an edge. */
export const ends: {
  readonly srcVertex: TObject<typeof identity>
  readonly dstVertex: TObject<typeof identity>
} = {
  srcVertex: Type.Object(identity, { description: 'Where the edge comes from.' }),
  dstVertex: Type.Object(identity, { description: 'What is made of it.' }),
}

/** `data` of E15. */
export const allLineageData: TUnsafe<AllLineageData> = typed(
  Type.Object({
    edgeList: Type.Array(Type.Object(ends), { description: 'Every edge of the tenant.' }),
  }),
)

const count = (description: string) => Type.Integer({ description })

const hops = (description: string) =>
  Type.Array(
    Type.Object({
      hop: count('From 1 on.'),
      vertices: count('Assets found in this hop for the first time.'),
      byType: mapOf(Type.Integer(), { description: 'The same by kind of asset.' }),
    }),
    { description },
  )

const extras = Type.Object(
  {
    totals: Type.Object(
      {
        vertices: count('Assets, the one asked for included.'),
        edges: count('Edges; a pair with edges of both kinds counts two.'),
        upstream: hops('What was found upstream.'),
        downstream: hops('What was found downstream.'),
      },
      { description: 'Exact counts of the whole answer.' },
    ),
    truncated: Type.Boolean({ description: 'Whether assets follow that are not listed.' }),
    cursor: nullable(Type.String({ description: 'Gives the next page.' })),
    partial: nullable(
      Type.Object(
        { inputStep: count('Upstream hops.'), outputStep: count('Downstream hops.') },
        { description: 'The hops that the budget allowed, whose answer this is.' },
      ),
    ),
    boundary: Type.Array(
      Type.Object({
        vertex: Type.Object(identity, { description: 'A listed asset.' }),
        upstream: count('How many more assets feed it.'),
        downstream: count('How many more assets it feeds.'),
      }),
      { description: 'The listed assets with neighbours that are not listed.' },
    ),
    hidden: count('Assets beside the listed ones that the caller may not see; in no other count.'),
  },
  { description: 'Only when asked for: what the answer leaves out, and how much there is in all.' },
)

/** Schema of an asset with what people want to read about it. */
export const vertexFields: typeof identity & {
  readonly displayName: TUnion<[TString, TNull]>
  readonly description: TUnion<[TString, TNull]>
  readonly custom: TUnion<[TUnsafe<Readonly<Record<string, unknown>>>, TNull]>
} = {
  ...identity,
  displayName: nullable(Type.String({ description: 'Name for people.' })),
  description: nullable(Type.String({ description: 'What it is.' })),
  custom: nullable(mapOf(Type.Unknown(), { description: 'More, by kind of asset.' })),
}

/** `data` of E16. */
export const vertexLineageData: TUnsafe<VertexLineageData> = typed(
  Type.Object({
    vertexList: Type.Array(Type.Object(vertexFields), {
      description: 'The assets within reach, closest first, the asset itself included.',
    }),
    edgeList: Type.Array(
      Type.Object({
        ...ends,
        edgeType: Type.String({ description: '`COLUMN_IMPACT` or `TABLE_IMPACT`.' }),
        derived: Type.Optional(
          Type.Literal(true, {
            description: 'Only with `collapse`: no edge, but a way through assets not listed.',
          }),
        ),
      }),
      { description: 'The edges among them.' },
    ),
    extras: Type.Optional(extras),
  }),
)
