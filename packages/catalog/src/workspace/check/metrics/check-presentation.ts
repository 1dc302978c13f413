import { nearNames } from '@tributary/core'
import { DURATION_UNITS } from '../../../definitions/metric.ts'
import type { MetricInFile } from '../../codecs/metric.ts'
import type { Report } from '../../files/report.ts'

/** Reports a `unit` that does not fit the `format` of a metric. */
export function checkPresentation(report: Report, raw: MetricInFile): void {
  const { unit, format } = raw
  if (format === 'PERCENT' && unit !== undefined) {
    report.at(raw, ['unit'], 'Expected no unit beside the format PERCENT', 'leave "unit" out')
  }
  if (format === 'MONEY') {
    checkUnit(report, raw, {
      units: Intl.supportedValuesOf('currency'),
      expected: 'an ISO 4217 currency such as EUR as the unit of MONEY',
    })
  }
  if (format === 'DURATION') {
    const units = [...DURATION_UNITS.keys()]
    checkUnit(report, raw, { units, expected: `the unit of DURATION: ${units.join(', ')}` })
  }
}

function checkUnit(
  report: Report,
  raw: MetricInFile,
  { units, expected }: { readonly units: readonly string[]; readonly expected: string },
): void {
  const { unit } = raw
  if (unit === undefined) {
    report.at(raw, ['format'], `Expected ${expected}, found no unit`, 'add "unit"')
    return
  }
  if (units.includes(unit)) return
  const near = nearNames(unit, units)[0]
  const suggestion = near === undefined ? null : `did you mean "${near}"?`
  report.at(raw, ['unit'], `Expected ${expected}, found "${unit}"`, suggestion)
}
