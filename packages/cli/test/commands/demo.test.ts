import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_QUESTION, renderCurl } from '../../src/commands/demo.ts'
import { interruptedError } from '../../src/errors.ts'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cwd = join(import.meta.dirname, '../../../..')

describe('tributary demo', () => {
  const captured = captureEffects({
    cwd,
    onOutput: (text) => {
      if (/^listening on /m.test(text)) answered = answerOfCurl(text)
    },
  })
  let answered: Promise<unknown> = Promise.resolve(null)
  let exitCode = -1
  beforeAll(async () => {
    const ended = main(['demo', '--port', '0'], captured.effects)
    while (!captured.stdout().includes('listening on ') && captured.stderr() === '') {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await answered
    captured.interrupt(interruptedError('SIGINT', 130))
    exitCode = await ended
  })

  test('prints the overall average delay of both months', () => {
    expect(captured.stderr()).toBe('')
    expect(captured.stdout()).toContain('comparison   3.264  2001-05')
    expect(captured.stdout()).toContain('current      9.039  2001-06')
    expect(captured.stdout()).toContain('change      +5.775  +176.9 %')
  })

  test('prints a table per dimension whose contributions sum to the difference', () => {
    for (const dimension of DEMO_QUESTION.dimensions) {
      const table = captured.stdout().split(`by ${dimension}\n`)[1]!.split('\n\n').slice(0, 2)
      expect(table.join('\n\n')).toMatch(
        /\n {2}all \d+ +3\.26\d* +9\.0\d* +\+5\.7\d* +\+176\.9 % +\+5\.775 +\+100\.0 %$/m,
      )
    }
  })

  test('prints where the metric comes from', () => {
    expect(captured.stdout()).toContain('FILE vega.files.flights-3m_parquet')
  })

  test('prints a curl that the served port answers with the same tables', async () => {
    const { success, data } = (await answered) as { success: boolean; data: AnswerData }
    expect(success).toBe(true)
    expect(data.tables[0]!.table['@currentValue']).toEqual([9.039122141204487])
    expect(data.tables.map((table) => table.dimension)).toEqual([null, ...DEMO_QUESTION.dimensions])
  })

  test('says where it listens, in a line of its own, and ends with 0 on Ctrl-C', () => {
    expect(captured.stdout()).toMatch(
      /\nlistening on (http:\/\/127\.0\.0\.1:\d+)\nweb page: \1\/explorer\n$/,
    )
    expect(exitCode).toBe(0)
  })

  test('starts no server with --once', async () => {
    const once = captureEffects({ cwd })
    expect(await main(['demo', '--once', '--port', '0'], once.effects)).toBe(0)
    expect(once.stdout()).toContain('current      9.039  2001-06')
    expect(once.stdout()).toContain("curl -sS 'http://127.0.0.1:8080/api/v1/")
    expect(once.stdout()).not.toContain('listening on')
  })
})

interface AnswerData {
  readonly tables: readonly {
    readonly dimension: string | null
    readonly table: Readonly<Record<string, readonly unknown[]>>
  }[]
}

/** Sends what the printed curl command would send. */
async function answerOfCurl(output: string): Promise<unknown> {
  const command = output.slice(output.indexOf('curl -sS'))
  const url = /^curl -sS '([^']+)'/.exec(command)![1]!
  const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map((match) => [
    match[1]!,
    match[2]!,
  ])
  const body = /-d '([^']+)'/.exec(command)![1]!
  const response = await fetch(url, {
    method: 'POST',
    headers: headers as [string, string][],
    body,
  })
  return response.json()
}

const request = {
  url: 'http://127.0.0.1:8080/api/v1/attribution/dim_time_compare',
  credentials: { tenantId: 'demo', authType: 'ACCOUNT', authValue: "o'brien" },
  body: { metric: "it's", attribution: { currentTimeConstraint: '[t] = "$HOME `x` \\"' } },
}

test('gives a POSIX shell exactly the request', () => {
  const command = renderCurl(request).replace(/^curl/, "printf '%s\\0'")
  const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\0').slice(0, -1)
  expect(words.slice(0, -1)).toEqual([
    '-sS',
    request.url,
    '-H',
    'content-type: application/json',
    '-H',
    'tenant-id: demo',
    '-H',
    'auth-type: ACCOUNT',
    '-H',
    "auth-value: o'brien",
    '-d',
  ])
  expect(JSON.parse(words.at(-1)!)).toEqual(request.body)
})
