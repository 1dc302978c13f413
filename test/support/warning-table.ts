import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeWarning, readWarnings } from '../../packages/contract/src/warnings/warnings.ts'
import { ROOT } from './imports.ts'

/** The page that shows the table, relative to the root. */
export const WARNINGS_PAGE = 'docs/warnings.md'

const BEGIN = '<!-- warnings: written by pnpm format -->\n'
const END = '<!-- end of warnings -->'

/** The warnings that the pages about answers show; their own tests ask the sample workspace for each of them. */
export function exampleWarnings(): readonly { readonly code: string; readonly text: string }[] {
  const pages = ['docs/attribution.md', 'docs/http-api.md']
  const text = pages.map((page) => readFileSync(join(ROOT, page), 'utf8')).join('\n')
  const rows = text.matchAll(/^\| `([A-Z_]+)` \| `(\1[^`]*)` \|/gm)
  return [...rows].map(([, code = '', text = '']) => ({ code, text }))
}

/** The page's text with the sentences of the catalogue as they are now. */
export function withWarningTable(page: string): string {
  const start = page.indexOf(BEGIN) + BEGIN.length
  return page.slice(0, start) + warningTable() + page.slice(page.indexOf(END))
}

function warningTable(): string {
  const rows = exampleWarnings().map(({ code, text }) => {
    const [entry] = readWarnings(text)
    const { short, long, action } = describeWarning(entry!, { averages: '`--average`' })!
    return [`\`${code}\``, short, long, action ?? '–']
  })
  const lines = [
    ['Code', 'Name', 'What it means', 'What to do'],
    ['---', '---', '---', '---'],
    ...rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(ROOT, WARNINGS_PAGE)
  writeFileSync(path, withWarningTable(readFileSync(path, 'utf8')))
}
