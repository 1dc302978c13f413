import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createCatalog, parseWorkspace, type ResourceType, type Role } from '@tributary/catalog'
import { type NamedThing, TributaryError } from '@tributary/core'
import { describe, expect, test } from 'vitest'
import { createAccess } from '../../../src/access/access.ts'
import {
  FAULT_MESSAGE,
  PUBLIC_MESSAGES,
  WRONG_DEFINITION_MESSAGE,
} from '../../../src/model/public-messages.ts'
import type { Caller } from '../../../src/model/rights.ts'
import {
  describePartError,
  type Reader,
  redactError,
} from '../../../src/tenant/errors/redact-error.ts'

const { workspace } = parseWorkspace([
  {
    file: 'shop.yaml',
    text: `
tenant: shop
datasources:
  - { name: lake, type: FILES, root: /data }
  - { name: base, type: POSTGRESQL, address: db.example.com, database: d }
datasets:
  - { name: orders, source: { datasource: lake, file: orders.csv }, columns: [{ name: a, type: INT }] }
  - { name: pays, source: { datasource: lake, file: 'pay/*.csv' }, rows: '[a] = 1', columns: [{ name: a, type: INT }] }
  - { name: far, source: { datasource: base, schema: public, table: far }, columns: [{ name: a, type: INT }] }
`,
  },
])
const catalog = createCatalog(workspace!)

/** A caller with a role in the tenant, or with rights to single things. */
function readerOf(role: Role | null, ...grants: readonly [Role, ResourceType, string][]): Reader {
  const caller: Caller = {
    ...{ tenant: 'shop', account: 'ann', displayName: 'Ann', role },
    grants: grants.map(([given, type, name]) => {
      return { role: given, resource: { type, name }, expires: null, granted: null }
    }),
  }
  return { caller, access: createAccess(catalog, caller, new Date()), wholeCatalog: catalog }
}

const CODES = Object.entries(PUBLIC_MESSAGES)

function told(reader: Reader | null, code: string, names: readonly NamedThing[] = []): string {
  const error = new TributaryError(code, 'secret', { names, details: { path: 'secret' } })
  const given = redactError(reader, error) as TributaryError
  expect(given.code).toBe(code)
  if (given !== error) expect([given.cause, given.details]).toEqual([error, {}])
  return given.message
}

test.each(CODES)('%s shows the message that its class allows to each reader', (code, sentence) => {
  const nobody = readerOf(null)
  expect(told(nobody, code)).toBe(sentence ?? 'secret')
  expect(told(null, code)).toBe(sentence ?? 'secret')
  expect(told(readerOf('USAGER'), code)).toBe(sentence ?? 'secret')
  expect(told(readerOf('OWNER'), code)).toBe('secret')
  expect(told(nobody, code, [{ kind: 'FILE', name: 'x' }])).toBe(sentence ?? FAULT_MESSAGE)
})

test('expressions are told to everybody, but for those of definitions', () => {
  expect(told(null, 'EXPRESSION_UNKNOWN_FIELD')).toBe('secret')
  const names = [{ kind: 'DEFINITION', name: 'metric secret, expr' }] as const
  expect(told(readerOf('USAGER'), 'EXPRESSION_UNKNOWN_FIELD', names)).toBe(WRONG_DEFINITION_MESSAGE)
  expect(told(readerOf('OWNER'), 'EXPRESSION_UNKNOWN_FIELD', names)).toBe('secret')
})

test('a code that nobody knows is told without its message', () => {
  expect(told(readerOf('USAGER'), 'PLUGIN_FAILED')).toBe(FAULT_MESSAGE)
})

test.each<[NamedThing['kind'], string, Reader, boolean]>([
  ['DATASET', 'orders', readerOf(null, ['ADMIN', 'DATASET', 'orders']), true],
  ['DATASET', 'orders', readerOf(null, ['USAGER', 'DATASET', 'orders']), false],
  ['DATASET', 'orders', readerOf(null, ['OWNER', 'DATASET', 'pays']), false],
  ['DATASET', 'orders', readerOf('ADMIN'), true],
  ['DATASET', 'gone', readerOf('ADMIN'), false],
  ['FILE', '/data/orders.csv', readerOf(null, ['ADMIN', 'DATASET', 'orders']), true],
  ['FILE', '/data/other.csv', readerOf(null, ['ADMIN', 'DATASET', 'orders']), false],
  ['FILE', '/data/pay/may.csv', readerOf(null, ['ADMIN', 'DATASET', 'pays']), false],
  ['FILE', '/data/pay/may.csv', readerOf(null, ['OWNER', 'DATASET', 'pays']), true],
  ['TABLE', 'lake.files.orders_csv', readerOf(null, ['ADMIN', 'DATASET', 'orders']), true],
  ['TABLE', 'public.far', readerOf(null, ['ADMIN', 'DATASET', 'far']), true],
  ['TABLE', 'public.far', readerOf(null, ['ADMIN', 'DATASET', 'orders']), false],
  ['DATASOURCE', 'base', readerOf(null, ['ADMIN', 'DATASOURCE', 'base']), true],
  ['DATASOURCE', 'base', readerOf(null, ['ADMIN', 'DATASET', 'far']), false],
  ['PLAN', 'daily', readerOf(null, ['ADMIN', 'RESULT_PLAN', 'daily']), true],
  ['SERVICE', '/var/lib', readerOf('OWNER'), false],
])('the message about %s %s', (kind, name, reader, isRead) => {
  const message = told(reader, 'SQL_FILE_UNREADABLE', [{ kind, name }])
  expect(message === 'secret').toBe(isRead)
})

test('a part that an answer leaves out is reported unless the request is wrong', () => {
  const reports: unknown[] = []
  const onPartFailed = (error: unknown) => void reports.push(error)
  const wrong = new TributaryError('CATALOG_UNKNOWN_METRIC', 'No metric is called "x"')
  expect(describePartError(readerOf(null), wrong, { onPartFailed })).toBe('No metric is called "x"')
  expect(reports).toEqual([])
  expect(describePartError(readerOf(null), new Error('secret'), { onPartFailed })).toBe(
    FAULT_MESSAGE,
  )
  const failed = new TributaryError('SQL_ENGINE_FAILED', 'secret')
  expect(describePartError(readerOf(null), failed, { onPartFailed })).not.toContain('secret')
  expect(reports).toMatchObject([{ message: 'secret' }, { cause: failed }])
})

describe('the factories of errors', () => {
  const packages = fileURLToPath(new URL('../../../..', import.meta.url))
  const files = globSync(
    '{attribution,catalog,definitions,lineage,platform,sql}/src/{errors,*/errors}.ts',
    {
      cwd: packages,
    },
  )
  const factories = files.flatMap((file) =>
    readFileSync(`${packages}/${file}`, 'utf8')
      .split(/^export function /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('(')), text.split(/^}$/m)[0]!] as const),
  )

  test.each(factories)(
    '%s puts the words of others only into what not everybody reads',
    (_, text) => {
      const codes = [...text.matchAll(/'([A-Z]+_[A-Z_]+)'/g)].map(([, code = '']) => code)
      const sentences: Readonly<Record<string, string | null>> = PUBLIC_MESSAGES
      const isForAll = codes.some((code) => sentences[code] === null)
      const hasOthersWords = /firstLine\(|reasonOf\(|\.message\b|String\(cause/.test(text)
      expect(isForAll && hasOthersWords && !/\bnames\b/.test(text)).toBe(false)
    },
  )
})
