import type { DatasourceDefinition } from '../../definitions/dataset.ts'
import type { PlanEntry, PlanInFile } from '../codecs/plan.ts'
import type { Report } from '../report.ts'
import { isBelowRoot } from './check-data-files.ts'
import { cronMistake } from './cron-mistake.ts'

/** Reports what is wrong with a plan whatever its metrics and dimensions are. */
export function checkPlanSettings(
  report: Report,
  { raw, definition }: PlanEntry,
  datasources: readonly DatasourceDefinition[],
): void {
  const { updateLowerInterval: lower, updateUpperInterval: upper } = definition
  if (lower < upper) {
    const message = `Expected updateLowerInterval, which is further back, to be at least updateUpperInterval, found ${lower} and ${upper}`
    report.at(raw, ['updateLowerInterval'], message)
  }
  if (raw.cron !== undefined) checkCron(report, raw, raw.cron)
  if (definition.kind === 'EXTERNAL') checkExternal(report, raw, datasources)
  else if (raw.source !== undefined) {
    const message =
      'Expected "source" only for a plan of the kind EXTERNAL; the tables of others are filled from their metrics'
    report.at(raw, ['source'], message)
  }
}

/** Reports a wrong cron expression at the key `cron`. */
export function checkCron(report: Report, raw: object, text: string): void {
  const mistake = cronMistake(text)
  if (mistake !== null) report.at(raw, ['cron'], mistake, 'for example "0 3 * * *", daily at 3')
}

/** Keys about filling a table. */
const FILLING = [
  'table',
  'cron',
  'retryCount',
  'retryInterval',
  'updateLowerInterval',
  'updateUpperInterval',
] as const

function checkExternal(
  report: Report,
  raw: PlanInFile,
  datasources: readonly DatasourceDefinition[],
): void {
  for (const key of FILLING) {
    if (raw[key] === undefined) continue
    report.at(
      raw,
      [key],
      `Expected no "${key}" for an EXTERNAL plan, whose file is filled elsewhere`,
    )
  }
  if (raw.source === undefined) {
    report.at(raw, [], 'Expected "source", the file of an EXTERNAL plan, found none')
    return
  }
  const { datasource, file } = raw.source
  const candidates = datasources.map(({ name }) => name)
  if (!candidates.includes(datasource)) {
    const reference = { kind: 'datasource', name: datasource, candidates }
    report.unknown(raw, ['source', 'datasource'], reference)
  }
  if (!isBelowRoot(file)) {
    const message = `Expected a path below the datasource's root, found "${file}"`
    report.at(raw, ['source', 'file'], message)
  }
}
