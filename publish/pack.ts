import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { BUILT } from './build.ts'
import { PUBLISHED } from './packages.ts'

/** Packs the packages, which have been built, into `target`. Gives the paths of the tarballs, in the order of the packages. */
export async function packAll(target: string): Promise<readonly string[]> {
  const folders = PUBLISHED.map(({ folder }) => join(BUILT, folder))
  const args = ['pack', '--json', '--pack-destination', target, ...folders]
  const { stdout } = await promisify(execFile)('npm', args, { maxBuffer: 100_000_000 })
  const packed = JSON.parse(stdout) as readonly { readonly filename: string }[]
  return packed.map(({ filename }) => join(target, filename))
}

if (process.argv[1] === import.meta.filename) {
  const target = join(BUILT, 'tarballs')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const path of await packAll(target)) {
    const megabytes = (statSync(path).size / 1_000_000).toFixed(1)
    process.stdout.write(`${basename(path)}  ${megabytes} MB\n`)
  }
}
