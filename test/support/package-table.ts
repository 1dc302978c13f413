import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { circles } from './circles.ts'
import { type Import, importsOfPackages, ROOT, roomOf, sourceFiles } from './imports.ts'
import { PACKAGES, publicNames } from './public-api.ts'
import { ROOMS } from './rooms.ts'

/** The page that shows the table, relative to the root. */
export const PAGE = 'docs/architecture.md'

/** The page's text with the tables of rooms and of sizes as the sources are now. */
export function withTables(page: string): string {
  return [
    ['rooms', roomTable],
    ['sizes', sizeTable],
  ].reduce((text, [name, table]) => between(text, name as string, table as () => string), page)
}

function between(page: string, name: string, table: () => string): string {
  const begin = `<!-- ${name}: written by pnpm format -->\n`
  const start = page.indexOf(begin) + begin.length
  return page.slice(0, start) + table() + page.slice(page.indexOf(`<!-- end of ${name} -->`))
}

/** Each package's rooms from the bottom to the top. */
function roomTable(): string {
  const rows = Object.entries(ROOMS).flatMap(([of, levels]) =>
    levels.flatMap((rooms, level) =>
      Object.entries(rooms).map(([room, about]) => [`\`${of}\``, level, `\`${room}\``, about]),
    ),
  )
  return table([
    ['package', 'level', 'room', 'what is in it'],
    ['---', '--:', '---', '---'],
    ...rows,
  ])
}

/** A row for each package: its size, its public names, its circles and its largest folder. */
function sizeTable(): string {
  const imports = importsOfPackages()
  const rows = PACKAGES.map((of) =>
    rowOf(
      of,
      imports.filter(({ from }) => from === of),
    ),
  )
  const sums = [0, 1, 2, 3, 4].map((column) => sum(rows.map(({ counts }) => counts[column]!)))
  const largest = Math.max(...rows.map(({ largestFolder }) => largestFolder))
  return table([
    [
      'package',
      'lines',
      'files',
      'public names',
      'circles of files',
      'circles of rooms',
      'largest folder',
    ],
    ['---', ...Array.from({ length: 6 }, () => '--:')],
    ...rows.map(({ of, counts, largestFolder }) => [`\`${of}\``, ...counts, largestFolder]),
    ['all', ...sums, largest],
  ])
}

function table(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function rowOf(of: string, imports: readonly Import[]) {
  const files = sourceFiles(of)
  const lines = files.map((file) => {
    const text = readFileSync(join(ROOT, 'packages', of, 'src', file), 'utf8')
    return text.split('\n').length - 1
  })
  const folders = Map.groupBy(files, (file) => dirname(file))
  const arrows = imports.flatMap(({ file, target }) => (target === null ? [] : [[file, target]]))
  const betweenRooms = arrows.map((arrow) => arrow.map((file) => roomOf(file!)))
  return {
    of,
    counts: [
      sum(lines),
      files.length,
      publicNames(of).length,
      circles(arrows as [string, string][]).length,
      circles(betweenRooms.filter(([a, b]) => a !== b) as [string, string][]).length,
    ],
    largestFolder: Math.max(...Array.from(folders.values(), (some) => some.length)),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(ROOT, PAGE)
  writeFileSync(path, withTables(readFileSync(path, 'utf8')))
}
