import type { AttributionData } from '@tributary/contract'
import { shownPeriod, type WorkCalendar } from '@tributary/platform/internal'
import { keyColumns } from './attribution-rows.ts'

/** An answer whose periods have the names that people call them by, in place of their first days. */
export function withPeriodNames(answer: AttributionData, calendar: WorkCalendar): AttributionData {
  const tables = answer.tables.map((answerTable) => {
    const keys = keyColumns(answerTable).map((name) => {
      const values = answerTable.table[name]!.map((value) =>
        shownPeriod(name, String(value), calendar),
      )
      return [name, values]
    })
    return { ...answerTable, table: { ...answerTable.table, ...Object.fromEntries(keys) } }
  })
  return { ...answer, tables }
}
