import { datasetTable } from '@tributary/catalog/internal'
import type { SourceTableListData, SourceTableListQuery } from '@tributary/contract'
import type { TableName } from '../../model/instance.ts'
import { createScheduleTimes } from '../../queue/schedule-times.ts'
import { pageAfter } from '../../requests/page-after.ts'
import { isoLocalText } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'

/** The source tables with a schedule that a dataset of the caller reads, by name, a page at a time. */
export async function listSourceTables(
  { caller, catalog, clock, tasks }: Session,
  query: SourceTableListQuery,
): Promise<SourceTableListData> {
  const { timeZone } = catalog.workspace
  const scheduled = catalog.datasets.all.filter(({ cron }) => cron !== undefined)
  const byTable = Map.groupBy(scheduled, (dataset) => datasetTable(dataset).join('.'))
  const sources = Array.from(byTable, ([tableName, readers]) => ({
    tableName,
    table: datasetTable(readers[0]!) as TableName,
    crons: [...new Set(readers.flatMap(({ cron }) => cron ?? []))],
  })).sort((a, b) => (a.tableName < b.tableName ? -1 : 1))
  const { items, cursor } = pageAfter(sources, ({ tableName }) => tableName, query)
  const text = (at: Date | null): string | null => at && isoLocalText(at, timeZone)
  const readSourceTableItem = async ({ tableName, table, crons }: (typeof sources)[number]) => {
    const latest = await tasks.latestOfSource(caller.tenant, table)
    return {
      tableName,
      cron: crons.join('; '),
      next: text(createScheduleTimes(crons, timeZone).next(clock.now())),
      last: text(latest?.scheduleTime ?? null),
      status: latest?.status ?? null,
    }
  }
  return { items: await Promise.all(items.map(readSourceTableItem)), cursor }
}
