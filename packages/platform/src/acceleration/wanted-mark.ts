import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How long a mark says something after it was set last, in milliseconds: whoever set it may have died. */
const LASTS = 10_000

/** Says to whoever holds the tables of a folder without working that they are wanted; to be said again and again. */
export function markWanted(folder: string): void {
  writeFileSync(pathIn(folder), '')
  // Of an empty file that is there, writing nothing changes no time on some systems.
  const now = new Date()
  utimesSync(pathIn(folder), now, now)
}

/** Takes the mark away. */
export function clearWanted(folder: string): void {
  rmSync(pathIn(folder), { force: true })
}

/** Whether somebody wants the tables now. */
export function isWanted(folder: string): boolean {
  const found = statSync(pathIn(folder), { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs < LASTS
}

function pathIn(folder: string): string {
  return join(folder, 'tributary.sqlite.wanted')
}
