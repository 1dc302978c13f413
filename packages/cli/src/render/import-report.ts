import type { Finding, ImportReport, MergedImport } from '@tributary/definitions'
import { formatNounCount, printable } from './text.ts'

const WORDS: Readonly<Record<Finding['status'], string>> = {
  EXACT: 'explained exactly',
  VALUES: '',
  QUESTION: 'a question: ',
  LEFT_OUT: 'left out: ',
  NOTE: 'note: ',
}

/** The result of an import, a line for each definition, and the changes of the workspace. */
export function renderImport(
  { file, findings, leftOutFiles = [], unread, counts }: ImportReport,
  merged: MergedImport,
  { into, isDryRun }: { readonly into: string; readonly isDryRun: boolean },
): readonly string[] {
  const reportedFindings = findings.filter(({ status }) => status !== 'EXACT')
  const { metrics, exact, values, questions, leftOut } = counts
  const retentionLines = merged.kept.map(({ key, reason }) => `kept ${key}: ${reason}`)
  const changes = [
    `${merged.added.length} added`,
    `${merged.changed.length} changed`,
    `${merged.removed.length} removed`,
    `${merged.kept.length} kept`,
  ]
  return [
    ...reportedFindings.map((finding) => formatFindingLine(finding.file ?? file, finding)),
    ...leftOutFiles.map((omittedFile) => `${omittedFile.file}: left out: ${omittedFile.reason}`),
    ...retentionLines,
    ...(unread.length === 0
      ? []
      : [`${file}: not used: ${unread.map(formatUnreadKey).join(', ')}`]),
    `${formatNounCount(counts.datasets, 'dataset')}, ${formatNounCount(counts.dimensions, 'dimension')}; ${formatNounCount(metrics, 'metric')}: ${exact} explained exactly, ${values} with values only, ${formatNounCount(questions, 'question')}, ${leftOut} left out`,
    `${into}: ${changes.join(', ')}${isDryRun ? '; nothing was written (--dry-run)' : ''}`,
  ].map(printable)
}

function formatFindingLine(
  file: string,
  { status, kind, name, path, line, column, message }: Finding,
): string {
  const place = line === null ? '' : `:${line}:${column}`
  const what = kind === 'metric' ? '' : `${kind} `
  return `${file}${place} ${path} ${what}"${name}": ${WORDS[status]}${message}`
}

function formatUnreadKey({ path, count }: ImportReport['unread'][number]): string {
  return count === 1 ? path : `${path} (${count} times)`
}
