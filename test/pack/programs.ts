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

/** Runs the programs of each README in `project`, and compares what they print. */
export async function runPrograms(
  project: string,
  node: NodeBinary,
  tarballs: readonly Tarball[],
): Promise<void> {
  const wrong: string[] = []
  for (const { folder, name, readme } of tarballs) {
    const place = join(project, `${folder}-readme`)
    mkdirSync(place, { recursive: true })
    for (const { path, text } of readme.files) {
      mkdirSync(dirname(join(place, path)), { recursive: true })
      writeFileSync(join(place, path), text)
    }
    const env = commandEnv(project, node)
    for (const { language, code, printed } of readme.programs) {
      const command = language === 'sh' ? ['sh', '-c', code] : [node.path, QUIET, 'program.mts']
      if (language === 'ts') writeFileSync(join(place, 'program.mts'), code)
      const output = await shell(command, { cwd: place, env })
      if (output !== printed) wrong.push(`${name} prints\n${output}`)
    }
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

/** Throws unless importing each module fails with one sentence about the version of Node. */
export async function assertRefused(
  project: string,
  node: NodeBinary,
  modules: readonly string[],
): Promise<void> {
  const wrong: string[] = []
  for (const name of modules) {
    const code = `import(${JSON.stringify(name)}).then(() => 'loads', (error) => error.message).then(console.log)`
    const output = (await shell([node.path, '--eval', code], { cwd: project })).trim()
    if (!/^\S+ needs Node 24 or newer; this is Node [\d.]+\.$/.test(output)) {
      wrong.push(`${name}: ${output}`)
    }
  }
  assertNone(wrong)
}

/** Throws unless the errors of all modules of a package have one base class. */
export async function assertOneBase(project: string, node: NodeBinary): Promise<void> {
  const code = `
    const { PlatformError, TributaryError } = await import('@tributary/platform')
    const { ServerError } = await import('@tributary/platform/server')
    const { SqlError } = await import('@tributary/platform/sql')
    const { CatalogError } = await import('@tributary/platform/catalog')
    const { DefinitionsError } = await import('@tributary/platform/definitions')
    const { AttributionError, TributaryError: base } = await import('@tributary/attribution')
    const { ExpressionError } = await import('@tributary/attribution/expression')
    const extend = (errors, base) => errors.every((error) => error.prototype instanceof base)
    console.log(
      extend([PlatformError, ServerError, SqlError, CatalogError, DefinitionsError], TributaryError),
      extend([AttributionError, ExpressionError], base),
    )`
  const output = await shell([node.path, '--input-type=module', '--eval', code], { cwd: project })
  if (output.trim() !== 'true true') throw new Error(output)
}

/** Throws unless each engine whose client is not installed says so in one sentence. */
export async function assertClients(project: string, node: NodeBinary): Promise<void> {
  const code = `
    const { createClickHouse, createPostgreSql } = await import('@tributary/platform/sql')
    const { createPlatform } = await import('@tributary/platform')
    const tellError = (error) => console.log(error.message)
    await createPostgreSql({ url: 'postgres://reader@127.0.0.1:1/shop' }).catch(tellError)
    await createClickHouse({ url: 'http://reader@127.0.0.1:1/shop' }).catch(tellError)
    await createPlatform({ data: 'postgres://reader@127.0.0.1:1/shop' }).catch(tellError)`
  const output = await shell([node.path, '--input-type=module', '--eval', code], { cwd: project })
  const packages = ['pg', '@clickhouse/client', 'pg']
  const wrong = packages.filter((name, index) => {
    const sentence = output.split('\n')[index]!
    return !sentence.endsWith(
      `the package ${name}, which is not installed: run npm install ${name}.`,
    )
  })
  if (wrong.length > 0) throw new Error(output)
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
