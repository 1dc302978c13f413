import { writeWorkspace } from '@tributary/catalog'
import type { GuessedWorkspace } from './guess-workspace.ts'

/** A file of the workspace: its path and its text. */
export interface GuessedFile {
  readonly file: string
  readonly text: string
}

const HEAD = `# Written by "tributary init", which looked at the data. Each guess has its reason above it: correct what is wrong.
# All keys: docs/workspace.md
`

/** The files of a guessed workspace, each definition with its notes in a comment above. */
export function writeGuess(
  { workspace, notes }: GuessedWorkspace,
  folder: string,
): readonly GuessedFile[] {
  const lists = {
    datasets: workspace.datasets,
    dimensions: workspace.dimensions,
    metrics: workspace.metrics,
  }
  return writeWorkspace(workspace, folder).map(({ file, text }) => {
    const kind = (['datasets', 'dimensions', 'metrics'] as const).find((candidate) =>
      text.startsWith(`${candidate}:`),
    )
    if (kind === undefined) return { file, text: HEAD + text }
    const names = lists[kind].map(({ name }) => name)
    return {
      file,
      text: HEAD + insertComments(text, (i) => notes.get(`${kind}/${names[i]}`) ?? []),
    }
  })
}

/** Puts comments above the items of the list of a file. */
function insertComments(text: string, notesOf: (item: number) => readonly string[]): string {
  let item = 0
  const lines = text.split('\n').flatMap((line) => {
    if (!line.startsWith('  - ')) return [line]
    const notes = notesOf(item++)
    return [...notes.map((note) => `  # ${note.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`), line]
  })
  return lines.join('\n')
}
