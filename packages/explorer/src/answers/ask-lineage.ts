import type { LineageDifferenceData, VertexType } from '@tributary/contract'
import type { AssetName, LineageState } from '../address/lineage-state.ts'
import { type LineageGraphData, mergeLineage } from '../analysis/merge-lineage.ts'
import { getClient } from './client.ts'
import type { Question } from './use-answer.ts'

/** The most assets of a neighbourhood that are drawn. */
export const MOST_ASSETS = 2_000

const COLUMNS = ['FILE_COLUMN', 'PHYSICAL_TABLE_COLUMN', 'DATASET_COLUMN']
const OTHERS: readonly VertexType[] = [
  'FILE',
  'PHYSICAL_TABLE',
  'DATASET',
  'DIMENSION',
  'METRIC',
  'ANALYSIS_VIEW',
]

/** The neighbourhood of an asset with what was expanded in it; all parts are asked for at once. */
export function neighbourhoodQuestion(state: LineageState): Question<LineageGraphData> {
  const { type, id, up, down, columns, open, asOf } = state
  // Without columns the way goes through them; a column that is asked for stands among the others.
  const types = COLUMNS.includes(type) ? [...OTHERS, type as VertexType] : [...OTHERS]
  const shared = {
    limit: MOST_ASSETS,
    extras: true,
    ...(!columns && { vertex_types: types, collapse: true }),
    ...(asOf !== null && { as_of: asOf }),
  }
  const of = (asset: AssetName, hops: readonly [up: number, down: number]) => ({
    ...shared,
    vertex_id: asset.id,
    vertex_type: asset.type as VertexType,
    input_step: hops[0],
    output_step: hops[1],
  })
  const queries = [
    of({ type, id }, [up, down]),
    ...open.map((expansion) => of(expansion, expansion.side === 'up' ? [1, 0] : [0, 1])),
  ]
  return {
    key: `lineage ${JSON.stringify(queries)}`,
    ask: async (signal) =>
      mergeLineage(
        await Promise.all(queries.map((query) => getClient().vertexLineage(query, { signal }))),
      ),
  }
}

/** The assets and edges of the neighbourhood that were added, removed or changed since a day. */
export function differenceQuestion(
  { type, id, up, down, asOf }: LineageState,
  since: string,
): Question<LineageDifferenceData> {
  const query = {
    from: since,
    ...(asOf !== null && { to: asOf }),
    vertex_id: id,
    vertex_type: type as VertexType,
    input_step: up,
    output_step: down,
  }
  return {
    key: `difference ${JSON.stringify(query)}`,
    ask: (signal) => getClient().lineageDifference(query, { signal }),
  }
}

/** The way of a column: everything that it is made of and that is made of it, column by column. */
export function columnQuestion(column: AssetName): Question<LineageGraphData> {
  return {
    key: `column ${JSON.stringify(column)}`,
    ask: async (signal) =>
      mergeLineage([
        await getClient().vertexLineage(
          {
            vertex_id: column.id,
            vertex_type: column.type as VertexType,
            input_step: MOST_STEPS,
            output_step: MOST_STEPS,
            edge_types: ['COLUMN_IMPACT'],
            limit: MOST_ASSETS,
          },
          { signal },
        ),
      ]),
  }
}

const MOST_STEPS = 50
