import type { QueryWarning } from '@tributary/attribution/internal'
import type { MetricQueryData } from '@tributary/contract'

/** A warning as the API writes it. */
export function warningData({
  code,
  metrics,
  ...details
}: QueryWarning): MetricQueryData['warnings'][number] {
  return { code, metrics, details }
}
