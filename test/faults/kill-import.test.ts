import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportedLineageData } from '@tributary/contract'
import { createPlatform } from '@tributary/platform'
import { afterEach, describe, expect, test } from 'vitest'
import { hasPostgres, MISSING, startPostgres } from '../support/postgres.ts'
import { startService } from './support/service.ts'
import { shopFolder } from './support/shop.ts'

interface Answer {
  readonly data: ImportedLineageData
}

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** So large that it runs for several seconds. */
function chain(): string {
  const rows = Array.from({ length: 150_000 }, (_, at) => `METRIC,link_${at},METRIC,link_${at + 1}`)
  return ['src_type,src_id,dst_type,dst_id', ...rows].join('\n')
}

describe.each(['SQLite', 'PostgreSQL'])('on %s', (store) => {
  const isLeftOut = store === 'PostgreSQL' && !hasPostgres()
  const title =
    'an import that goes on when its process is killed is told as failed, and nothing of it is there'
  test.skipIf(isLeftOut)(
    isLeftOut ? `${title} (${MISSING})` : title,
    { timeout: 120_000 },
    async () => {
      const { folder, remove } = await shopFolder()
      endings.push(remove)
      const data = await mkdtemp(join(tmpdir(), 'tributary-kill-import-'))
      endings.push(() => rm(data, { recursive: true, force: true }))
      const postgres = store === 'PostgreSQL' ? await startPostgres() : null
      if (postgres !== null) endings.push(() => postgres.stop())
      const place = postgres === null ? ['--data', data] : ['--store', postgres.url]
      const service = await startService([folder, ...place, '--answer-timeout', '2'])
      endings.push(() => service.kill())
      const headers = { 'tenant-id': 'shop', 'auth-type': 'ACCOUNT', 'auth-value': 'boss' }
      const url = `${service.url}/api/v1/lineage/import`
      const answer = await fetch(url, { method: 'POST', headers, body: chain() })
      const { data: task } = (await answer.json()) as Answer
      expect(task.status).toBe('RUNNING')
      await service.kill()

      const clock = { now: () => new Date(Date.now() + 60_000) }
      const where = postgres === null ? { data } : { store: postgres.url }
      const platform = await createPlatform({ ...where, clock, trustIdentityHeaders: true })
      endings.push(() => platform.close())
      await platform.openTenants()
      const caller = await platform.authenticate({
        tenantId: 'shop',
        authType: 'ACCOUNT',
        authValue: 'boss',
      })
      const operations = platform.as(caller)
      const state = await operations.lineageImport({ import_id: task.importId })
      expect(state.status).toBe('FAILED')
      expect(state.msg).toContain('The process that ran the import ended or did not answer')
      expect(await operations.exportLineage({ format: 'csv' })).not.toContain('link_7,')
    },
  )
})
