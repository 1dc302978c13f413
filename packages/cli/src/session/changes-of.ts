import { stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** How often a file is looked at, in milliseconds. */
const INTERVAL = 250

/**
 * Looks at a file, and then gives a value each time that it is another than before: when its time or size is, or when `pathOf`
 * gives another file. A change is given when the file has stayed the same for a moment; while there is none, nothing is. Ends
 * with the signal.
 */
export async function changesOf(
  pathOf: () => Promise<string>,
  signal: AbortSignal,
): Promise<AsyncGenerator<void, void>> {
  return changesSince(await lookOf(pathOf), pathOf, signal)
}

async function* changesSince(
  first: string | null,
  pathOf: () => Promise<string>,
  signal: AbortSignal,
): AsyncGenerator<void, void> {
  let given = first
  let last = first
  while (!signal.aborted) {
    await delay(INTERVAL, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const now = await lookOf(pathOf)
    const isSettled = now === last
    last = now
    if (!isSettled || now === given || now === null) continue
    given = now
    yield
  }
}

/** What tells a file from others; null without one. */
async function lookOf(pathOf: () => Promise<string>): Promise<string | null> {
  try {
    const path = await pathOf()
    const { mtimeMs, size, ino } = await stat(path)
    return JSON.stringify([path, mtimeMs, size, ino])
  } catch {
    return null
  }
}
