import { describeWarning, readWarnings } from '@tributary/contract'

/** The warnings of answers for a model: the code, what happened, and what to do in the words of the tools. */
export function toWarningSentences(...warnings: readonly (string | null)[]): string[] {
  return readWarnings(...warnings).map((entry) => {
    const sentences = describeWarning(entry, { averages: 'average: true' })
    if (sentences === null) return `${entry.code} ${entry.detail}`.trim()
    const { long, action } = sentences
    return `${entry.code}: ${action === null ? long : `${long} ${action}`}`
  })
}
