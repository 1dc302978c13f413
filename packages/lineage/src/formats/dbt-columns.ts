import type { VertexRef } from '../model/vertex.ts'
import type { LineageDocument } from './document.ts'
import type { Place } from './place.ts'
import type { DbtReader } from './read-dbt.ts'

/**
 * Takes in the columns that `catalog.json` found in the tables of the manifest, with their types. Warehouses such
 * as Snowflake say `ID` of a column that people call `id`: it is the column of the manifest, unless the table has
 * both.
 */
export function readDbtColumns({ document, refs, sources }: DbtReader, catalog: Place): void {
  const named = columnsByLowerCase(document)
  const tables = [...catalog.field('nodes').entries(), ...catalog.field('sources').entries()]
  for (const [id, table] of tables) {
    const ref = refs.get(id)
    if (ref === undefined) continue
    const columns = table.field('columns').entries()
    const found = new Set(columns.map(([, column]) => idOf(ref, column)))
    for (const [, column] of columns) {
      const own = idOf(ref, column)
      const meant = named.get(own.toLowerCase()) ?? own
      const isOther = found.has(meant) || !meant.startsWith(`${ref.vertexId}.`)
      document.addVertex({
        vertexType: 'PHYSICAL_TABLE_COLUMN',
        vertexId: isOther ? own : meant,
        displayName: column.field('name').name(),
        description: column.field('comment').optionalText() || null,
        custom: { originDataType: column.field('type').text() },
        sources,
      })
    }
  }
}

/** The columns of tables by their ids in small letters. */
function columnsByLowerCase(document: LineageDocument): ReadonlyMap<string, string> {
  const columns = new Map<string, string>()
  for (const { vertexType, vertexId } of document.statedVertices()) {
    if (vertexType === 'PHYSICAL_TABLE_COLUMN') columns.set(vertexId.toLowerCase(), vertexId)
  }
  return columns
}

function idOf({ vertexId }: VertexRef, column: Place): string {
  return `${vertexId}.${column.field('name').name()}`
}
