import { join } from 'node:path'
import { PUBLISHED, toSpecifier } from '../../publish/packages.ts'
import { ROOT } from './imports.ts'

/** The module of `publish/entries` that is published under each name, such as `@tributary/platform/server`. */
const ENTRIES: ReadonlyMap<string, string> = new Map(
  PUBLISHED.flatMap(({ folder, entries }) =>
    entries.map((entry) => [
      toSpecifier(folder, entry),
      join(ROOT, 'publish/entries', folder, `${entry}.ts`),
    ]),
  ),
)

/** A program that imports what users import, as one that imports the sources. Throws for a module that is not published. */
export function importSources(program: string): string {
  return program.replace(/'(@tributary\/[^']+)'/g, (_, name: string) => {
    const entry = ENTRIES.get(name)
    if (entry === undefined) throw new Error(`${name} is not published`)
    return JSON.stringify(entry)
  })
}
