import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { PLAIN_ENV, runNode, TRIBUTARY } from '../support/command.ts'
import { FLIGHTS } from '../support/flights.ts'
import { ROOT } from '../support/imports.ts'

const run = promisify(execFile)

let child: ChildProcess | undefined
let other: Server | undefined
afterEach(() => {
  child?.kill('SIGKILL')
  other?.close()
})

/** Starts the command and resolves with what it printed up to the line that matches. */
function until(
  args: readonly string[],
  line: RegExp,
): Promise<{ match: RegExpExecArray; text: string }> {
  const started = spawn(process.execPath, [...TRIBUTARY, ...args], {
    cwd: ROOT,
    env: PLAIN_ENV,
  })
  child = started
  return new Promise((resolve, reject) => {
    let text = ''
    started.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const match = line.exec(text)
      if (match !== null) resolve({ match, text })
    })
    started.once('exit', (code) => reject(new Error(`ended with ${code} after: ${text}`)))
  })
}

describe('tributary demo', () => {
  test('--once prints the answer and stops', async () => {
    const { stdout } = await runNode([...TRIBUTARY, 'demo', '--once'])
    expect(stdout).toContain('3.264016606563602')
    expect(stdout).toContain('9.039122141204487')
    expect(stdout).toContain('origin_state')
    expect(stdout).toContain('FILE vega.files.flights-3m_parquet')
    expect(stdout).not.toContain('\u001b[')
    expect(stdout).not.toContain('listening on')
  })

  test('serves what its curl asks for, until Ctrl-C', async () => {
    const { match, text } = await until(
      ['demo', '--port', '0'],
      /^listening on (http:\/\/127\.0\.0\.1:\d+)$/m,
    )
    const start = text.indexOf('curl ')
    expect(start).toBeGreaterThan(0)
    const command = text.slice(start, text.indexOf('\n\n', start))
    expect(command).toContain(match[1])
    const { stdout } = await run('sh', ['-c', command])
    const { data } = JSON.parse(stdout) as {
      data: { tables: { table: Record<string, number[]> }[] }
    }
    expect(data.tables[0]?.table['@currentValue']).toEqual([9.039122141204487])
    child?.removeAllListeners('exit')
    const code = new Promise((resolve) => child?.once('exit', resolve))
    child?.kill('SIGINT')
    expect(await code).toBe(0)
  })

  test('says in one sentence that a port is in use', async () => {
    const server = createServer()
    other = server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const failed = runNode([...TRIBUTARY, 'start', FLIGHTS, '--port', String(port)])
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${port}`),
    })
    const { stderr } = await failed.catch((error: { stderr: string }) => error)
    expect(stderr).not.toMatch(/\bat .+:\d+/)
    expect(stderr).not.toContain('EADDRINUSE')
  })
})

test('tributary start prints where it listens', async () => {
  const { match } = await until(
    ['start', FLIGHTS, '--port', '0', '--trust-proxy'],
    /^listening on (http:\/\/127\.0\.0\.1:\d+)$/m,
  )
  const response = await fetch(`${match[1]}/openapi.json`)
  expect(((await response.json()) as { openapi: string }).openapi).toMatch(/^3\.1\./)
})

test('an answer that nobody reads to its end is no error', async () => {
  const { stdout, stderr } = await run(
    'sh',
    [
      '-c',
      `"$0" ${TRIBUTARY.map((part) => `'${part}'`).join(' ')} demo --once | head -n 1`,
      process.execPath,
    ],
    { cwd: ROOT },
  )
  expect(stdout.split('\n')).toHaveLength(2)
  expect(stderr).not.toContain('EPIPE')
})
