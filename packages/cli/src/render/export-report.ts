import type { ExportedDefinitions } from '@tributary/definitions'
import { formatNounCount, printable } from './text.ts'

const KINDS = { datasets: 'dataset', dimensions: 'dimension', metrics: 'metric' } as const

/** The contents of a file of another tool, after a line for each thing that it does not have or has otherwise. */
export function renderExport(
  { findings, counts }: Pick<ExportedDefinitions, 'findings' | 'counts'>,
  file: string,
): readonly string[] {
  const omittedCount = findings.filter(({ status }) => status === 'LEFT_OUT').length
  return [
    ...findings.map(({ status, list, name, message }) => {
      const word = status === 'LEFT_OUT' ? 'left out' : 'note'
      return `${KINDS[list]} "${name}": ${word}: ${message}`
    }),
    `${file}: ${formatNounCount(counts.datasets, 'dataset')}, ${formatNounCount(counts.dimensions, 'dimension')}, ${formatNounCount(counts.metrics, 'metric')}; ${omittedCount} left out`,
  ].map(printable)
}
