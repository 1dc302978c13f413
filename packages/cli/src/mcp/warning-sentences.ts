import {
  describeValueWarning,
  describeWarning,
  type MetricQueryData,
  readWarnings,
} from '@tributary/contract'

/** The warnings of answers for a model: the code, what happened, and what to do in the words of the tools. */
export function toWarningSentences(...warnings: readonly (string | null)[]): string[] {
  return readWarnings(...warnings).map((entry) => {
    const sentences = describeWarning(entry, { averages: 'average: true' })
    if (sentences === null) return `${entry.code} ${entry.detail}`.trim()
    const { long, action } = sentences
    return `${entry.code}: ${action === null ? long : `${long} ${action}`}`
  })
}

/** A warning about values of metrics for a model: the code, the metrics, and what happened. */
export function toValueWarningSentence({
  code,
  metrics,
  details,
}: MetricQueryData['warnings'][number]): string {
  const sentence = describeValueWarning({ code, details }) ?? JSON.stringify(details)
  return `${code} ${metrics.join(', ')}: ${sentence}`
}
