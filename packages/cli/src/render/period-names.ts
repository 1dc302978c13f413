import type { AttributionData } from '@tributary/contract'
import { shownPeriod, type WorkCalendar } from '@tributary/platform/internal'
import { keyColumns } from './attribution-rows.ts'

/** An answer whose periods have the names that people call them by, in place of their first days. */
export function withPeriodNames(answer: AttributionData, calendar: WorkCalendar): AttributionData {
  const tables = answer.tables.map((one) => {
    const keys = keyColumns(one).map((name) => {
      const values = one.table[name]!.map((value) => shownPeriod(name, String(value), calendar))
      return [name, values]
    })
    return { ...one, table: { ...one.table, ...Object.fromEntries(keys) } }
  })
  return { ...answer, tables }
}
