import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'

/** Makes a folder that only its owner can read, where there is none. A folder that exists keeps its permissions. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/**
 * Makes an empty file that only its owner can read; one that exists loses the permissions of others. SQLite gives its
 * journals the permissions of the file that they belong to.
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  tighten(path, 0o600)
}

/** Takes the permissions of others away from a file or a folder, where this user may. */
export function tighten(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    // Somebody else's file can be used all the same, where the system allows it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
