import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { blocksOf } from '../support/fenced-blocks.ts'
import { ROOT } from '../support/imports.ts'
import { assertNone, shell } from './shell.ts'
import type { Tarball } from './tarballs.ts'

/** A Node to run programs with. */
export interface NodeBinary {
  readonly path: string
  readonly major: number
}

/** Imports and requires every module of the tarballs in `project`; both must give the same names. */
export async function loadModules(
  project: string,
  node: NodeBinary,
  tarballs: readonly Tarball[],
): Promise<void> {
  const modules = JSON.stringify(tarballs.flatMap((tarball) => tarball.modules))
  const report = 'process.stdout.write(JSON.stringify(names))'
  writeFileSync(
    join(project, 'load.mjs'),
    `const names = {}\nfor (const name of ${modules}) names[name] = Object.keys(await import(name)).sort()\n${report}\n`,
  )
  writeFileSync(
    join(project, 'load.cjs'),
    `const names = {}\nfor (const name of ${modules}) names[name] = Object.keys(require(name)).sort()\n${report}\n`,
  )
  const imported = await shell([node.path, 'load.mjs'], { cwd: project })
  const required = await shell([node.path, 'load.cjs'], { cwd: project })
  if (imported !== required) throw new Error(`import gives ${imported}\nrequire gives ${required}`)
}

/** Runs the program of each README in `project`, and compares what it prints. */
export async function runPrograms(
  project: string,
  node: NodeBinary,
  tarballs: readonly Tarball[],
): Promise<void> {
  const wrong: string[] = []
  for (const { folder, name, program } of tarballs) {
    if (program === null) continue
    const place = join(project, `${folder}-readme`)
    for (const { path, text } of program.files) {
      mkdirSync(dirname(join(place, path)), { recursive: true })
      writeFileSync(join(place, path), text)
    }
    mkdirSync(place, { recursive: true })
    const env = commandEnv(project, node)
    const command =
      program.language === 'sh' ? ['sh', '-c', program.code] : [node.path, QUIET, 'program.mts']
    if (program.language === 'ts') writeFileSync(join(place, 'program.mts'), program.code)
    const printed = await shell(command, { cwd: place, env })
    if (printed !== program.printed) wrong.push(`${name} prints\n${printed}`)
  }
  assertNone(wrong)
}

/** Node 22 warns that it strips types. */
const QUIET = '--disable-warning=ExperimentalWarning'

/** Where the installed commands are found; they run on the first `node` of the PATH. */
function commandEnv(project: string, node: NodeBinary): NodeJS.ProcessEnv {
  const bin = join(project, 'node_modules/.bin')
  return { PATH: `${bin}:${dirname(node.path)}:${process.env.PATH}` }
}

/** Throws unless importing a module of each tarball fails with one sentence about the version of Node. */
export async function assertRefused(
  project: string,
  node: NodeBinary,
  tarballs: readonly Tarball[],
): Promise<void> {
  const wrong: string[] = []
  for (const { modules } of tarballs) {
    for (const name of modules.filter((one) => !one.endsWith('/internal'))) {
      const code = `import(${JSON.stringify(name)}).then(() => 'loads', (error) => error.message).then(console.log)`
      const said = (await shell([node.path, '--eval', code], { cwd: project })).trim()
      if (!/^\S+ needs Node 24 or newer; this is Node [\d.]+\.$/.test(said)) {
        wrong.push(`${name}: ${said}`)
      }
    }
  }
  assertNone(wrong)
}

/** Runs the installed command: its help, and the demo, whose output the README of the repository shows. */
export async function runCommand(project: string, node: NodeBinary): Promise<void> {
  const env = commandEnv(project, node)
  const help = await shell(['tributary', '--help'], { cwd: project, env })
  if (!help.startsWith('Usage: tributary')) throw new Error(help)
  const shown = blocksOf(readFileSync(join(ROOT, 'README.md'), 'utf8'), '')[1]!
  const printed = await shell(['tributary', 'demo', '--once'], { cwd: project, env })
  if (printed.trim() !== shown.trim()) throw new Error(`demo --once prints\n${printed}`)
}

/** Serves the demo while `use` runs, and gives it the server's address. */
export async function whileServing(
  project: string,
  node: NodeBinary,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const bin = join(project, 'node_modules/@tributary/cli/bin/tributary.js')
  const child = spawn(node.path, [bin, 'demo', '--port', '0'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    let output = ''
    for await (const chunk of child.stdout) {
      output += chunk
      const [, url] = /^listening on (\S+)$/m.exec(output) ?? []
      if (url !== undefined) return await use(url)
    }
    throw new Error(`the demo ended before it listened:\n${output}`)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
