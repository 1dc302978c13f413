import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runAll } from './all-subjects.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** The flags of Node that every subject runs with. */
const FLAGS = ['--expose-gc', '--max-old-space-size=8192']

/** `pnpm bench [subject] [options]`: installs the subject's rivals on first use, then runs it in a process of its own. */
async function main([subject, ...options]: readonly string[]): Promise<number> {
  const subjects = readdirSync(here).filter((name) => existsSync(`${here}${name}/main.ts`))
  if (subject === 'all') {
    return runAll({ chosen: options, prepare: installPeers, scriptOf, flags: FLAGS })
  }
  if (subject === undefined || !subjects.includes(subject)) {
    process.stderr.write(
      `usage: pnpm bench <subject> [--json] …\n       pnpm bench all [subject …]\nsubjects: ${subjects.join(', ')}\n`,
    )
    return subject === undefined ? 0 : 1
  }
  installPeers(subject)
  const { status } = spawnSync(process.execPath, [...FLAGS, scriptOf(subject), ...options], {
    stdio: 'inherit',
  })
  return status ?? 1
}

function scriptOf(subject: string): string {
  return `${here}${subject}/main.ts`
}

/** A rival that cannot be installed is left out by the subject, which says so. */
function installPeers(subject: string): void {
  const folder = `${here}peers/${subject}`
  if (!existsSync(`${folder}/package.json`) || existsSync(`${folder}/node_modules`)) return
  process.stderr.write('installing the rivals, once …\n')
  spawnSync('npx', ['-y', 'pnpm@12.21.0', '--dir', folder, 'install', '--frozen-lockfile'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

process.exitCode = await main(process.argv.slice(2))
