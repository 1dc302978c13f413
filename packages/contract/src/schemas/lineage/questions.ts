import { Type } from 'typebox'
import { nextCursor, pageQuery } from '../page.ts'
import { FORMS } from '../patterns.ts'
import {
  integer,
  LARGEST,
  list,
  name,
  nullable,
  object,
  objects,
  patternText,
  type QueryOf,
  shortText,
  text,
  type ValueOf,
} from '../schema.ts'
import { edgeTypes, ends, identity, VERTEX_TYPES, vertexFields, vertexType } from './lineage.ts'

const hidden = integer(
  'Assets beside those asked for and listed that the caller may not see; in no list and no other count.',
)

/** Query that names one asset. */
export const oneVertex = Type.Object({
  vertex_id: name('Id of the asset, such as a metric name.'),
  vertex_type: vertexType('Type of the asset.'),
})

/** Query of impact. */
export const impactQuery = Type.Object({
  vertex_id: name('Id of the asset whose loss is examined.'),
  vertex_type: vertexType('Type of the asset.'),
  edge_types: Type.Optional(edgeTypes),
})

/** Query of evidence. */
export const evidenceQuery = Type.Object({
  from_id: name('Id of the asset where data flows from.'),
  from_type: vertexType('Type of that asset.'),
  to_id: name('Id of the asset where data flows to.'),
  to_type: vertexType('Type of that asset.'),
})

/** `data` of evidence. */
export const evidenceData = Type.Object({
  path: objects(
    'A shortest path, both ends included; empty when data does not flow there.',
    identity,
  ),
  steps: list('The types of edge of each step.', Type.Array(Type.String())),
  paths: nullable(
    text('Number of paths, as text; null when a cycle lies between, and for more than 2^1024.'),
  ),
  shortestPaths: nullable(text('Number of shortest paths, as text; null for more than 2^1024.')),
  hidden,
})

const impacted = (description: string) =>
  objects(description, {
    ...vertexFields,
    hop: integer('Fewest edges from the lost asset.'),
    sources: integer('Number of assets that feed it directly.'),
    lostSources: integer('Number of those that are lost or broken.'),
  })

/** `data` of impact. */
export const impactData = Type.Object({
  breaks: impacted('Assets that lose all their sources, nearest first.'),
  degrades: impacted('Assets that keep a source but lose something upstream, nearest first.'),
  hidden,
})

const edge = Type.Object({ ...ends, edgeType: text('`COLUMN_IMPACT` or `TABLE_IMPACT`.') })

const edges = (description: string) => list(description, edge)

const vertices = (description: string) => objects(description, vertexFields)

/** `data` of single points of failure. */
export const singlePointsData = Type.Object({
  vertexList: vertices('Everything upstream whose removal alone breaks the asset.'),
  hidden,
})

/** `data` of loose ends. */
export const looseEndsData = Type.Object({
  unused: vertices('Assets that feed no metric and no view.'),
  unsourced: vertices('Assets that no file and no table feeds.'),
  hidden,
})

/** `data` of cycles. */
export const cyclesData = Type.Object({
  cycleList: objects('The cycles; cycles that share an asset count as one.', {
    vertexList: objects('The assets of a cycle.', identity),
    closedBy: edges('Without these edges there is no cycle.'),
  }),
  hidden,
})

/** Query of difference; the last four belong together. */
export const differenceQuery = Type.Object({
  from: patternText(FORMS.moment, 'A moment, ISO 8601; UTC without a zone.'),
  to: Type.Optional(patternText(FORMS.moment, 'A later moment; now by default.')),
  vertex_id: Type.Optional(name('Only the neighbourhood of this asset.')),
  vertex_type: Type.Optional(vertexType('Type of that asset.')),
  input_step: Type.Optional(
    Type.Integer({ minimum: 0, maximum: LARGEST, description: 'Hops upstream; 0 by default.' }),
  ),
  output_step: Type.Optional(
    Type.Integer({ minimum: 0, maximum: LARGEST, description: 'Hops downstream; 0 by default.' }),
  ),
})

