import { parsePeriod } from '@tributary/expression'
import type { PeriodDefinition } from '../../definitions/period.ts'
import type { Drafted } from '../draft.ts'
import type { Report } from '../report.ts'
import type { PeriodInFile } from '../workspace-file.ts'
import { uniqueBy } from './unique-by.ts'

/** The periods, each with a name of its own and a meaning. */
export function checkPeriods(
  report: Report,
  drafts: readonly Drafted<PeriodInFile, PeriodDefinition>[],
): readonly PeriodDefinition[] {
  for (const { raw } of drafts) report.expression(raw, ['expr'], parsePeriod(raw.expr).diagnostics)
  return uniqueBy(report, 'period', drafts, 'name').map((one) => one.definition)
}
