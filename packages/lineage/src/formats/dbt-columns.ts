import type { Place } from './place.ts'
import type { DbtReader } from './read-dbt.ts'

/** Takes in the columns that `catalog.json` found in the tables of the manifest, with their types. */
export function readDbtColumns({ document, refs, sources }: DbtReader, catalog: Place): void {
  const tables = [...catalog.field('nodes').entries(), ...catalog.field('sources').entries()]
  for (const [id, table] of tables) {
    const ref = refs.get(id)
    if (ref === undefined) continue
    for (const [, column] of table.field('columns').entries()) {
      const name = column.field('name').name()
      document.addVertex({
        vertexType: 'PHYSICAL_TABLE_COLUMN',
        vertexId: `${ref.vertexId}.${name}`,
        displayName: name,
        description: column.field('comment').optionalText() || null,
        custom: { originDataType: column.field('type').text() },
        sources,
      })
    }
  }
}
