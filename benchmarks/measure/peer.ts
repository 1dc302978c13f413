import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A rival's module from `peers/<subject>`; null when it is not installed or does not load on this machine. */
export async function peer<T>(subject: string, name: string): Promise<T | null> {
  const folder = fileURLToPath(new URL(`../peers/${subject}/package.json`, import.meta.url))
  const require = createRequire(folder)
  try {
    return (await import(pathToFileURL(require.resolve(name)).href)) as T
  } catch (error) {
    process.stderr.write(`${name} is left out: ${error instanceof Error ? error.message : error}\n`)
    return null
  }
}
