import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/imports.ts'
import { measureImport, sumInstalled } from './measure.ts'
import {
  assertClients,
  assertOneBase,
  assertRefused,
  loadModules,
  type NodeBinary,
  runCommand,
  runPrograms,
  whileServing,
} from './programs.ts'
import { INSTALLERS, installProject } from './projects.ts'
import { failedSteps, PNPM, shell, step } from './shell.ts'
import { assertContents, readTarballs, type Tarball } from './tarballs.ts'
import { RESOLUTIONS, typeCheck } from './types.ts'

const TOOLS = join(import.meta.dirname, 'tools')
const tool = (path: string): string => join(TOOLS, 'node_modules', path)
const NODE_22: NodeBinary = { path: tool('node/bin/node'), major: 22 }
const NODE_24: NodeBinary = { path: process.execPath, major: 24 }
const COMPILERS = {
  'TypeScript 5.9': [process.execPath, tool('typescript/bin/tsc')],
  'TypeScript 7.0': [process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc')],
}

/** The modules that say which Node they need; what else is in their packages may run on an older one. */
const REFUSING = ['@tributary/platform', '@tributary/platform/server', '@tributary/cli/main']

/** The most that an import of the platform may take of the processor, in milliseconds. */
const MOST_IMPORT = 400
/** Beyond it on a busy machine: as many times the processor time of an empty program. */
const MOST_TIMES = 16
/** The most that the platform may have on the disk without DuckDB, in bytes. */
const MOST_INSTALLED = 25_000_000

/** Everything is packed, installed and run in here. Removed at the end unless a step failed. */
const folder = mkdtempSync(join(tmpdir(), 'tributary-pack-'))

const tarballs = await step('build and pack every package', async () => {
  await shell([...PNPM, 'build'], { cwd: ROOT })
  mkdirSync(join(folder, 'packed'))
  return readTarballs(join(folder, 'packed'))
})
const hasTools = await step('install publint, attw, TypeScript 5.9 and Node 22', () =>
  shell([...PNPM, '--dir', TOOLS, 'install', '--frozen-lockfile'], { cwd: TOOLS }),
)
if (tarballs !== null && hasTools !== null) {
  await checkTarballs(tarballs)
  await checkProjects(tarballs)
}
const failed = failedSteps()
if (failed === 0) rmSync(folder, { recursive: true })
process.stdout.write(
  failed === 0 ? 'pack:check passed\n' : `${failed} steps failed; see ${folder}\n`,
)
process.exitCode = failed === 0 ? 0 : 1

/** What can be said of a tarball without installing it. */
async function checkTarballs(all: readonly Tarball[]): Promise<void> {
  for (const tarball of all) {
    await step(`${tarball.name}: contents`, async () => assertContents(tarball))
    await step(`${tarball.name}: publint`, () =>
      shell([process.execPath, tool('publint/src/cli.js'), tarball.path, '--strict'], {
        cwd: folder,
      }),
    )
    await step(`${tarball.name}: attw`, () => attw(tarball))
  }
}

/**
 * The profile node16 leaves out the resolution of Node 10, which no supported Node and no TypeScript 7 has. The rule
 * about CommonJS says that ES modules cannot be required, which every Node that the packages run on can; the programs
 * below do it.
 */
function attw({ path }: Tarball): Promise<string> {
  const cli = tool('@arethetypeswrong/cli/dist/index.js')
  const flags = ['--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm', '--no-color']
  return shell([process.execPath, cli, path, ...flags], { cwd: folder })
}

/** Those that run on Node 22. */
function pureTarballs(all: readonly Tarball[]): readonly Tarball[] {
  return all.filter(({ manifest }) => !/24/.test(manifest.engines.node))
}

/** What somebody sees who installs the tarballs. */
async function checkProjects(all: readonly Tarball[]): Promise<void> {
  const pure = pureTarballs(all)
  for (const installer of Object.keys(INSTALLERS) as (keyof typeof INSTALLERS)[]) {
    const project = join(folder, installer)
    const installed = await step(`${installer}: install all tarballs in an empty project`, () =>
      installProject(project, installer, all).then(() => true),
    )
    if (!installed) continue
    await step(`${installer}: import and require every module, Node 24`, () =>
      loadModules(project, NODE_24, all),
    )
    await step(`${installer}: tributary --help and demo --once`, () => runCommand(project, NODE_24))
    if (installer === 'pnpm') continue
    await step('one base class of the errors of a package', () => assertOneBase(project, NODE_24))
    await step('the programs of the READMEs, Node 24', () => programs(project, NODE_24, all))
    await step('import and require the pure packages, Node 22', () =>
      loadModules(project, NODE_22, pure),
    )
    await step('the programs of the pure packages, Node 22', () => programs(project, NODE_22, pure))
    await step('the others refuse Node 22 in one sentence', () =>
      assertRefused(project, NODE_22, REFUSING),
    )
    await checkTypes(project, all)
  }
  for (const tarball of all) await checkAlone(tarball)
}

/** A package that is the only one in its project. */
async function checkAlone(tarball: Tarball): Promise<void> {
  const { name, manifest, modules } = tarball
  const node = /24/.test(manifest.engines.node) ? NODE_24 : NODE_22
  const project = join(folder, `${tarball.folder}-alone`)
  const installed = await step(`npm: install ${name} alone, and load it`, async () => {
    await installProject(project, 'npm', [tarball])
    await loadModules(project, node, [tarball])
    return true
  })
  if (!installed) return
  if (node === NODE_22) {
    await step(`${name} brings no server and no native code`, () => assertNoServer(project))
  }
  if (name !== '@tributary/platform') return
  await step('clients of engines that are missing are named', () => assertClients(project, node))
  const empty = await measureImport(project, node, null)
  for (const module of modules) {
    const { processor, clock } = await measureImport(project, node, module)
    const times = processor / empty.processor
    const title = `import ${module}: ${processor.toFixed(0)} ms of the processor, ${times.toFixed(1)} times an empty program (${empty.processor.toFixed(0)} ms); ${clock.toFixed(0)} ms on the clock`
    await step(title, async () => {
      if (processor > MOST_IMPORT && times > MOST_TIMES) {
        throw new Error(`more than ${MOST_IMPORT} ms and ${MOST_TIMES} times`)
      }
    })
  }
  const bytes = sumInstalled(project, 'node_modules/@duckdb')
  await step(`${name} without DuckDB has ${(bytes / 1_000_000).toFixed(1)} MB`, async () => {
    if (bytes > MOST_INSTALLED) throw new Error(`more than ${MOST_INSTALLED / 1_000_000} MB`)
  })
}

async function assertNoServer(project: string): Promise<void> {
  const listed = await shell(['npm', 'ls', '--all', '--parseable'], { cwd: project })
  const brought = listed.split('\n').filter((path) => /fastify|duckdb|node_modules\/pg$/.test(path))
  if (brought.length > 0) throw new Error(`it brings ${brought.join(', ')}`)
}

/** The client's program calls a server: the demo, at whatever port is free. */
function programs(project: string, node: NodeBinary, all: readonly Tarball[]): Promise<void> {
  return whileServing(project, NODE_24, (url) =>
    runPrograms(
      project,
      node,
      all.map((tarball) => ({
        ...tarball,
        readme: {
          ...tarball.readme,
          programs: tarball.readme.programs.map((program) => ({
            ...program,
            code: program.code.replace('http://127.0.0.1:8080', url),
          })),
        },
      })),
    ),
  )
}

async function checkTypes(project: string, all: readonly Tarball[]): Promise<void> {
  const manifest = readFileSync(join(ROOT, 'node_modules/@types/node/package.json'), 'utf8')
  const typesOfNode = (JSON.parse(manifest) as { readonly version: string }).version
  const added = await step('npm: install @types/node', () =>
    shell([...INSTALLERS.npm, '--save-dev', `@types/node@${typesOfNode}`], { cwd: project }),
  )
  if (added === null) return
  const resolutions = Object.keys(RESOLUTIONS) as (keyof typeof RESOLUTIONS)[]
  for (const [compiler, tsc] of Object.entries(COMPILERS)) {
    await Promise.all(
      resolutions.map((resolution) =>
        step(`${compiler}, ${resolution}`, () => typeCheck(project, tsc, resolution, all)),
      ),
    )
  }
}
