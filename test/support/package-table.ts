import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from './imports.ts'
import { ROOMS } from './rooms.ts'

/** The page that shows the table, relative to the root. */
export const PAGE = 'docs/architecture.md'

const BEGIN = '<!-- rooms: written by pnpm format -->\n'
const END = '<!-- end of rooms -->'

/** The page's text with the table of rooms as {@link ROOMS} are now. */
export function withTable(page: string): string {
  const start = page.indexOf(BEGIN) + BEGIN.length
  return page.slice(0, start) + roomTable() + page.slice(page.indexOf(END))
}

/** Each package's rooms from the bottom to the top. */
function roomTable(): string {
  const rows = Object.entries(ROOMS).flatMap(([of, levels]) =>
    levels.flatMap((rooms, level) =>
      Object.entries(rooms).map(([room, about]) => [`\`${of}\``, level, `\`${room}\``, about]),
    ),
  )
  const lines = [
    ['package', 'level', 'room', 'what is in it'],
    ['---', '--:', '---', '---'],
    ...rows,
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(ROOT, PAGE)
  writeFileSync(path, withTable(readFileSync(path, 'utf8')))
}
