import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { PLAIN_ENV, TRIBUTARY } from '../support/command.ts'
import { ROOT } from '../support/imports.ts'

test('tributary demo serves what its curl asks for and runs a backfill, until Ctrl-C', async () => {
  const demo = [...TRIBUTARY, 'demo', '--port', '0']
  const child = spawn(process.execPath, demo, { cwd: ROOT, env: PLAIN_ENV })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let text = ''
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk
    if (/^listening on .*$/m.test(text)) break
  }
  const [, url] = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(text) ?? []
  const [command = ''] = /^curl [\s\S]*?(?=\n\n)/m.exec(text) ?? []
  expect(command).toContain(`${url}/`)
  const { stdout } = await promisify(execFile)('sh', ['-c', command])
  const { data } = JSON.parse(stdout) as {
    data: { tables: { table: Record<string, number[]> }[] }
  }
  expect(data.tables[0]?.table['@currentValue']).toEqual([9.039122141204487])
  const headers = { 'tenant-id': 'demo', 'auth-type': 'ACCOUNT', 'auth-value': 'demo' }
  // A bundler that takes the call which decodes it for one that cannot fail leaves the check out.
  const broken = await fetch(`${url}/api/v1/dataset/info?name=%ff`, { headers })
  expect(broken.status).toBe(400)
  const root = `${url}/api/v1/accelerate`
  const detail = await fetch(`${root}/detail/query?planName=flights_by_day`, { headers })
  const { planId } = ((await detail.json()) as { data: { planId: string } }).data
  const created = await fetch(`${root}/task/create`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ planId, startTime: '2001-05-01', endTime: '2001-05-01' }),
  })
  const task = (await created.json()) as { data: string; errorMsg: string | null }
  expect(task.errorMsg).toBeNull()
  const statusOf = async (): Promise<string | undefined> => {
    const answer = await fetch(`${root}/task/instance/list?dagName=${task.data}`, { headers })
    const { instances } = (await answer.json()) as { instances: { status: string }[] }
    return instances[0]?.status
  }
  while (['WAITING', 'RUNNING'].includes((await statusOf()) ?? '')) await delay(50)
  expect(await statusOf()).toBe('SUCCESS')
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})
