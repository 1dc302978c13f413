import type { ImportedLineageData, RequestOf } from '@tributary/contract'
import { toTenantResource } from '../../model/rights.ts'
import { cancelImport } from '../../requests/import-state.ts'
import { createLineageImports } from '../../store/imports/import-tasks.ts'
import type { OperationSession } from '../operation.ts'
import { lineageImport } from './lineage-import.ts'

/**
 * Ends an import of lineage that runs, in this process at once and in another within a second, and gives its state. An
 * import that has ended stays as it is.
 */
export async function cancelLineageImport(
  session: OperationSession,
  { importId: id }: RequestOf<'cancelLineageImport'>,
): Promise<ImportedLineageData> {
  const { access, clock, write, store, caller, service } = session
  access.require('EDIT', toTenantResource(caller.tenant))
  await cancelImport(createLineageImports(store, caller.tenant, write), id, {
    account: caller.account,
    at: clock.now(),
    running: service.importRules(caller.tenant).running,
  })
  return lineageImport(session, { import_id: id })
}
