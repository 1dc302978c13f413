import type { ExportedDefinitions } from '@tributary/definitions'
import { counted, printable } from './text.ts'

const KINDS = { datasets: 'dataset', dimensions: 'dimension', metrics: 'metric' } as const

/** What a file of another tool has, after a line for each thing that it does not have or has otherwise. */
export function renderExport(
  { findings, counts }: Pick<ExportedDefinitions, 'findings' | 'counts'>,
  file: string,
): readonly string[] {
  const left = findings.filter(({ status }) => status === 'LEFT_OUT').length
  return [
    ...findings.map(({ status, list, name, message }) => {
      const word = status === 'LEFT_OUT' ? 'left out' : 'note'
      return `${KINDS[list]} "${name}": ${word}: ${message}`
    }),
    `${file}: ${counted(counts.datasets, 'dataset')}, ${counted(counts.dimensions, 'dimension')}, ${counted(counts.metrics, 'metric')}; ${left} left out`,
  ].map(printable)
}