/** `data` of difference. */
export const differenceData = Type.Object({
  vertices: object('Assets.', {
    added: vertices('Added assets.'),
    removed: vertices('Removed assets.'),
    changed: objects('Changed assets.', {
      before: object('The asset at the earlier moment.', vertexFields),
      after: object('The asset at the later moment.', vertexFields),
    }),
  }),
  edges: object('Edges.', { added: edges('Added edges.'), removed: edges('Removed edges.') }),
  hidden,
})

/** Query of the moments of changes; the last two name one asset. */
export const momentsQuery = Type.Object({
  from: Type.Optional(
    patternText(
      FORMS.moment,
      'The first moment, ISO 8601; UTC without a zone; the beginning by default.',
    ),
  ),
  to: Type.Optional(patternText(FORMS.moment, 'The last moment, included; now by default.')),
  vertex_id: Type.Optional(name('Only changes of this asset and of its edges.')),
  vertex_type: Type.Optional(vertexType('Type of that asset.')),
  ...pageQuery,
})

const changedParts = (description: string) =>
  object(description, { vertices: integer('Assets.'), edges: integer('Edges.') })

/** `data` of the moments of changes. */
export const momentsData = Type.Object({
  moments: objects('When the lineage changed, the newest first.', {
    time: text('When, ISO 8601 in UTC.'),
    by: text('Who changed it: an account, or `catalog` and `views` for the service itself.'),
    added: changedParts('What was added.'),
    removed: changedParts('What was removed.'),
    changed: integer('Assets with other names, descriptions or further fields.'),
  }),
  cursor: nextCursor,
})

/** Query of the search in the lineage. */
export const lineageSearchQuery = Type.Object({
  q: shortText(200, 'What is searched for in the ids and names of assets: one or more words.'),
  types: Type.Optional(
    list(
      'Only these types of asset, separated by commas; all by default.',
      Type.Enum(VERTEX_TYPES),
      {
        minItems: 1,
      },
    ),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'Largest number of assets; 20 by default.',
    }),
  ),
})

/** `data` of the search in the lineage. */
export const lineageSearchData = Type.Object({
  vertexList: objects(
    'What was found: whole ids and names first, then beginnings, then words, then parts of words; each by type, then by id.',
    {
      ...vertexFields,
      matched: object('The part for which it was found.', {
        field: Type.Enum(['vertexId', 'displayName'], { description: 'The field of the asset.' }),
        from: integer('Where the part begins, in UTF-16 code units.'),
        to: integer('Where it ends; the code unit there is not part of it.'),
      }),
    },
  ),
  total: integer('How many were found.'),
})

/** `data` of evidence: a shortest way, and how many ways there are. */
export type EvidenceData = ValueOf<typeof evidenceData>

/** `data` of impact: what breaks and what degrades, nearest first. */
export type ImpactData = ValueOf<typeof impactData>

/** `data` of single points of failure, by type and id. */
export type SinglePointsData = ValueOf<typeof singlePointsData>

/** `data` of loose ends, both lists by type and id. */
export type LooseEndsData = ValueOf<typeof looseEndsData>

/** `data` of cycles, by their first assets. */
export type CyclesData = ValueOf<typeof cyclesData>

/** `data` of difference: what came, what went and what changed; every list by type and id. */
export type LineageDifferenceData = ValueOf<typeof differenceData>

/** Query of the moments of changes. */
export type LineageMomentsQuery = QueryOf<typeof momentsQuery>

/** `data` of the moments of changes, the newest first. */
export type LineageMomentsData = ValueOf<typeof momentsData>

/** Query of the search in the lineage. */
export type LineageSearchQuery = ValueOf<typeof lineageSearchQuery>

/** `data` of the search in the lineage, best first. */
export type LineageSearchData = ValueOf<typeof lineageSearchData>
