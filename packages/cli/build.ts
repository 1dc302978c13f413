import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleModules } from '../../publish/bundle.ts'

const ROOT = import.meta.dirname
/** Where the bundle is that tests start. */
export const BUNDLE: string = join(ROOT, 'dist/bundle')

/** Native code, a page that is built when it is first served, and a part that the driver does without. */
const INSTALLED = ['@duckdb/node-bindings', '@tributary/explorer', 'pg-native']

/** Bundles the command with all that it is made of into {@link BUNDLE}, for tests. */
export async function buildCommand(): Promise<void> {
  rmSync(BUNDLE, { recursive: true, force: true })
  await bundleModules({
    input: { main: join(ROOT, 'src/main.ts') },
    dir: BUNDLE,
    isNode: true,
    installed: INSTALLED,
  })
}
