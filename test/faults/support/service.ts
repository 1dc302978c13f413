import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PLAIN_ENV, TRIBUTARY } from '../../support/command.ts'

/** The command `tributary start` in a process of its own. */
export interface Service {
  readonly process: ChildProcess
  /** Its address, without a slash at the end. */
  readonly url: string
  /** Posts to the API as the account `boss`; rejects when the process is gone. */
  post(path: string, body: unknown): Promise<Reply>
  /** Gets from the API as the account `boss`. */
  get(path: string): Promise<Reply>
  /** Opens a connection, sends the bytes and leaves it open. */
  open(bytes: string): Socket
  /** Ends the process at once, as a power cut does. */
  kill(): Promise<void>
}

/** What the service answered. */
export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of an answer.
  readonly body: any
}

/** Starts the service of `args`; `shell` goes before it in a shell, such as a limit on what it may use. */
export async function startService(args: readonly string[], shell = ''): Promise<Service> {
  const command = [
    process.execPath,
    ...TRIBUTARY,
    'start',
    ...args,
    ...['--port', '0', '--trust-proxy', '--log', 'silent', '--account-rate-limit', 'off'],
  ]
  const child =
    shell === ''
      ? spawn(command[0]!, command.slice(1), { env: PLAIN_ENV })
      : spawn('bash', ['-c', `${shell}; exec "$@"`, 'bash', ...command], { env: PLAIN_ENV })
  const url = new URL(await listening(child))
  const send = (method: string, path: string, body?: unknown): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const headers = {
        'tenant-id': 'shop',
        'auth-type': 'ACCOUNT',
        'auth-value': 'boss',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const sent = request({ host: url.hostname, port: url.port, method, path, headers }, (got) => {
        let answer = ''
        got.setEncoding('utf8')
        got.on('data', (part) => {
          answer += part
        })
        got.on('error', reject)
        got.on('end', () => {
          if (got.complete) resolve({ status: got.statusCode ?? 0, body: JSON.parse(answer) })
          else reject(new Error('the answer broke off'))
        })
      })
      sent.on('error', reject)
      sent.end(text)
    })
  return {
    process: child,
    url: url.origin,
    post: (path, body) => send('POST', path, body),
    get: (path) => send('GET', path),
    open: (bytes) => {
      const socket = connect(Number(url.port), url.hostname)
      // What becomes of it is for the test to see; an end without a listener would fail it.
      socket.on('error', () => {})
      socket.write(bytes)
      return socket
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (part: Buffer): void => {
      said += part.toString()
      const url = /listening on (http:\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`The service did not start: ${said}`)))
  })
}
