import { matchFiles } from '@tributary/core/internal'
import { type Names, splitWords } from './unique-names.ts'

/** Files that are one table. */
export interface FileGroup {
  /** A free name of the table. */
  readonly name: string
  /** Path or pattern below the root. */
  readonly file: string
  readonly isPattern: boolean
  /** The sheet or table of a file that has several. */
  readonly table?: string
  /** The days that the names of the files tell; null when they do not. */
  readonly days: NamedDays | null
}

/** Days in the names of files. */
export interface NamedDays {
  /** How the names tell them, as a pattern of dates. */
  readonly pattern: string
  /** In days since 1970. */
  readonly first: number
  readonly last: number
  readonly distinct: number
}

/** A file below the root, and its columns in order. */
export interface DataFile {
  readonly path: string
  readonly columns: readonly string[]
}

/**
 * Puts files together that are parts of one table: in one folder, with names that differ only in digits, and with the same
 * columns. `listed` are all paths below the root: a pattern must match no other file.
 */
export function groupFiles(
  files: readonly DataFile[],
  listFolder: (folder: string) => readonly string[] | null,
  names: Names,
): readonly FileGroup[] {
  const groups = Map.groupBy(files, ({ path, columns }) =>
    JSON.stringify([toFilePattern(path), columns.toSorted()]),
  )
  return Array.from(groups.values()).flatMap((group): readonly FileGroup[] => {
    const pattern = toFilePattern(group[0]!.path)
    const paths = group.map(({ path }) => path).toSorted()
    const all = group.length < 2 ? [] : matchFiles('.', pattern, listFolder)
    if (group.length > 1 && JSON.stringify(all) === JSON.stringify(paths)) {
      return [
        {
          name: createTableName(pattern, names),
          file: pattern,
          isPattern: true,
          days: findNamedDays(pattern, paths),
        },
      ]
    }
    return paths.map((path) => ({
      name: createTableName(path, names),
      file: path,
      isPattern: false,
      days: null,
    }))
  })
}

/** The path with a star for the first digits of the name to the last ones: `sales-2024-01-31.csv` gives `sales-*.csv`. */
function toFilePattern(path: string): string {
  const slash = path.lastIndexOf('/') + 1
  const [, stem = '', ending = ''] = /^(.*?)((?:\.[a-z]+)*)$/i.exec(path.slice(slash)) ?? []
  return path.slice(0, slash) + stem.replace(/[0-9](.*[0-9])?/, '*') + ending
}

/** The name of a dataset for a path, that of its folder where the file is called by digits. */
export function createTableName(path: string, names: Names): string {
  const parts = path.split('/')
  const stem = parts.at(-1)!.replace(/\.[a-z.]+$/i, '')
  const hasLetters = splitWords(stem).some((word) => /[a-z]/.test(word))
  return names.take(hasLetters ? stem : (parts.at(-2) ?? 'data'), 'data')
}

const DAYS: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d{2}-\d{2}$/, 'yyyy-MM-dd'],
  [/^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/, 'yyyyMMdd'],
  [/^\d{4}_\d{2}_\d{2}$/, 'yyyy_MM_dd'],
  [/^\d{4}-\d{2}$/, 'yyyy-MM'],
  [/^(19|20)\d{2}$/, 'yyyy'],
]

function findNamedDays(pattern: string, paths: readonly string[]): NamedDays | null {
  const [before = '', after = ''] = pattern.slice(pattern.lastIndexOf('/') + 1).split('*')
  const parts = paths.map((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return name.slice(before.length, name.length - after.length)
  })
  const day = DAYS.find(([shape]) => parts.every((part) => shape.test(part)))
  if (day === undefined) return null
  const days = parts.map(parseEpochDay)
  return {
    pattern: quotePatternText(before) + day[1] + quotePatternText(after),
    first: Math.min(...days),
    last: Math.max(...days),
    distinct: new Set(days).size,
  }
}

/** The first day of a year, a month or a day that is written as digits, in days since 1970. */
function parseEpochDay(text: string): number {
  const digits = text.replace(/[^0-9]/g, '')
  const month = Number(digits.slice(4, 6) || '1')
  const day = Number(digits.slice(6, 8) || '1')
  return Date.UTC(Number(digits.slice(0, 4)), month - 1, day) / 86_400_000
}

function quotePatternText(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", "''")}'`
}
