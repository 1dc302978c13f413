import { stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** How often files are looked at, in milliseconds. */
const INTERVAL = 250

/**
 * Looks at files, and then gives a value each time that they are others than before: when the time or size of one is, or when
 * `pathsOf` gives other files. A change is given when they have stayed the same for a moment; while there is none, nothing is.
 * Ends with the signal.
 */
export async function watchFileChanges(
  pathsOf: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<AsyncGenerator<void, void>> {
  return changesSince(await readFileState(pathsOf), pathsOf, signal)
}

async function* changesSince(
  first: string | null,
  pathsOf: () => Promise<readonly string[]>,
  signal: AbortSignal,
): AsyncGenerator<void, void> {
  let reportedState = first
  let last = first
  while (!signal.aborted) {
    await delay(INTERVAL, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const now = await readFileState(pathsOf)
    const isSettled = now === last
    last = now
    if (!isSettled || now === reportedState || now === null) continue
    reportedState = now
    yield
  }
}

/** A text that differs when a file differs; null when one cannot be read. */
async function readFileState(pathsOf: () => Promise<readonly string[]>): Promise<string | null> {
  try {
    const looks: unknown[] = []
    for (const path of await pathsOf()) {
      const { mtimeMs, size, ino } = await stat(path)
      looks.push(path, mtimeMs, size, ino)
    }
    return JSON.stringify(looks)
  } catch {
    return null
  }
}
