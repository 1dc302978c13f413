import { isAbsolute, relative, resolve } from 'node:path'

/** `path` as a person in the folder `cwd` would write it: relative below that folder, absolute elsewhere. */
export function shownPath(path: string, cwd: string): string {
  const absolute = resolve(cwd, path)
  const shown = relative(cwd, absolute)
  return shown === '' || shown.startsWith('..') || isAbsolute(shown) ? absolute : shown
}
