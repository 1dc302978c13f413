/** Lists the names in a folder; null when there is no such folder. */
export type ListFolder = (folder: string) => readonly string[] | null

/** Whether a path below a folder is a pattern: `*` stands for any characters of a name, `**` for any folders. */
export function isFilePattern(path: string): boolean {
  return path.includes('*')
}

/** The most folders below one another that `**` leads through. */
const DEEPEST = 32

/**
 * The paths below `root` that match a pattern, relative to it, in the order of their names. Parts of a path are separated
 * by `/`. Names that begin with a point match only a part that begins with one.
 */
export function matchFiles(
  root: string,
  pattern: string,
  listFolder: ListFolder,
): readonly string[] {
  const paths = new Set<string>()
  const walk = (folder: string, parts: readonly string[], depth: number): void => {
    const [part, ...remainingParts] = parts
    if (part === undefined || depth > DEEPEST) return
    const names = listFolder(folder === '' ? root : `${root}/${folder}`) ?? []
    if (part === '**') walk(folder, remainingParts, depth)
    const regExp = part === '**' ? ANY_FOLDER : partPattern(part)
    for (const name of names) {
      if (!regExp.test(name)) continue
      const path = folder === '' ? name : `${folder}/${name}`
      if (part === '**') walk(path, parts, depth + 1)
      else if (remainingParts.length > 0) walk(path, remainingParts, depth + 1)
      else if (listFolder(`${root}/${path}`) === null) paths.add(path)
    }
  }
  walk('', pattern.split('/'), 0)
  return [...paths].sort()
}

const ANY_FOLDER = /^[^.]/

function partPattern(part: string): RegExp {
  const escaped = part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(part.startsWith('.') ? `^${escaped}$` : `^(?!\\.)${escaped}$`, 'su')
}

/** The folders of a pattern before its first part with a `*`: what is the same of all its files. */
export function fixedFolder(pattern: string): string {
  const parts = pattern.split('/')
  const first = parts.findIndex((part) => part.includes('*'))
  return parts.slice(0, first < 0 ? parts.length - 1 : first).join('/')
}
