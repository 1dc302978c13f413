import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder in which one engine writes what does not fit into memory. */
export interface SpillFolder {
  readonly path: string
  /** Removes the folder with all that is in it. Further calls have no effect. */
  remove(): void
}

/** The folders of engines that are not closed; whoever ends the process without closing them leaves none behind. */
const openFolders = new Set<string>()

/** Creates a folder of an unpredictable name that only the user of this process may open (0700). It is removed when the process ends. */
export function createSpillFolder(): SpillFolder {
  const path = mkdtempSync(join(tmpdir(), 'tributary-duckdb-'))
  if (openFolders.size === 0) process.once('exit', removeOpenFolders)
  openFolders.add(path)
  return {
    path,
    remove() {
      openFolders.delete(path)
      if (openFolders.size === 0) process.off('exit', removeOpenFolders)
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function removeOpenFolders(): void {
  for (const path of openFolders) rmSync(path, { recursive: true, force: true })
}
