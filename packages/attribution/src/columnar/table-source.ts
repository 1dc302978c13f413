import { setImmediate } from 'node:timers/promises'
import type { AggregateFrame, AggregateRequest, AggregateSource } from '../source.ts'
import { frontierOf } from './frontier.ts'
import { groupFrame } from './group-frame.ts'
import { joinLookup } from './join-lookup.ts'
import { loadTable, type NamedTables } from './load-table.ts'
import { prepareRows } from './prepare-rows.ts'
import { requestReferences } from './request-references.ts'
import { createRowReader } from './row-reader.ts'

/**
 * A source over arquero tables in memory. A request's table name is its parts joined by `.`. Integers may
 * be numbers or bigints; a DATE or TIMESTAMP may be a Date, milliseconds or text; null, undefined, NaN and
 * the infinities are NULL. Sums of INT are exact, sums of doubles compensated. An abort is honoured between groupings.
 * Rejects with {@link AttributionError} for unknown tables and columns, values that are not of their
 * column's type, and lookups whose key is not unique.
 */
export function createTableSource(tables: NamedTables): AggregateSource {
  return {
    aggregate: async (request, { signal } = {}) => {
      signal?.throwIfAborted()
      const references = requestReferences(request)
      const reader = createRowReader(references)
      const load = { references, reader }
      const base = loadTable(tables, request.rows.base, load)
      const joined = request.rows.lookups.reduce(
        (left, lookup) => joinLookup(left, loadTable(tables, lookup, load), { lookup, reader }),
        base,
      )
      const rows = prepareRows(joined, request, reader)
      const frames: AggregateFrame[] = []
      for (const keys of request.groupings) {
        // Lets a timer or a closed connection abort between two groupings.
        await setImmediate()
        signal?.throwIfAborted()
        frames.push(groupFrame(rows, keys, { leaves: request.leaves, reader }))
      }
      return {
        frames,
        frontier: request.time === null ? null : frontierOf(joined, request.time, reader),
        executed: describe(request, base.numRows()),
      }
    },
  }
}

function describe({ rows, groupings }: AggregateRequest, count: number): string {
  const tables = [rows.base, ...rows.lookups].map((use) => use.table.join('.'))
  const groups = groupings.map((keys) => `(${keys.map((key) => key.name).join(', ')})`)
  return `in memory: ${tables.join(' ⟕ ')}, ${count} rows, grouped by ${groups.join(', ')}`
}
