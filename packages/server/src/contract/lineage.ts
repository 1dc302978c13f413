import type { AllLineageData, VertexLineageData } from '@tributary/platform'
import { type TUnsafe, Type } from 'typebox'
import { mapOf, nullable, typed } from './typed.ts'

/** Query of E16, as it is written in the address. */
export interface VertexLineageParameters {
  readonly vertex_id: string
  readonly vertex_type: string
  readonly input_step: number
  readonly output_step: number
}

const vertexType = Type.Enum(
  [
    'FILE',
    'FILE_COLUMN',
    'PHYSICAL_TABLE',
    'PHYSICAL_TABLE_COLUMN',
    'DATASET',
    'DATASET_COLUMN',
    'DIMENSION',
    'METRIC',
    'ANALYSIS_VIEW',
  ],
  { description: 'Kind of the asset.' },
)

/** Schema of {@link VertexLineageParameters}. */
export const vertexLineageQuery: TUnsafe<VertexLineageParameters> = typed(
  Type.Object({
    vertex_id: Type.String({
      minLength: 1,
      description: 'Id of the asset, such as a metric name.',
    }),
    vertex_type: vertexType,
    input_step: Type.Integer({ minimum: 0, description: 'How many hops to follow upstream.' }),
    output_step: Type.Integer({ minimum: 0, description: 'How many hops to follow downstream.' }),
  }),
)

const identity = {
  vertexId: Type.String({ description: 'Id of the asset, unique for its type.' }),
  vertexType: Type.String({ description: 'Kind of the asset.' }),
}

const ends = {
  srcVertex: Type.Object(identity, { description: 'Where the edge comes from.' }),
  dstVertex: Type.Object(identity, { description: 'What is made of it.' }),
}

/** `data` of E15. */
export const allLineageData: TUnsafe<AllLineageData> = typed(
  Type.Object({
    edgeList: Type.Array(Type.Object(ends), { description: 'Every edge of the tenant.' }),
  }),
)

/** `data` of E16. */
export const vertexLineageData: TUnsafe<VertexLineageData> = typed(
  Type.Object({
    vertexList: Type.Array(
      Type.Object({
        ...identity,
        displayName: nullable(Type.String({ description: 'Name for people.' })),
        description: nullable(Type.String({ description: 'What it is.' })),
        custom: nullable(mapOf(Type.Unknown(), { description: 'More, by kind of asset.' })),
      }),
      { description: 'The assets within reach, closest first, the asset itself included.' },
    ),
    edgeList: Type.Array(
      Type.Object({
        ...ends,
        edgeType: Type.String({ description: '`COLUMN_IMPACT` or `TABLE_IMPACT`.' }),
      }),
      { description: 'The edges among them.' },
    ),
  }),
)
