import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PNPM, shell } from './shell.ts'
import type { Tarball } from './tarballs.ts'

/** How a project installs tarballs, the way a person does it. */
export const INSTALLERS = {
  npm: ['npm', 'install', '--no-audit', '--no-fund'],
  pnpm: [...PNPM, 'add'],
} as const

/**
 * Makes an empty project in `folder` and installs the tarballs in it, with nothing else said: no override, no lockfile,
 * no setting. The project's caches are the machine's.
 */
export async function installProject(
  folder: string,
  installer: keyof typeof INSTALLERS,
  tarballs: readonly Tarball[],
): Promise<void> {
  mkdirSync(join(folder, 'tarballs'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "project", "private": true }\n')
  const files = tarballs.map(({ path }) => {
    const file = `./tarballs/${basename(path)}`
    copyFileSync(path, join(folder, file))
    return file
  })
  await shell([...INSTALLERS[installer], ...files], { cwd: folder })
}
