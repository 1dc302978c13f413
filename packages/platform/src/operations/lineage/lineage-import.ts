import type { ImportedLineageData, RequestOf } from '@tributary/contract'
import { toTenantResource } from '../../model/rights.ts'
import { readImportState } from '../../requests/import-state.ts'
import { isoLocalText } from '../../requests/read-values.ts'
import { createLineageImports, type LineageImportRow } from '../../store/imports/import-tasks.ts'
import type { Session } from '../../tenant/session.ts'
import type { OperationSession } from '../admission/operation.ts'

/** The state of an import of lineage. An import whose process does not answer is declared failed, and cannot be stored then. */
export async function lineageImport(
  session: OperationSession,
  { import_id: id }: RequestOf<'lineageImport'>,
): Promise<ImportedLineageData> {
  const { access, clock, write, store, caller, service } = session
  access.require('EDIT', toTenantResource(caller.tenant))
  const imports = createLineageImports(store, caller.tenant, write)
  const { lease } = service.importRules(caller.tenant)
  return toImportData(session, await readImportState(imports, id, { now: clock.now(), lease }))
}

/** An import in the words of the API. */
export function toImportData({ catalog }: Session, row: LineageImportRow): ImportedLineageData {
  const { timeZone } = catalog.workspace
  const text = (at: string): string => isoLocalText(new Date(at), timeZone)
  const { id, status, file, format, vertices, edges, step, done, total } = row
  return {
    importId: id,
    status,
    file,
    format,
    vertices,
    edges,
    newVertices: row.new_vertices,
    newEdges: row.new_edges,
    progress: step === null ? null : { step, done: done ?? 0, total },
    startTime: text(row.started_at),
    endTime: row.ended_at === null ? null : text(row.ended_at),
    msg: row.message,
  }
}
