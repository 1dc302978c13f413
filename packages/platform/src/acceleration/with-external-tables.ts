import type { ExternalTables } from './external-tables.ts'
import type { MaterialTables } from './material-tables.ts'

/** The tables of a home, and those that somebody else fills: what is asked of the latter is read from their files. */
export function withExternalTables(own: MaterialTables, external: ExternalTables): MaterialTables {
  return {
    begin: (instance) => own.begin(instance),
    replace: (job, options) => own.replace(job, options),
    state: (table) => (external.has(table) ? external.state(table) : own.state(table)),
    changes: async () => `${await own.changes()} ${await external.changes()}`,
    // A table that others fill is not ours to take away.
    drop: async (table) => (external.has(table) ? undefined : own.drop(table)),
    // Another's file is read where it is, and never kept.
    read: (table, columns) => (external.has(table) ? external : own).read(table, columns),
    source: {
      aggregate: (request, options) => {
        const tables = external.has(request.rows.base.table) ? external : own
        return tables.source.aggregate(request, options)
      },
    },
    letGo: () => own.letGo(),
    close: async () => {
      await Promise.all([own.close(), external.close()])
    },
  }
}
