import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

/** `pnpm bench [subject] [options]`: installs the subject's rivals on first use, then runs it in a process of its own. */
function main([subject, ...options]: readonly string[]): number {
  const subjects = readdirSync(here).filter((name) => existsSync(`${here}${name}/main.ts`))
  if (subject === undefined || !subjects.includes(subject)) {
    process.stderr.write(
      `usage: pnpm bench <subject> [--json] …\nsubjects: ${subjects.join(', ')}\n`,
    )
    return subject === undefined ? 0 : 1
  }
  installPeers(`${here}peers/${subject}`)
  const flags = ['--conditions=@tributary/source', '--expose-gc', '--max-old-space-size=8192']
  const { status } = spawnSync(
    process.execPath,
    [...flags, `${here}${subject}/main.ts`, ...options],
    {
      stdio: 'inherit',
    },
  )
  return status ?? 1
}

/** A rival that cannot be installed is left out by the subject, which says so. */
function installPeers(folder: string): void {
  if (!existsSync(`${folder}/package.json`) || existsSync(`${folder}/node_modules`)) return
  process.stderr.write('installing the rivals, once …\n')
  spawnSync('npx', ['-y', 'pnpm@12.21.0', '--dir', folder, 'install', '--frozen-lockfile'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

process.exitCode = main(process.argv.slice(2))
