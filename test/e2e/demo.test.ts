import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { PLAIN_ENV, TRIBUTARY } from '../support/command.ts'
import { ROOT } from '../support/imports.ts'

test('tributary demo serves what its curl asks for, until Ctrl-C', async () => {
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
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})
