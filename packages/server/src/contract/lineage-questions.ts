import type {
  CyclesData,
  EvidenceData,
  ImpactData,
  LineageDifferenceData,
  LooseEndsData,
  SinglePointsData,
} from '@tributary/platform'
import { type TUnsafe, Type } from 'typebox'
import { edgeTypes, ends, identity, vertexFields, vertexType } from './lineage.ts'
import { nullable, typed } from './typed.ts'

const id = (description: string) => Type.String({ minLength: 1, description })

/** Query that names one asset. */
export const oneVertex: TUnsafe<{ readonly vertex_id: string; readonly vertex_type: string }> =
  typed(
    Type.Object({
      vertex_id: id('Id of the asset, such as a metric name.'),
      vertex_type: vertexType('Kind of the asset.'),
    }),
  )

/** Query of impact. */
export const impactQuery: TUnsafe<{
  readonly vertex_id: string
  readonly vertex_type: string
  readonly edge_types?: readonly string[]
}> = typed(
  Type.Object({
    vertex_id: id('Id of the asset that is taken away, in thought.'),
    vertex_type: vertexType('Kind of the asset.'),
    edge_types: Type.Optional(edgeTypes),
  }),
)

/** Query of evidence. */
export const evidenceQuery: TUnsafe<{
  readonly from_id: string
  readonly from_type: string
  readonly to_id: string
  readonly to_type: string
}> = typed(
  Type.Object({
    from_id: id('Id of the asset where data flows from.'),
    from_type: vertexType('Kind of that asset.'),
    to_id: id('Id of the asset where data flows to.'),
    to_type: vertexType('Kind of that asset.'),
  }),
)

/** `data` of evidence. */
export const evidenceData: TUnsafe<EvidenceData> = typed(
  Type.Object({
    path: Type.Array(Type.Object(identity), {
      description: 'A shortest way, both ends included; empty when data does not flow there.',
    }),
    steps: Type.Array(Type.Array(Type.String()), {
      description: 'The kinds of edge of each step.',
    }),
    paths: nullable(
      Type.String({ description: 'All ways, a whole number; null when a cycle lies between.' }),
    ),
    shortestPaths: Type.String({ description: 'The ways with the fewest steps, a whole number.' }),
  }),
)

const impacted = (description: string) =>
  Type.Array(
    Type.Object({
      ...vertexFields,
      hop: Type.Integer({ description: 'The fewest edges from what is taken away.' }),
      sources: Type.Integer({ description: 'How many assets feed it directly.' }),
      lostSources: Type.Integer({ description: 'How many of them are gone or broken.' }),
    }),
    { description },
  )

/** `data` of impact. */
export const impactData: TUnsafe<ImpactData> = typed(
  Type.Object({
    breaks: impacted('What loses all its sources, nearest first.'),
    degrades: impacted('What keeps a source but has lost something upstream, nearest first.'),
  }),
)

const vertices = (description: string) => Type.Array(Type.Object(vertexFields), { description })

/** `data` of single points of failure. */
export const singlePointsData: TUnsafe<SinglePointsData> = typed(
  Type.Object({
    vertexList: vertices('Everything upstream whose removal alone breaks the asset.'),
  }),
)

/** `data` of loose ends. */
export const looseEndsData: TUnsafe<LooseEndsData> = typed(
  Type.Object({
    unused: vertices('What feeds no metric and no view.'),
    unsourced: vertices('What no file and no table feeds.'),
  }),
)

/** `data` of cycles. */
export const cyclesData: TUnsafe<CyclesData> = typed(
  Type.Object({
    cycleList: Type.Array(
      Type.Object({
        vertexList: Type.Array(Type.Object(identity), {
          description: 'Assets that feed one another in a circle.',
        }),
        closedBy: Type.Array(
          Type.Object({
            ...ends,
            edgeType: Type.String({ description: '`COLUMN_IMPACT` or `TABLE_IMPACT`.' }),
          }),
          { description: 'Without these edges there is no circle.' },
        ),
      }),
      { description: 'The circles; those that share an asset are one.' },
    ),
  }),
)

/** Query of difference, as it is written in the address; the last four belong together. */
export interface DifferenceParameters {
  readonly from: string
  readonly to?: string
  readonly vertex_id?: string
  readonly vertex_type?: string
  readonly input_step?: number
  readonly output_step?: number
}

/** Schema of {@link DifferenceParameters}. */
export const differenceQuery: TUnsafe<DifferenceParameters> = typed(
  Type.Object({
    from: Type.String({ description: 'A moment, ISO 8601, UTC without a zone.' }),
    to: Type.Optional(Type.String({ description: 'A later moment; now without it.' })),
    vertex_id: Type.Optional(id('Only the neighbourhood of this asset.')),
    vertex_type: Type.Optional(vertexType('Kind of that asset.')),
    input_step: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Hops upstream; 0 without.' }),
    ),
    output_step: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Hops downstream; 0 without.' }),
    ),
  }),
)

const edges = (description: string) =>
  Type.Array(
    Type.Object({
      ...ends,
      edgeType: Type.String({ description: '`COLUMN_IMPACT` or `TABLE_IMPACT`.' }),
    }),
    { description },
  )

/** `data` of difference. */
export const differenceData: TUnsafe<LineageDifferenceData> = typed(
  Type.Object({
    vertices: Type.Object(
      {
        added: vertices('Assets that came.'),
        removed: vertices('Assets that went.'),
        changed: Type.Array(
          Type.Object({
            before: Type.Object(vertexFields, { description: 'What it said.' }),
            after: Type.Object(vertexFields, { description: 'What it says.' }),
          }),
          { description: 'Assets that say something else.' },
        ),
      },
      { description: 'Assets.' },
    ),
    edges: Type.Object(
      { added: edges('Edges that came.'), removed: edges('Edges that went.') },
      { description: 'Edges.' },
    ),
  }),
)
