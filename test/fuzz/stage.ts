import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Block } from './server/heartbeat.ts'
import { type Answer, type Sent, send } from './server/send.ts'
import { type Folders, type Server, startServer, tributaryProgram } from './server/start-server.ts'
import { ATTRIBUTES, type Names } from './workspace/random-workspace.ts'
import type { Worlds } from './workspace/write-workspace.ts'

/** A server with the requests that it had in the last seconds. */
export interface WatchedServer {
  readonly server: Server
  ask(sent: Sent): Promise<Answer>
  /** Requests that are under way, ended a moment ago, or were given up and go on perhaps. */
  listLate(): readonly Sent[]
  /** Blocks since the last call, each with the requests that were under way. */
  takeBlocks(): readonly { readonly block: Block; readonly requests: readonly Sent[] }[]
}

/** Two servers on the worlds of a workspace. */
export interface Stage {
  readonly names: Names
  readonly worlds: Worlds
  readonly limited: WatchedServer
  readonly visible: WatchedServer
  close(): Promise<void>
}

/** How the servers are started. */
export interface StageOptions {
  /** The most bytes that a server may have in memory. */
  readonly mostBytes: number
  /** What is started in place of the command `tributary start`. */
  readonly programFor?: (folders: Folders, mostBytes: number) => readonly string[]
}

/** How long requests that have ended are kept, in milliseconds: the word of a block comes after them. */
const KEPT = 10_000
/** How long ago a request may have ended that a death is perhaps about, in milliseconds. */
const LATE = 1_500

/** Starts both servers and gives the accounts their attributes. */
export async function openStage(
  worlds: Worlds,
  names: Names,
  { mostBytes, programFor = tributaryProgram }: StageOptions,
): Promise<Stage> {
  const data = await mkdtemp(join(tmpdir(), 'tributary-fuzz-'))
  const started = await Promise.allSettled(
    (['limited', 'visible'] as const).map((world) =>
      startWatched({
        program: programFor({ folder: worlds[world], data: join(data, world) }, mostBytes),
        mostBytes,
      }),
    ),
  )
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(({ server }) => server.stop()))
    await rm(data, { recursive: true, force: true })
  }
  const failed = started.find((one) => one.status === 'rejected')
  if (failed !== undefined) {
    await close()
    throw failed.reason
  }
  const [limited, visible] = servers as [WatchedServer, WatchedServer]
  for (const { server } of servers) await prepare(server, names)
  return { names, worlds, limited, visible, close }
}

async function startWatched(
  options: Omit<Parameters<typeof startServer>[0], 'onBlock'>,
): Promise<WatchedServer> {
  const blocks: Block[] = []
  let requests: { sent: Sent; from: number; to: number }[] = []
  const server = await startServer({ ...options, onBlock: (block) => blocks.push(block) })
  return {
    server,
    listLate: () =>
      requests
        .filter(({ sent, to }) => sent.abortAfter !== null || to > Date.now() - LATE)
        .map(({ sent }) => sent),
    ask: async (sent) => {
      const noted = { sent, from: Date.now(), to: Number.POSITIVE_INFINITY }
      requests.push(noted)
      const answer = await send(server.url, sent)
      noted.to = Date.now()
      return answer
    },
    takeBlocks: () => {
      const taken = blocks.splice(0).map((block) => ({
        block,
        requests: requests
          .filter(({ from, to }) => from <= block.to && to >= block.from)
          .map(({ sent }) => sent),
      }))
      requests = requests.filter(({ to }) => to > Date.now() - KEPT)
      return taken
    },
  }
}

/** Gives the accounts their attributes, and fills the tables of plans. */
async function prepare({ url }: Server, names: Names): Promise<void> {
  const post = (path: string, body: unknown) =>
    send(url, {
      operation: 'saveUserAttributes',
      account: 'boss',
      method: 'POST',
      path: `/api/v1/${path}`,
      headers: {},
      body: JSON.stringify(body),
      abortAfter: null,
    })
  const userPropertyRequests = Object.entries(ATTRIBUTES).map(([identityValue, attributes]) => ({
    identityValue,
    properties: Object.entries(attributes).map(([name, value]) => ({ name, value })),
  }))
  const body = { identityType: 'USER_ACCOUNT', userPropertyRequests }
  const { status, text } = await post('userPropertyValue/save', body)
  if (status !== 200) throw new Error(`The attributes were not saved: ${text}`)
  for (const planName of names.plans) {
    const days = { startTime: '2024-01-01', endTime: '2024-03-31' }
    const made = await post('accelerate/task/create', { planName, ...days, dateIntervalOfLot: 100 })
    const task = /"data":"([^"]+)"/.exec(made.text)?.[1]
    if (task !== undefined && !names.tasks.includes(task)) names.tasks.push(task)
  }
}
